#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/predicate.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// An attribute as it was published.
struct PublishedAttribute {
  std::string name;
  // Attributes of one column belong together within a row.
  int column = 1;
  // By row, what is published, and by label, what that stands for. Of counterfeits only what is
  // sensitive is.
  std::vector<Code> labels;
  // By label, of a generalized attribute: how it reads; nothing for NULL.
  std::vector<std::optional<std::string>> texts;
  AttributeMeaning meaning;
  // Rows of persons without a value have the label after the last one: by label, how likely it is
  // theirs. Empty if there are none.
  std::vector<double> of_valueless = {};
};

// A release read once, as far as some of its attributes go, with the caller's privileges.
struct ReleaseEstimator {
  // Of each row; without buckets, all are in one, and all attributes in one column.
  std::vector<Code> bucket_of;
  Code buckets = 0;
  // The last so many rows.
  std::size_t counterfeits = 0;
  // By bucket, 1 if its persons are shown without a value (counterfeits.hpp). Empty if there are
  // none, or if no sensitive attribute was asked for.
  std::vector<std::uint8_t> valueless = {};
  // For how many persons each row counts, where rows are combinations of values as the tables of a
  // release make them together; empty: for one.
  std::vector<double> weights;
  // In the order in which they were asked for.
  std::vector<PublishedAttribute> attributes;

  std::size_t persons() const { return bucket_of.size() - counterfeits; }

  // Leaves out the rows of persons without a value.
  void leave_out_valueless();

  // share[i]: for attribute asked[i] by label, how much of it satisfies a predicate.
  double estimate(std::span<const std::size_t> asked, std::span<const std::vector<double>> share,
                  const Progress& progress) const;
};

// By code, what is published; nothing for NULL.
std::vector<std::optional<std::string>> texts_of(const Dictionary& published,
                                                 const Progress& progress);

// Of a single table without buckets; of rows in buckets, whose sensitive values may stand in a
// table of their own. Require a SpiSession.
ReleaseEstimator read_row_estimator(const Release& release,
                                    const std::vector<std::string>& attributes,
                                    const Progress& progress);
ReleaseEstimator read_bucket_estimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress);

// COUNT(*) estimated from what was published, of releases whose estimate is one by rows or by
// buckets. Requires a SpiSession.

// That the release has no such attribute, with the nearest name as a hint.
[[noreturn]] void fail_attribute(const std::vector<std::string>& attributes,
                                 const std::string& name);

// The release's attribute of the name; fails where it has none.
const ReleaseAttribute& require_attribute(const Release& release, const std::string& name);

// True if estimates over these attributes link columns of the release: those of the attributes, or
// with the column by which persons are told from counterfeits. Fails where it lacks one.
bool are_linked(const Release& release, const std::vector<std::string>& names);

// The release's attributes, each once, however many of its relations have it.
std::vector<ReleaseAttribute> distinct_attributes(const Release& release);

// How a method estimates.
struct CountEstimation {
  // For many predicates, over attributes whose values are those of the source's dictionaries.
  CountEstimate (*of_queries)(const Release& release, const std::vector<std::string>& attributes,
                              const std::vector<Dictionary>& domains, const Progress& progress);
};

// Of rows in buckets, whose sensitive values may stand in a table of their own. Fails where the
// release has no such attribute, or no longer has its relation.
extern const CountEstimation counts_of_buckets;
// Counts of rows, of releases of persons with several rows each, as sums of weights of their view.
extern const CountEstimation counts_of_subjects;

// Estimation by a release that was read as far as some attributes go: read(release, names,
// progress) returns an estimator whose attributes[i].meaning is what the i-th of them was published
// as, and whose estimate(asked, share, progress) is the count where asked[j] is an attribute and
// share[j] has, by label, how much of it satisfies the predicate.

template <auto* read>
CountEstimate estimate_of_queries_by(const Release& release,
                                     const std::vector<std::string>& attributes,
                                     const std::vector<Dictionary>& domains,
                                     const Progress& progress) {
  struct Prepared {
    decltype(read(release, attributes, progress)) estimator;
    std::vector<DomainShares> shares;
  };
  const auto prepared =
      std::make_shared<Prepared>(Prepared{read(release, attributes, progress), {}});
  for (std::size_t a = 0; a < attributes.size(); ++a)
    prepared->shares.emplace_back(prepared->estimator.attributes[a].meaning, domains[a], progress);
  return [prepared, progress](std::span<const ValueSet> predicate) {
    std::vector<std::size_t> asked;
    std::vector<std::vector<double>> share;
    for (const ValueSet& set : predicate) {
      asked.push_back(set.attribute);
      share.push_back(prepared->shares[set.attribute].of(set.contains));
    }
    return prepared->estimator.estimate(asked, share, progress);
  };
}

template <auto* read>
inline constexpr CountEstimation estimation_by{estimate_of_queries_by<read>};

}  // namespace microdata::postgres
