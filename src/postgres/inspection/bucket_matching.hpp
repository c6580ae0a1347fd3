#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <map>
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

// D(t, B) of one sensitive attribute: how many of `total` have each value.
Json distribution_json(const Dictionary& values, const std::map<Code, std::uint32_t>& counts,
                       std::uint32_t total);

// The provisional code of the value of a tuple, as text, by the type's own equality; nothing: NULL.
// Before the dictionary is finished.
Code encode_known(Dictionary& dictionary, const std::optional<std::string>& value);

// Fills in the probabilities, by degrees and rows, and puts the most probable first.
void rank_matches(std::vector<MatchingBucket>& matches);

// The buckets of a sliced release that match a tuple, best first. `json` is an object of the
// tuple's quasi-identifiers' values as text, as far as they are known. Computed from the published
// rows alone.
std::vector<MatchingBucket> find_matching_buckets(const Release& release, const Json& json,
                                                  const Progress& progress);

}  // namespace microdata::postgres
