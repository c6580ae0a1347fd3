#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/dependency/dependency_search.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/source/unclassified.hpp"

namespace microdata::postgres {

// Returns a sentence about the dependency of a sensitive attribute on attributes, by their names.
std::string dependency_in_words(const std::vector<std::string>& attributes,
                                const std::string& sensitive, Determination determination,
                                const Dependency& dependency);

// Returns the limits of the search as sentences; empty if everything was searched.
std::string extent_in_words(const SearchExtent& extent);

// Fails, or warns if pg_microdata.unclassified is "warn", about columns to be published without a
// chosen role that seem to name persons (unclassified.hpp) or disclose a sensitive column. A column
// discloses a sensitive one if it
// - is computed from it;
// - has lists of its values;
// - determines it in the table's rows, alone or with another column, or is determined by it;
// - has numbers that approximate its numbers (core/dependency/dependency_search.hpp).
// The table can be a sample of the source's rows.
void check_unchosen_columns(const Source& source, const std::vector<AssignedRole>& roles,
                            const Table& table, const Progress& progress,
                            const CountDistinctValues& count_distinct = {});

}  // namespace microdata::postgres
