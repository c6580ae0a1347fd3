#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/dependency_search.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

// Attributes of a release that disclose a sensitive one of persons who are known by others.
struct DeterminingAttributes {
  // One, or two together; as the release has them.
  std::vector<std::string> attributes;
  std::string sensitive;
  Determination determination = Determination::determines;
  Dependency dependency;
  // True if one of the attributes is published as labels, ranges or sets.
  bool generalized = false;

  // As a sentence.
  std::string in_words() const;
};

struct SearchedRelease {
  std::vector<DeterminingAttributes> found;
  // Counts for the table that left the most attributes without a pair.
  SearchExtent extent;

  // Says, where some attributes are in no pair, which were; else empty.
  std::string unsearched() const;
};

// Looks for functional dependencies (core/privacy/dependency_search.hpp) of attributes that are
// published beside others in one group, and of pairs in one, in rows or a sample of them: in those
// of the release where they show generalized attributes beside sensitive values; else in those of
// the source, where the labels stand for the values that they cover (core/risk/drawn_labels.hpp).
// The source is left out where it is gone or the caller may not read it all. Requires a SpiSession.
SearchedRelease determining_attributes(const Release& release, const Progress& progress);

// Adds a finding that does not hold where there are some, or is not decided where pairs were left
// out.
void add_determining_attributes(const Release& release, std::vector<Finding>& findings,
                                const Progress& progress);

// Attributes that nobody declared sensitive, guessed as sensitive ones are by an attacker who knows
// the other quasi-identifiers.

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
