#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/code_set.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/singling_predicate.hpp"

// The singling-out attack (M. Giomi et al., "A unified framework for quantifying privacy risk in
// synthetic data", PETS 2023), for releases in buckets or classes. Predicates fit at most one
// published row; the attack succeeds if they fit exactly one person of the source.

namespace microdata {

// Returns predicates about one attribute. They ask for values that one published row has and no
// other can have. If such values are the least or the greatest numbers, there is also a predicate
// for all numbers below or above them. Returns all predicates, or a random selection of `most`.
std::vector<SinglingPredicate> univariate_predicates(const PublishedTable& table, std::size_t most,
                                                     Random& random, const Progress& progress);

// Predicates about one attribute by a release that is read region by region. A predicate of a
// region is dropped if other regions can have its values. Codes of values are those of the whole
// release.
class UnivariatePredicates {
 public:
  void add(const PublishedTable& table, const Progress& progress);
  std::vector<SinglingPredicate> predicates(std::size_t most, Random& random) const;

  // Adds the values that were learned elsewhere.
  void add(const UnivariatePredicates& region);
  template <typename Learned>
  friend auto members(Learned& learned, const UnivariatePredicates* /*type*/) {
    return std::tie(learned.attributes_);
  }

 private:
  struct OfAttribute {
    // Number of published rows that can have each value: none, one, or several.
    std::vector<std::uint8_t> rows;
    // Values that single rows show.
    std::vector<CodeSet> alone;
    Code numbers = 0;

    template <typename Learned>
    friend auto members(Learned& of_attribute, const OfAttribute* /*type*/) {
      return std::tie(of_attribute.rows, of_attribute.alone, of_attribute.numbers);
    }
  };
  std::vector<OfAttribute> attributes_;
};

// Returns predicates about two attributes or more. A published row and a column are drawn. The
// column's attributes are taken in random order with the row's labels, until no other published row
// can have all of them. Then attributes of other columns follow, until at most one row has all
// labels in any possible assignment of the buckets. Rows that equal other rows in everything give
// no predicate. Makes at most `most` different predicates from a bounded number of draws. In large
// tables, makes as many as can be found by looking at `most_looked_at` rows, which are a random
// part of all predicates as well.
std::vector<SinglingPredicate> multivariate_predicates(const PublishedTable& table,
                                                       std::size_t most, Random& random,
                                                       const Progress& progress,
                                                       std::size_t most_looked_at = 1'500'000'000);

// Predicates about two attributes or more, and number of pairs of a row and a column that they can
// be drawn from. `from_alone` is true if these rows are alone in what the column shows, and false
// if there are no such rows.
struct LearnedPredicates {
  std::vector<SinglingPredicate> predicates;
  std::size_t starts = 0;
  bool from_alone = false;
};
LearnedPredicates learn_multivariate(const PublishedTable& table, std::size_t most, Random& random,
                                     const Progress& progress, std::size_t most_looked_at);

// Known values of an attribute's domain; in regions, the values that all regions show together.
class PublishedDomain {
 public:
  void add(const PublishedTable::Attribute& attribute);
  // Adds the values that are known elsewhere.
  void add(const PublishedDomain& region);
  template <typename Domain>
  friend auto members(Domain& domain, const PublishedDomain* /*type*/) {
    return std::tie(domain.labels_, domain.numbers_, domain.least_, domain.greatest_,
                    domain.whole_numbers_, domain.numeric_);
  }

  bool numeric() const { return numeric_; }
  std::size_t labels() const { return labels_.size(); }
  // Returns a random interval of the extent of numbers, with `share` of the extent.
  CodeSet random_interval(double share, Random& random) const;
  const CodeSet& random_label(Random& random) const;

 private:
  void add_label(const CodeSet& codes);

  // Published labels, and their runs, by which each label is kept once.
  std::vector<CodeSet> labels_;
  std::set<std::vector<Code>> known_;
  std::vector<double> numbers_;
  double least_ = 0;
  double greatest_ = 0;
  bool whole_numbers_ = true;
  bool numeric_ = false;
};

// Returns the predicates of the naive attack. For each predicate there is one about the same
// attributes, with about the weight of a single published row if all values were equally likely.
// Numbers are asked for by a random interval of the published extent; any other value is a
// published one.
std::vector<SinglingPredicate> naive_predicates(const PublishedTable& table,
                                                std::span<const SinglingPredicate> like,
                                                Random& random);
std::vector<SinglingPredicate> naive_predicates(std::span<const PublishedDomain> domains,
                                                std::size_t rows,
                                                std::span<const SinglingPredicate> like,
                                                Random& random);

// Returns the number of predicates that fit exactly one person.
AttackOutcome judge_predicates(std::span<const SinglingPredicate> predicates,
                               const PredicateCounter& persons, const Progress& progress);

// Returns the result of the control, estimated from these persons. It is the number of predicates
// that would fit exactly one person in a population of `size` such persons.
AttackOutcome judge_for_size(std::span<const SinglingPredicate> predicates,
                             const PredicateCounter& persons, std::size_t size,
                             const Progress& progress);

}  // namespace microdata
