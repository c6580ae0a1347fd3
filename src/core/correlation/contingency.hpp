#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// How often the values of two attributes occur together: a dense matrix where the product of the
// domains is small, otherwise only the pairs that occur, so that two attributes of a million values
// each take no more room than their rows.
struct ContingencyTable {
  struct Cell {
    Code row;
    Code column;
    std::uint32_t count;
  };

  Eigen::VectorXd row_totals;
  Eigen::VectorXd column_totals;
  double total = 0;
  // Shape row_totals.size() x column_totals.size(), or 0 x 0 where the table is sparse.
  Eigen::MatrixXd dense;
  std::vector<Cell> sparse;
};

// Every code below `distinct` occurs in either column.
ContingencyTable contingency_table(const CodedColumn& a, const CodedColumn& b,
                                   const Progress& progress = {});

// Mean-square contingency coefficient, in 0 .. 1; 0 if an attribute is constant
// (slicing paper, section 4.1.1).
double phi2(const ContingencyTable& table);

// In nats (fragmentation paper, section 4.1).
double mutual_information(const ContingencyTable& table);

}  // namespace microdata
