#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Number of a column's distinct values, and of rows with one of them: of all its values, or of a
// sample of values with all rows of each.
struct DistinctValues {
  std::uint64_t distinct = 0;
  std::uint64_t with_value = 0;
  // Numbers of rows with NULL, and of all rows, in the whole column.
  std::uint64_t nulls = 0;
  std::uint64_t rows = 0;
};
// Counts the distinct values of columns of the source, by number.
using CountDistinctValues =
    std::function<std::vector<DistinctValues>(const std::vector<std::size_t>& columns)>;

// Error about columns, with their names, that seem to identify persons.
class SeemToIdentify : public Error {
 public:
  SeemToIdentify(const Error& error, std::vector<std::string> columns)
      : Error(error), columns_(std::move(columns)) {}
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  std::vector<std::string> columns_;
};

// Returns the HINT about columns, by their names, that would be published without a chosen role.
std::string ways_to_choose(const std::vector<std::string>& names,
                           const std::vector<AssignedRole>& roles);

// Checks the columns to be published without a chosen role. Fails if one identifies persons or has
// full dates of birth (suggested_roles.hpp), unless pg_microdata.unclassified is "warn". Warns of
// others that look like identifiers, or whose values are nearly all distinct. Reads at most a
// sample of the source in addition to the table. If the table is only a sample of the source's
// rows, its distinct values prove nothing, and `count_distinct` counts these columns in the source.
void check_identifiers(const Source& source, const std::vector<AssignedRole>& roles,
                       const Table& table, const Progress& progress,
                       const CountDistinctValues& count_distinct = {});

// Checks the source's columns whose role is neither given nor declared. With
// pg_microdata.unclassified = 'error', fails if there are any. Otherwise warns of those that were
// added after roles were declared, and of those that have roles in other relations.
void check_unclassified(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
