#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/shown_release.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

// A release read back attribute by attribute, beside the persons of its source and outsiders.
struct ReleasedTable {
  PublishedTable table;
  // Names of the attributes, in the order of the source's columns.
  std::vector<std::string> names;
  // True for each attribute with NULL, which is then the last label.
  std::vector<bool> has_null;
  PersonValues source;
  std::optional<PersonValues> outsiders;
};

// Returns what an attribute shows, beside the persons of the source. Requires finished
// dictionaries; the caller sets the column.
PublishedTable::Attribute published_attribute(const Release& release, ReadAttribute& reading,
                                              const Progress& progress);

// Reads a release in buckets, its source, which must exist, and outsiders, with the caller's
// privileges. Attributes of outsiders have their names in the source. Requires a SpiSession.
ReleasedTable read_table_in_buckets(const Release& release, const ReadScope& scope,
                                    const Progress& progress);
// Reads a release whose rows are linked as they are, as read_table_in_buckets() does.
ReleasedTable read_table_of_rows(const Release& release, const ReadScope& scope,
                                 const Progress& progress);

// Reads a release of persons with several rows each, as read_table_in_buckets() does. A row of the
// table is a person, with the sets of rows and of sensitive values as columns.
ReleasedTable read_table_of_subjects(const Release& release, const ReadScope& scope,
                                     const Progress& progress);

// Returns a release of one table, in which a row is a person, as the singling-out attack looks at
// it.
ShownRelease shown_release(ReleasedTable&& released);

// Reads a release of persons with several rows each beside its source, which must exist. The tables
// are read as one of persons, which shows their sets of rows and of sensitive values. Requires a
// SpiSession.
ShownRelease read_shown_subjects(const Release& release, const ReadScope& beside,
                                 const Progress& progress);

}  // namespace microdata::postgres
