#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/dependency_search.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

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

}  // namespace microdata::postgres
