#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Counts of a whole table, or of its regions, by aggregates of PostgreSQL; a foreign table is
// counted on its server. Values are text, independent of the session.

// The largest number of values that count as few.
inline constexpr std::size_t most_few_values = 4096;
// The largest size of few values, which are written into statements and a release's parameters.
inline constexpr std::size_t most_bytes_of_few_values = std::size_t{1} << 20U;

// The number of rows, and the smallest and largest value of some columns with numbers; nothing for
// columns of NULL alone. Not-a-number is not an extreme.
struct Extremes {
  std::int64_t rows = 0;
  std::vector<GlobalValues> columns;
};
Extremes count_extremes(const Source& source, const std::vector<std::size_t>& columns,
                        const KeptSnapshot& snapshot);

// Returns the values of a column and the number of rows of each: the most frequent values, at most
// `most`.
GlobalValues count_values(const SourceColumn& column, const Source& source, std::size_t most,
                          const KeptSnapshot& snapshot);

// Extremes and values of a column of few values, counted in one pass over the table.
struct ExtremesAndValues {
  Extremes extremes;
  GlobalValues values;
};
ExtremesAndValues count_extremes_and_values(const Source& source,
                                            const std::vector<std::size_t>& columns,
                                            const SourceColumn& column, std::size_t most,
                                            const KeptSnapshot& snapshot);

// True if the last ANALYZE found few values of the column.
bool is_known_to_have_few_values(const Source& source, const SourceColumn& column);

// Returns the expression of a value by which rows are grouped. Values without an order are grouped
// by their text. So are composite values, which Citus (13.2.2) does not read back from intermediate
// results.
std::string group_expression(const SourceColumn& column);

// True if values of the type have hashes that are equal for equal values.
bool is_hashable(const AttributeType& type);

// The number of rows of a region with a value; an empty value is NULL.
struct RegionCount {
  std::uint32_t region = 0;
  std::optional<std::string> value;
  std::int64_t rows = 0;
};

// Returns the number of rows of each region.
std::vector<std::int64_t> count_regions(const Source& source, const std::string& region,
                                        std::uint32_t regions, const KeptSnapshot& snapshot);

// The values to count in each region: all values of a column, or only those that more than a share
// of 1/l of the rows of some region have.
enum class OfValues : std::uint8_t { all, above_share };
std::vector<RegionCount> count_by_region(const SourceColumn& column, const Source& source,
                                         const std::string& region, OfValues which, double l,
                                         const KeptSnapshot& snapshot);

// The combinations of values of other columns that occur with a sensitive column, as rows with a
// value of each, at most `most`. If any_above_share, one sensitive value that is not harmless has
// more than a share of 1/l in some combination.
struct CombinationsBeside {
  std::vector<ResultRow> combinations;
  bool any_above_share = false;
};
CombinationsBeside combinations_beside(const SourceColumn& column,
                                       const std::vector<std::string>& others, const Source& source,
                                       const HarmlessValues& harmless, double l, std::size_t most,
                                       const KeptSnapshot& snapshot, const Progress& progress);

// The number of rows of a sensitive value in a region, given the values of other columns, whose
// combinations `given` numbers. The function count_linked() returns only combinations in which one
// sensitive value, harmless or not, has more than a share of 1/l in some region. It returns at most
// `most` rows; more are too many.
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

// Returns the counts of all combinations in one pass over the table; nothing if there are more than
// `most`.
std::optional<std::vector<LinkedCount>> count_together(const SourceColumn& column,
                                                       const std::vector<std::string>& others,
                                                       const Source& source,
                                                       const std::string& region, std::size_t most,
                                                       const KeptSnapshot& snapshot);

// Returns an SQL condition that about `wanted` of a table's rows meet, chosen at random; empty if
// all rows do. With `seeded` the choice is by a hash of values, independent of the rows' places;
// equal rows are then chosen together. A third more than `wanted` are chosen, so that there are
// rarely fewer.
std::string sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                               std::int64_t rows, std::size_t wanted, bool seeded, Random& random);

// Returns an SQL condition for about `wanted` of `all` groups of rows with the same values of the
// expressions, chosen at random, and a third more; empty if all are.
std::string chosen_by_hash(const std::vector<std::string>& expressions, std::size_t wanted,
                           std::int64_t all, Random& random);

// Warns of identifiers as reading the table would (source/table.hpp), if a sample, or distinct
// values of its rows, was read.
void warn_of_source(const Source& source, const std::vector<AssignedRole>& roles,
                    const Table& sample, std::int64_t rows, const KeptSnapshot& snapshot,
                    const Progress& progress);

}  // namespace microdata::postgres
