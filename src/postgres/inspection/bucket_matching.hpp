#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// A bucket in which a person may be, with f(t, B), the probability of being there, and D(t, B) as
// JSON.
struct MatchingBucket {
  std::string bucket;
  double degree = 0;
  double rows = 0;               // |B| f(t, B): rows like the tuple that are to be expected
  double probability = 0;        // for who counts them
  double paper_probability = 0;  // p(t, B), where buckets are weighed by f(t, B) alone
  std::string sensitive_distribution;
};

// The buckets of a sliced release that match a tuple, best first. `json` is an object of the
// tuple's quasi-identifiers' values as text, as far as they are known. Computed from the published
// rows alone.
std::vector<MatchingBucket> find_matching_buckets(const Release& release, const std::string& json,
                                                  const Progress& progress);

}  // namespace microdata::postgres
