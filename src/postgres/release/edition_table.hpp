#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/series/edition.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A source that was read, and the edition of a series made of it.
struct EditionTable {
  Table table;
  // The sensitive attribute, and its values in all editions, which the signatures' codes stand for.
  // NULL, the last one, is among them.
  std::size_t sensitive = 0;
  Dictionary values;
  Edition edition;
  // All who are shown: the edition's buckets, then the groups of those without a value.
  TuplePartition shown;
  // What is to be remembered: signatures from `first_signature` on are new.
  std::size_t first_signature = 0;
  std::vector<SignatureTexts> signatures;
  PersonChanges changes;
};

// The roles as they were when the series began; fails where the source no longer has the
// attributes, or where they have other types.
std::vector<AssignedRole> roles_in_series(const Source& source, const Series& series);

// Makes the next edition of what was read for it; fails where nobody can be published.
EditionTable make_edition_table(Table table, const Series& series, Random& random,
                                const Progress& progress);

}  // namespace microdata::postgres
