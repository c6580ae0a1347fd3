#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/dependency_search.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/source/unclassified.hpp"

namespace microdata::postgres {

// Returns what attributes, by their names, say of a sensitive one, as a sentence.
std::string dependency_in_words(const std::vector<std::string>& attributes,
                                const std::string& sensitive, Determination determination,
                                const Dependency& dependency);

// Returns how far the search for it went, as sentences; empty where all was looked at.
std::string extent_in_words(const SearchExtent& extent);

// Fails, or warns where pg_microdata.unclassified is "warn", if columns to be published for which
// nobody chose a role seem to name persons (unclassified.hpp) or disclose a sensitive
// one: they are computed from it, have lists of its values, determine it in the table's rows, alone
// or two together, are determined by it, or have numbers that tell its numbers
// (core/privacy/dependency_search.hpp). The table may be a sample of the source's rows.
void check_unchosen_columns(const Source& source, const std::vector<AssignedRole>& roles,
                            const Table& table, const Progress& progress,
                            const CountDistinctValues& count_distinct = {});

}  // namespace microdata::postgres
