#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/layout_operations.hpp"
#include "postgres/inspection/release_reader.hpp"

// Attributes that nobody declared sensitive, guessed as sensitive ones are by an attacker who knows
// the other quasi-identifiers.

namespace microdata::postgres {

// The release as audits read it for a guess of the attribute, which is the only sensitive one then.
// Fails where there is no such attribute (42703), or where the release is not in buckets with a row
// for every person (0A000).
Release release_to_guess(const Release& release, const LayoutOperations& operations,
                         const std::string& attribute);

// Replaces published labels, which are those of a generalized attribute that is guessed, by the
// likeliest value of each: that with the most rows, a label's rows divided by its values. Requires
// finished dictionaries. Fails where a label covers no value.
void guess_values_of_labels(ReadAttribute& reading, const Progress& progress);

struct EasyGuess {
  std::string attribute;
  double gain;
};

// Returns up to `most` quasi-identifiers of the release by group_gain(), above 0, in the buckets of
// about 50,000 rows, the first of equal ones first; none where release_to_guess() would fail.
std::vector<EasyGuess> easiest_to_guess(const Release& release, const LayoutOperations& operations,
                                        std::size_t most, const Progress& progress);

}  // namespace microdata::postgres
