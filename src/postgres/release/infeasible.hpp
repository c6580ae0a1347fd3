#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/privacy/infeasible.hpp"
#include "core/subject/rows_left_out.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// What the tuples of an error are called, and how many there are: nothing: as many as rows.
struct CountedTuples {
  std::string one = "row";
  std::string many = "rows";
  std::optional<Row> all;
  // Rows that are left out with the tuples of a HINT about suppress, if tuples are persons.
  Row rows_to_suppress = 0;
  // As many tuples and rows as a call must be allowed to leave out that draws rows anew; 0 where
  // nothing is drawn.
  Row enough_tuples = 0;
  Row enough_rows = 0;
  // The l that persons with several rows can meet if all of their rows are to be published.
  std::vector<SmallerL> smaller;
};

// The evidence as a sentence: the one attribute value that it is about, and counts.
std::string evidence(const Table& table, const Infeasible& infeasible,
                     const CountedTuples& tuples = {});

// As in "3.94 (14695/3730, so at most 3.93 in two digits)": rounded for the reader, and a number
// that can be used.
std::string largest_l(const Infeasible& infeasible);

// "suppress => 0.0123 would allow ..."; empty where that would not help.
std::string suppression_hint(const Table& table, const Infeasible& infeasible,
                             const CountedTuples& tuples = {});

// "3 of 600 rows have a sensitive value that fewer than 8 rows of the bucket have".
std::string rare_values(std::uint64_t rare, std::uint64_t rows, std::uint32_t k);

// What was asked for that no release can meet.
struct Asked {
  double l = 1;
  std::uint32_t k = 1;
  // Slicing with groups made by hand, which are never changed.
  bool groups_by_hand = false;
};

// What is wrong, the evidence, and what would work.
Error infeasible_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                       const CountedTuples& tuples = {});

// How many rows would be left out though `suppress` does not allow it, why, and what would keep
// more.
Error left_out_error(const Table& table, const RowsLeftOut& left, const Asked& asked);

}  // namespace microdata::postgres
