#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/series/invariance_check.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The release that an edition is. It belongs to who published it, who need not be the source's
// owner any more.
struct FoundEdition {
  std::optional<Release> release = {};
  // Why there is none.
  std::string reason = {};
  // It is there, and the caller may not read it.
  bool hidden = false;
};

FoundEdition find_edition(const EditionRecord& edition);

// An attribute of an edition's persons, as the source has it.
struct ShownAttribute {
  std::string source_name;
  // Of the release: rows of one column belong together.
  int column = 1;
  Dictionary dictionary;
  // By row of `bucket_of`.
  std::vector<Code> codes;
  // Of persons who are shown without a value.
  std::vector<Code> codes_of_valueless = {};
};

// What the tables of an edition show.
struct ShownEdition {
  // Codes of the buckets' values are those of `values`; rows that are no counterfeits are persons.
  InvariantEdition edition;
  Dictionary values;
  // Those that are neither sensitive nor generalized.
  std::vector<ShownAttribute> attributes;
  // How many persons each group has that the edition shows without a value: buckets in which every
  // value is NULL, and which are none of the edition's.
  std::vector<std::uint32_t> valueless;

  std::size_t valueless_persons() const;
};

// Fails where a table or an attribute that says who is where is gone.
ShownEdition read_edition(const Release& release, const Progress& progress);

// Whether a series published it.
bool is_edition(const Release& release);

// Whether it is m-unique: what its tables alone show.
std::vector<Finding> verify_uniqueness(const Release& release, const ShownEdition& shown,
                                       const Progress& progress);

// The same, of what its tables show.
std::vector<Finding> verify_rows_of_edition(const Release& release, const Progress& progress);

// All that the caller may learn: whoever may see the series gets what it remembers, and what its
// former editions show, compared with the edition.
std::vector<Finding> verify_edition(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
