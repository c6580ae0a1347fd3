#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/singling_predicate.hpp"

// The singling-out attack (M. Giomi et al., "A unified framework for quantifying privacy risk in
// synthetic data", PETS 2023), for releases in buckets or classes: predicates that fit
// one published row at most, and are hoped to fit exactly one person of the source.

namespace microdata {

// By one attribute: values that one published row has and no other can have, and the least and the
// greatest number where only one row can have it. All of them; of more than `most`, a random
// selection.
std::vector<SinglingPredicate> univariate_predicates(const PublishedTable& table, std::size_t most,
                                                     Random& random, const Progress& progress);

// The same of a release that is read region by region: predicates of regions in which other regions
// have values as well are none. Codes of values are those of the whole.
class UnivariatePredicates {
 public:
  void add(const PublishedTable& table, const Progress& progress);
  std::vector<SinglingPredicate> predicates(std::size_t most, Random& random) const;

  // What was learned elsewhere.
  void add(const UnivariatePredicates& region);
  template <typename Learned>
  friend auto members(Learned& learned, const UnivariatePredicates* /*type*/) {
    return std::tie(learned.attributes_);
  }

 private:
  struct OfAttribute {
    // How many published rows may have each value: none, one, or several.
    std::vector<std::uint8_t> rows;
    // What single rows show.
    std::vector<CodeSet> alone;
    Code numbers = 0;

    template <typename Learned>
    friend auto members(Learned& of_attribute, const OfAttribute* /*type*/) {
      return std::tie(of_attribute.rows, of_attribute.alone, of_attribute.numbers);
    }
  };
  std::vector<OfAttribute> attributes_;
};

// By two attributes or more: a published row is drawn, a column, and the column's attributes in
// random order are taken with what the row shows of them, until no other published row can have all
// of it; then those of further columns, as one row can have them at most that has all of it in some
// linking of its bucket. Rows that others are like in everything give no predicate. Up to `most`,
// each another one, from a bounded number of draws; of large tables as many as looking at
// `most_looked_at` rows makes, which are a random part of them as well.
std::vector<SinglingPredicate> multivariate_predicates(const PublishedTable& table,
                                                       std::size_t most, Random& random,
                                                       const Progress& progress,
                                                       std::size_t most_looked_at = 1'500'000'000);

// The same, and how many rows and columns they may be drawn from: whether these are alone in what
// the column shows, or there are none that are.
struct LearnedPredicates {
  std::vector<SinglingPredicate> predicates;
  std::size_t starts = 0;
  bool from_alone = false;
};
LearnedPredicates learn_multivariate(const PublishedTable& table, std::size_t most, Random& random,
                                     const Progress& progress, std::size_t most_looked_at);

// What is known of an attribute's domain; of regions, what all of them show.
class PublishedDomain {
 public:
  void add(const PublishedTable::Attribute& attribute);
  // What is known elsewhere.
  void add(const PublishedDomain& region);
  template <typename Domain>
  friend auto members(Domain& domain, const PublishedDomain* /*type*/) {
    return std::tie(domain.labels_, domain.numbers_, domain.least_, domain.greatest_,
                    domain.whole_numbers_, domain.numeric_);
  }

  bool numeric() const { return numeric_; }
  std::size_t labels() const { return labels_.size(); }
  // A random part of the extent of numbers, of so large a share of it.
  CodeSet random_interval(double share, Random& random) const;
  const CodeSet& random_label(Random& random) const;

 private:
  void add_label(const CodeSet& codes);

  // Those published; by their runs, to have each once.
  std::vector<CodeSet> labels_;
  std::set<std::vector<Code>> known_;
  std::vector<double> numbers_;
  double least_ = 0;
  double greatest_ = 0;
  bool whole_numbers_ = true;
  bool numeric_ = false;
};

// The naive attack: for every predicate one about the same attributes, of about the weight of a
// single published row where all values were equally likely. A number is between two that are drawn
// from the published extent; any other value is one of those published.
std::vector<SinglingPredicate> naive_predicates(const PublishedTable& table,
                                                std::span<const SinglingPredicate> like,
                                                Random& random);
std::vector<SinglingPredicate> naive_predicates(std::span<const PublishedDomain> domains,
                                                std::size_t rows,
                                                std::span<const SinglingPredicate> like,
                                                Random& random);

// How many of the predicates fit exactly one person.
AttackOutcome judge_predicates(std::span<const SinglingPredicate> predicates,
                               const PredicateCounter& persons, const Progress& progress);

// The control: how many of the predicates would fit exactly one person in a population of `size`
// such persons, estimated from these.
AttackOutcome judge_for_size(std::span<const SinglingPredicate> predicates,
                             const PredicateCounter& persons, std::size_t size,
                             const Progress& progress);

}  // namespace microdata
