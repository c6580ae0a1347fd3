#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// What is counted of a whole table, or of its regions, by aggregates of PostgreSQL: of a foreign
// table, where its rows are. Values are text, independent of the session.

// More values than these are no few.
inline constexpr std::size_t most_few_values = 4096;
// They stand in statements and in a release's parameters.
inline constexpr std::size_t most_bytes_of_few_values = std::size_t{1} << 20U;

// How many rows there are, and the smallest and the largest of some columns that have numbers for
// values; of columns of NULLs alone, nothing. Not-a-number is no extreme.
struct Extremes {
  std::int64_t rows = 0;
  std::vector<GlobalValues> columns;
};
Extremes count_extremes(const Source& source, const std::vector<std::size_t>& columns,
                        const KeptSnapshot& snapshot);

// The values of a column, and how many rows have each: those that most rows have, at most `most`.
GlobalValues count_values(const SourceColumn& column, const Source& source, std::size_t most,
                          const KeptSnapshot& snapshot);

// Both in one pass over the table: for a column of few values.
struct ExtremesAndValues {
  Extremes extremes;
  GlobalValues values;
};
ExtremesAndValues count_extremes_and_values(const Source& source,
                                            const std::vector<std::size_t>& columns,
                                            const SourceColumn& column, std::size_t most,
                                            const KeptSnapshot& snapshot);

// Whether the last ANALYZE found few values of the column.
bool is_known_to_have_few_values(const Source& source, const SourceColumn& column);

// How many rows of a region have a value; nothing: NULL.
struct RegionCount {
  std::uint32_t region = 0;
  std::optional<std::string> value;
  std::int64_t rows = 0;
};

// Rows of each region.
std::vector<std::int64_t> count_regions(const Source& source, const std::string& region,
                                        std::uint32_t regions, const KeptSnapshot& snapshot);

// Of each region and value of a column, or of those values alone that more than a share of 1/l of
// the rows of some region have.
enum class OfValues : std::uint8_t { all, above_share };
std::vector<RegionCount> count_by_region(const SourceColumn& column, const Source& source,
                                         const std::string& region, OfValues which, double l,
                                         const KeptSnapshot& snapshot);

// The combinations of values of others that stand beside a sensitive column, at most `most`, a
// value of each; and whether, beside some combination, more than a share of 1/l have one sensitive
// value.
struct CombinationsBeside {
  std::vector<ResultRow> combinations;
  bool any_above_share = false;
};
CombinationsBeside combinations_beside(const SourceColumn& column,
                                       const std::vector<std::string>& others, const Source& source,
                                       double l, std::size_t most, const KeptSnapshot& snapshot);

// The same of a sensitive column given the values of others: `given` numbers their combinations.
// Only combinations of which, in some region, more than a share of 1/l have one sensitive value;
// at most `most` rows: more are too many.
struct LinkedCount {
  std::uint32_t region = 0;
  std::int64_t given = 0;
  std::optional<std::string> value;
  std::int64_t rows = 0;
};
std::vector<LinkedCount> count_linked(const SourceColumn& column,
                                      const std::vector<std::string>& others, const Source& source,
                                      const std::string& region, double l, std::size_t most,
                                      const KeptSnapshot& snapshot);

// The same of all combinations that there are, so that one pass over the table tells everything:
// nothing where there are more than `most`.
std::optional<std::vector<LinkedCount>> count_together(const SourceColumn& column,
                                                       const std::vector<std::string>& others,
                                                       const Source& source,
                                                       const std::string& region, std::size_t most,
                                                       const KeptSnapshot& snapshot);

// An SQL condition that about so many of a table's rows meet, chosen at random; empty where that is
// all of them. `seeded`: the same rows wherever they lie, by a hash of their values; rows that are
// equal are chosen together then. A third more than `wanted` are chosen, so that rarely there are
// fewer.
std::string sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                               std::int64_t rows, std::size_t wanted, bool seeded, Random& random);

// Warns of identifiers as reading the table would (source/table.hpp), where a sample, or what is
// different of its rows, was read.
void warn_of_source(const Source& source, const std::vector<AssignedRole>& roles,
                    const Table& sample, std::int64_t rows, const KeptSnapshot& snapshot,
                    const Progress& progress);

}  // namespace microdata::postgres
