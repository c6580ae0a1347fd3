#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Numbers of rows by the values of two attributes. The table is a dense matrix if the product of
// the domains is small. Otherwise it lists only the pairs that occur, so two attributes of a
// million values each need no more memory than their rows.
struct ContingencyTable {
  struct Cell {
    Code row;
    Code column;
    std::uint32_t count;
  };

  Eigen::VectorXd row_totals;
  Eigen::VectorXd column_totals;
  double total = 0;
  // Matrix of shape row_totals.size() x column_totals.size(), or 0 x 0 if the table is sparse.
  Eigen::MatrixXd dense;
  std::vector<Cell> sparse;
};

// Returns the contingency table of two columns. Requires that every code below `distinct` occurs in
// each column.
ContingencyTable contingency_table(const CodedColumn& a, const CodedColumn& b,
                                   const Progress& progress = {});

// Returns the mean-square contingency coefficient, in 0 .. 1, or 0 if an attribute is constant
// (slicing paper, section 4.1.1).
double phi2(const ContingencyTable& table);

// Returns the mutual information in nats (fragmentation paper, section 4.1).
double mutual_information(const ContingencyTable& table);

}  // namespace microdata
