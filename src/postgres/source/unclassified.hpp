#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// How many distinct values a column has, in how many rows that have one: of all its values or of
// some, with all rows of each.
struct DistinctValues {
  std::uint64_t distinct = 0;
  std::uint64_t with_value = 0;
  // Of all of the column.
  std::uint64_t nulls = 0;
  std::uint64_t rows = 0;
};
// Counts them, of columns of the source by number.
using CountDistinctValues =
    std::function<std::vector<DistinctValues>(const std::vector<std::size_t>& columns)>;

// The error of columns that seem to identify persons, by their names.
class SeemToIdentify : public Error {
 public:
  SeemToIdentify(const Error& error, std::vector<std::string> columns)
      : Error(error), columns_(std::move(columns)) {}
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  std::vector<std::string> columns_;
};

// Returns the HINT of columns, by their names, that were published without a role.
std::string ways_to_choose(const std::vector<std::string>& names,
                           const std::vector<AssignedRole>& roles);

// Looks at the columns to be published for which nobody chose a role. Fails where one names persons
// or has full dates of birth (suggested_roles.hpp), unless pg_microdata.unclassified is "warn";
// warns of others that look like identifiers, or whose values are nearly all distinct. Reads no
// more than a sample of the source besides what was read of it. Where the table is but a sample of
// the source's rows, that its values are nearly all distinct says nothing: these columns are
// counted.
void check_identifiers(const Source& source, const std::vector<AssignedRole>& roles,
                       const Table& table, const Progress& progress,
                       const CountDistinctValues& count_distinct = {});

// What whoever publishes asks of the source's columns whose role is neither given nor declared.
// With pg_microdata.unclassified = 'error', fails where there are any. Else warns of those that the
// source has got since its roles were declared, and of those that have roles elsewhere.
void check_unclassified(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
