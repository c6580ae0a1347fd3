#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/estimation_by.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/region_loop.hpp"

// Estimates of a release that is read by regions: what regions add up to, where what published
// values stand for is known of the whole.

namespace microdata::postgres {

// The name by which a region knows the published values of the whole release.
std::string key_of_labels(const ReleaseAttribute& attribute);

// The release without its source. Of generalized attributes among these, all published values are
// known in each region, with how many rows have them: what one stands for may depend on others, as
// what a range without an end does.
LoopOptions reading_of_regions(const Release& release, std::span<const std::string> attributes);

// Bytes that these labels take.
std::int64_t bytes_of_labels(const Release& release, std::span<const std::string> attributes);

// Of counts over so many attributes; of groups, whose rows are linked to what the other columns of
// their buckets show, over all that are read.
MemoryNeed need_of_counts(std::size_t attributes);
MemoryNeed need_of_groups(const Release& release, std::size_t attributes);

// Counts of releases that may be large, whose regions, where they have some, add up.
template <auto* read>
double estimate_count_within_memory(const Release& release, const Predicate& predicate,
                                    const Progress& progress) {
  std::vector<std::string> attributes;
  for (const AttributePredicate& one : predicate)
    attributes.push_back(one.attribute);
  MemoryNeed need = need_of_counts(attributes.size());
  need.beside = [&] { return bytes_of_labels(release, attributes); };
  if (!must_read_by_regions(release, need))
    return estimate_count_by<read>(release, predicate, progress);
  double sum = 0;
  const auto add = [&](std::uint32_t /*region*/) {
    sum += estimate_count_by<read>(release, predicate, progress);
  };
  for_each_region(release, add, reading_of_regions(release, attributes));
  return sum;
}

template <auto* read>
inline constexpr CountEstimation estimation_within_memory{estimate_count_within_memory<read>,
                                                          estimate_of_queries_by<read>, true};

}  // namespace microdata::postgres
