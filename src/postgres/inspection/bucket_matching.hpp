#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A bucket that can contain a person, with the matching degree f(t, B), the probability of
// containing the person, and the distribution D(t, B).
struct MatchingBucket {
  std::string bucket;
  double degree = 0;
  double rows = 0;               // |B| f(t, B), the expected number of rows with the tuple
  double probability = 0;        // row-weighted
  double paper_probability = 0;  // p(t, B), with buckets weighted by f(t, B) alone
  Json sensitive_distribution;
};

// Returns the provisional code of a tuple's value, given as text and compared by the type's
// equality; nullopt is NULL. Requires a dictionary that is not finished.
Code encode_known(Dictionary& dictionary, const std::optional<std::string>& value);

// Returns the buckets of a sliced release that match a tuple, the most probable first, from the
// published rows alone. `json` is an object of the known values of the tuple's quasi-identifiers,
// as text.
std::vector<MatchingBucket> find_matching_buckets(const Release& release, const Json& json,
                                                  const Progress& progress);

// Returns the buckets of a release of people with several rows that match a tuple of people's
// attributes, the most probable first. The distribution has, for each sensitive value, the share of
// the bucket's people with the value in any published row. The shares add up to more than 1 if
// people have several values. Uses only the published tables.
std::vector<MatchingBucket> match_subjects(const Release& release, const Json& json,
                                           const Progress& progress);

}  // namespace microdata::postgres
