#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/dependency/dependency_search.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

// Published attributes that disclose a sensitive value of persons who are identified by other
// attributes.
struct DeterminingAttributes {
  // Names in the release of one attribute, or of two that disclose together.
  std::vector<std::string> attributes;
  std::string sensitive;
  Determination determination = Determination::determines;
  Dependency dependency;
  // True if one of the attributes is published as labels, ranges or sets.
  bool generalized = false;

  // Returns the dependency as a sentence.
  std::string in_words() const;
};

struct SearchedRelease {
  std::vector<DeterminingAttributes> found;
  // Extent of the search in the table that left the most attributes without a pair.
  SearchExtent extent;

  // Returns which attributes are in no pair; empty if all are in one.
  std::string unsearched() const;
};

// Finds functional dependencies (core/dependency/dependency_search.hpp) of attributes that are
// published with others in one group, and of pairs in one group. Searches all rows or a sample.
// Uses the rows of the release if they show generalized attributes with sensitive values. Otherwise
// uses the rows of the source, where labels stand for the values that they cover
// (core/risk/drawn_labels.hpp). Leaves out the source if it is gone or the caller may not read all
// that is needed. Requires a SpiSession.
SearchedRelease determining_attributes(const Release& release, const Progress& progress);

// Adds a finding that does not hold if attributes determine a sensitive one. The finding is
// undecided if none is found but pairs were left out.
void add_determining_attributes(const Release& release, std::vector<Finding>& findings,
                                const Progress& progress);

// Guesses of attributes that are not declared sensitive, by an attacker who knows the other
// quasi-identifiers.

// Returns the release as audits read it to guess the attribute, which becomes the only sensitive
// one. Fails if there is no such attribute (42703), or if the release is not in buckets with a row
// for every person (0A000).
Release release_to_guess(const Release& release, const LayoutOperations& operations,
                         const std::string& attribute);

struct EasyGuess {
  std::string attribute;
  double gain;
};

// Returns up to `most` quasi-identifiers of the release with a group_gain() above 0, the largest
// first, in the buckets of about 50,000 rows. Equal gains keep the order of the attributes. Returns
// none if release_to_guess() would fail for them.
std::vector<EasyGuess> easiest_to_guess(const Release& release, const LayoutOperations& operations,
                                        std::size_t most, const Progress& progress);

}  // namespace microdata::postgres
