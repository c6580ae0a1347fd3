#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/predicate.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// An attribute as it was published.
struct PublishedAttribute {
  std::string name;
  // Number of the column. Attributes of one column belong together within a row.
  int column = 1;
  // Published label by row, whose meaning is in `meaning`. Counterfeits have labels of sensitive
  // attributes only.
  std::vector<Code> labels;
  // Text by label of a generalized attribute; nullopt for NULL.
  std::vector<std::optional<std::string>> texts;
  AttributeMeaning meaning;
  // Probability of each label for a person without a value; empty if there are no such persons.
  // Their rows have the label after the last one.
  std::vector<double> of_valueless = {};
};

// Attributes of a release, read once with the caller's privileges.
struct ReleaseEstimator {
  // Bucket by row. Without buckets, all rows are in one bucket and all attributes in one column.
  std::vector<Code> bucket_of;
  Code buckets = 0;
  // Number of counterfeits, which are the last rows.
  std::size_t counterfeits = 0;
  // 1 by bucket if its persons are shown without a value (counterfeits.hpp). Empty if there are
  // none, or if no sensitive attribute was asked for.
  std::vector<std::uint8_t> valueless = {};
  // Number of persons that each row counts for, if rows are combinations of values of a release's
  // tables. Empty if each row counts for one.
  std::vector<double> weights;
  // Attributes in the requested order.
  std::vector<PublishedAttribute> attributes;

  std::size_t persons() const { return bucket_of.size() - counterfeits; }

  // Removes the rows of persons without a value.
  void leave_out_valueless();

  // Returns the estimated COUNT(*). share[i] has, by label of attribute asked[i], the fraction of
  // the label that satisfies a predicate.
  double estimate(std::span<const std::size_t> asked, std::span<const std::vector<double>> share,
                  const Progress& progress) const;
};

// Returns an estimator by a single table without buckets, or by rows in buckets, whose sensitive
// values can be in a table of their own. Requires a SpiSession.
ReleaseEstimator read_row_estimator(const Release& release,
                                    const std::vector<std::string>& attributes,
                                    const Progress& progress);
ReleaseEstimator read_bucket_estimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress);

// Estimates of COUNT(*) from published data, for releases that are estimated by rows or by buckets.
// All functions require a SpiSession.

// True if estimates over these attributes link columns of the release: several columns of the
// attributes, or one with the column that distinguishes persons from counterfeits. Fails if the
// release lacks an attribute.
bool are_linked(const Release& release, const std::vector<std::string>& names);

// Estimation by rows in buckets, whose sensitive values can be in a table of their own. Fails if
// the release lacks an attribute, or no longer has its relation.
extern const CountEstimation counts_of_buckets;
// Estimation by releases of persons with several rows: numbers of rows, as sums of weights of the
// release's view.
extern const CountEstimation counts_of_subjects;

// Estimation by a release of which some attributes were read. read(release, names, progress)
// returns an estimator. attributes[i].meaning of the estimator is the published meaning of the i-th
// name. estimate(asked, share, progress) of the estimator is the count. asked[j] is an attribute;
// share[j] has, by label, the fraction of the label that satisfies the predicate.

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
