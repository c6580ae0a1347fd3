#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/series/invariance_check.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The release of an edition. It belongs to the role that published it, which might not own the
// source any more.
struct FoundEdition {
  std::optional<Release> release = {};
  // Reason why there is no release; otherwise empty.
  std::string reason = {};
  // True if the release exists, but the caller may not read it.
  bool hidden = false;
};

FoundEdition find_edition(const EditionRecord& edition);

// An attribute of an edition's persons that is published with the source's values.
struct ShownAttribute {
  std::string source_name;
  // Number of the attribute's column in the release; the values of a row in one column belong
  // together.
  int column = 1;
  Dictionary dictionary;
  // Codes by row of InvariantEdition::bucket_of.
  std::vector<Code> codes;
  // Codes of the persons who are shown without a value.
  std::vector<Code> codes_of_valueless = {};
};

// Harmless values of an edition's sensitive attribute. Persons with such a value are in buckets of
// harmless values alone, one value for each person, which are not buckets of the edition by
// m-invariance.
struct ShownHarmless {
  // Name of the attribute in the release, and 1 by code of ShownEdition::values; empty if the
  // release has no harmless values.
  std::string attribute;
  std::vector<std::uint8_t> is_harmless;
  // Values and persons of the buckets of harmless values alone.
  std::vector<InvariantBucket> buckets;

  bool has(Code value) const { return !is_harmless.empty() && is_harmless[value] != 0; }
  std::size_t persons() const;
  std::size_t values() const;
};

// Content of the tables of an edition.
struct ShownEdition {
  // Edition with the buckets' values as codes of `values`; rows that are not counterfeits are
  // persons.
  InvariantEdition edition;
  Dictionary values;
  // Attributes that are neither sensitive nor generalized.
  std::vector<ShownAttribute> attributes;
  // Number of persons in each group that the edition shows without a value. A group is a bucket of
  // several values that are all NULL; it is not a bucket of `edition`.
  std::vector<std::uint32_t> valueless;
  ShownHarmless harmless;

  std::size_t valueless_persons() const;
};

// Returns what the tables of an edition show. Fails if a table, the sensitive attribute or all
// other attributes are gone.
ShownEdition read_edition(const Release& release, const Progress& progress);

// Returns true if a series published the release.
bool is_edition(const Release& release);

// Returns the findings on m-uniqueness, which follow from the edition's tables alone.
std::vector<Finding> verify_uniqueness(const Release& release, const ShownEdition& shown,
                                       const Progress& progress);

// Reads the tables of an edition, and returns the findings of verify_uniqueness().
std::vector<Finding> verify_rows_of_edition(const Release& release, const Progress& progress);

// Returns all findings that the caller may learn. If the caller may see the series, the edition is
// also compared with what the series remembers and with its former editions.
std::vector<Finding> verify_edition(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
