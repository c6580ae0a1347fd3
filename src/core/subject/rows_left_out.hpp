#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/infeasible.hpp"

namespace microdata {

// A smaller l, and how many rows it would leave out, whichever are drawn (other_draws.hpp).
struct SmallerL {
  double l = 1;
  Row rows = 0;
};

// More rows would be left out than may be, so that as many are published of every person of a
// bucket. Rows beyond rows_per_person do not count.
struct RowsLeftOut : std::exception {
  Row rows = 0;
  Row all_rows = 0;
  // As many as a call must be allowed to leave out, which draws other rows; at least `rows`.
  Row enough_rows = 0;
  // Persons who would lose rows, or all of them.
  Row persons = 0;
  Row all_persons = 0;
  // Why persons with `rows_each` rows cannot publish all of these among themselves; of the persons
  // who cannot, those who cost most rows. Nothing where no value does.
  std::optional<Infeasible> preventing;
  // By descending l, fewer rows each; the last may leave out none.
  std::vector<SmallerL> smaller;

  const char* what() const noexcept override { return "more rows are left out than may be"; }
};

// More persons would have to be left out than may be. Where to_suppress is not 0, a release that
// leaves out so many persons leaves out so many rows, of these and of others.
struct PersonsInfeasible : Infeasible {
  explicit PersonsInfeasible(const Infeasible& infeasible) : Infeasible(infeasible) {}

  Row rows_to_suppress = 0;
  // As many as a call must be allowed to leave out, which draws other rows; at least as many.
  Row enough_persons = 0;
  Row enough_rows = 0;
  // As in RowsLeftOut.
  std::vector<SmallerL> smaller;
};

}  // namespace microdata
