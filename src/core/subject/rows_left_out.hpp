#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/infeasible.hpp"

namespace microdata {

// A smaller l, and a number of suppressed rows that hardly any draw exceeds with it
// (other_draws.hpp).
struct SmallerL {
  double l = 1;
  Row rows = 0;
};

// Error that more rows would be suppressed than allowed, for every person of a bucket to publish
// the same number of rows. Rows beyond rows_per_person do not count.
struct RowsLeftOut : std::exception {
  Row rows = 0;
  Row all_rows = 0;
  // Number of rows, at least `rows`, that a new call, which draws other rows, must be allowed to
  // suppress.
  Row enough_rows = 0;
  // Number of persons that would lose some or all rows.
  Row persons = 0;
  Row all_persons = 0;
  // Reason why the persons with `rows_each` rows cannot publish all of them among themselves. It
  // concerns the number of rows with the largest loss; nothing if no value is the reason.
  std::optional<Infeasible> preventing;
  // Smaller values of l, descending, each with fewer rows; the last might suppress none.
  std::vector<SmallerL> smaller;

  const char* what() const noexcept override { return "more rows are left out than may be"; }
};

// Error that more persons would have to be suppressed than allowed. If to_suppress is not 0, a
// release without that number of persons suppresses rows_to_suppress rows, those of other persons
// included.
struct PersonsInfeasible : Infeasible {
  explicit PersonsInfeasible(const Infeasible& infeasible) : Infeasible(infeasible) {}

  Row rows_to_suppress = 0;
  // Number of rows within rows_per_person.
  Row all_rows = 0;
  // Numbers of persons and rows, at least the numbers above, that a new call, which draws other
  // rows, must be allowed to suppress.
  Row enough_persons = 0;
  Row enough_rows = 0;
  // Smaller values of l, as in RowsLeftOut.
  std::vector<SmallerL> smaller;
};

}  // namespace microdata
