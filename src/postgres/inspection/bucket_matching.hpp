#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A bucket in which a person may be, with f(t, B), the probability of being there, and D(t, B).
struct MatchingBucket {
  std::string bucket;
  double degree = 0;
  double rows = 0;               // |B| f(t, B): rows like the tuple that are to be expected
  double probability = 0;        // for who counts them
  double paper_probability = 0;  // p(t, B), where buckets are weighed by f(t, B) alone
  Json sensitive_distribution;
};

// The provisional code of the value of a tuple, as text, by the type's own equality; nothing: NULL.
// Before the dictionary is finished.
Code encode_known(Dictionary& dictionary, const std::optional<std::string>& value);

// The buckets of a sliced release that match a tuple, best first. `json` is an object of the
// tuple's quasi-identifiers' values as text, as far as they are known. Computed from the published
// rows alone.
std::vector<MatchingBucket> find_matching_buckets(const Release& release, const Json& json,
                                                  const Progress& progress);

// The buckets of a release of persons with several rows each that match a tuple of attributes of
// persons, best first. The distribution has for each sensitive value the share of the bucket's
// persons who have it in any published row: shares add up to more than 1 where persons have several
// values. Computed from the published tables alone.
std::vector<MatchingBucket> match_subjects(const Release& release, const Json& json,
                                           const Progress& progress);

}  // namespace microdata::postgres
