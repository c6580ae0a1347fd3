#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/subject.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A source as the core sees it, with what it takes to find the way back.
struct Table {
  Microdata data;
  // For each attribute, its values and its column among the source's.
  std::vector<Dictionary> dictionaries;
  std::vector<std::size_t> columns;
  // Whose rows these are; nothing where a row is a person because no subject is named.
  std::optional<SubjectRows> subjects;
  // For an edition: the values of the attributes of the subject.
  std::vector<Dictionary> subject_values;
  // The attributes that are sensitive for no reason but that they are computed from others.
  AttributeSet computed_from_sensitive = {};
};

// What a table is read for: what only measures warns of no column that it would publish; for an
// edition of a series, whoever began that was warned, and persons are known by the subject's
// values.
enum class Purpose { publication, measurement, edition };

// Reads the columns that are no identifiers, and those of the subject. Unless for measurement,
// looks at columns that disclose sensitive ones (disclosing_columns.hpp), or look like identifiers
// (unclassified_identifiers.hpp), though nobody chose a role for them. Warns of identifiers that
// repeat though nobody named a subject. Fails for an empty table. Of a region (region_rows.hpp)
// looks at nothing: planning regions does (regions/region_plan.hpp).
Table read_table(const Source& source, const std::vector<AssignedRole>& roles, Purpose purpose,
                 const Progress& progress);

// Those rows, without subjects, for which an SQL expression is true, or all where it is empty,
// under a snapshot; dictionaries begin with what the innermost RegionRows knows of the source's
// columns. Warns of nothing.
Table read_sample(const Source& source, const std::vector<AssignedRole>& roles,
                  const std::string& condition, const KeptSnapshot& snapshot,
                  const Progress& progress);

// All rows, those that are equal once (Microdata::times). Types have an equality. Warns of nothing.
Table read_histogram(const Source& source, const std::vector<AssignedRole>& roles,
                     const KeptSnapshot& snapshot, const Progress& progress);

// Puts the rows in an order that does not depend on how they lay, and those of persons with them.
void sort_rows(Table& table, const Progress& progress);

// The core's view of a column.
Attribute make_attribute(const std::string& name, Role role, const Dictionary& dictionary);

}  // namespace microdata::postgres
