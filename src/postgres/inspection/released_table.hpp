#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/shown_release.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

// A release read back attribute by attribute, beside the persons of its source and others.
struct ReleasedTable {
  PublishedTable table;
  // Of the attributes, in the order of the source's columns.
  std::vector<std::string> names;
  // True of those with a NULL, which is the last label then.
  std::vector<bool> has_null;
  PersonValues source;
  std::optional<PersonValues> outsiders;
};

// Beside the persons of its source, what an attribute that was read shows; its dictionaries are
// finished. Its column is left open.
PublishedTable::Attribute published_attribute(const Release& release, ReadAttribute& reading,
                                              const Progress& progress);

// Reads all with the caller's privileges; the source is there. Outsiders have the attributes by
// their names in the source. Requires a SpiSession.
ReleasedTable read_table_in_buckets(const Release& release, const ReadScope& scope,
                                    const Progress& progress);
// The same of a release whose rows are linked as they are.
ReleasedTable read_table_of_rows(const Release& release, const ReadScope& scope,
                                 const Progress& progress);

// A release of one table, in which a row is a person, as singling out looks at it.
ShownRelease shown_release(ReleasedTable&& released);

// Reads a release of persons with several rows beside its source, which is there: its tables as one
// of persons, which shows their sets of rows and of sensitive values. Requires a SpiSession.
ShownRelease read_shown_subjects(const Release& release, const ReadScope& beside,
                                 const Progress& progress);

}  // namespace microdata::postgres
