#pragma once

#include "postgres/api.hpp"

#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog.hpp"
#include "postgres/dictionary.hpp"
#include "postgres/predicate.hpp"
#include "postgres/published_meaning.hpp"

// COUNT(*) estimated from what was published. A method whose estimate is not one by buckets, as
// that of the parts of a decomposition, branches off in estimate_count() and estimate_of_queries(),
// and nowhere else. Requires a SpiSession.

namespace microdata::postgres {

// That the release has no such attribute, with the nearest name as a hint.
[[noreturn]] void fail_attribute(const std::vector<std::string>& attributes,
                                 const std::string& name);

// Fails for releases that counts are not estimated from.
void check_counts_estimated(const Release& release);

// The release's attributes, each once, however many of its relations have it.
std::vector<ReleaseAttribute> distinct_attributes(const Release& release);

// An attribute as it was published.
struct PublishedAttribute {
  std::string name;
  // Attributes of one column belong together within a row.
  int column = 1;
  // By row, what is published, and by label, what that stands for.
  std::vector<Code> labels;
  AttributeMeaning meaning;
};

// A release read once, as far as some of its attributes go, with the caller's privileges.
struct ReleaseEstimator {
  // Of each row; without buckets, all are in one, and all attributes in one column.
  std::vector<Code> bucket_of;
  Code buckets = 0;
  // In the order in which they were asked for.
  std::vector<PublishedAttribute> attributes;

  // share[i]: for attribute asked[i] by label, how much of it satisfies a predicate.
  double estimate(std::span<const std::size_t> asked, std::span<const std::vector<double>> share,
                  const Progress& progress) const;
};

// Fails where the release has no such attribute, or no longer has its relation.
ReleaseEstimator read_estimator(const Release& release, const std::vector<std::string>& attributes,
                                const Progress& progress);

// The estimate for one predicate.
double estimate_count(const Release& release, const Predicate& predicate, const Progress& progress);

// The estimate for many, over attributes whose values are told by dictionaries of the source.
CountEstimate estimate_of_queries(const Release& release,
                                  const std::vector<std::string>& attributes,
                                  const std::vector<Dictionary>& domains, const Progress& progress);

}  // namespace microdata::postgres
