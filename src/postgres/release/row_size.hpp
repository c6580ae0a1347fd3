#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/source/table.hpp"

// Rows of a table must fit into a page, however much of their values is stored elsewhere.

namespace microdata::postgres {

// Error (54000) for rows that are too big for their table, with the least number of bytes of a row.
class RowTooBig : public Error {
 public:
  RowTooBig(const Error& error, std::size_t bytes) : Error(error), bytes_(bytes) {}
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
};

// Returns the number of tables into which the columns of such a row can be divided, with room for
// bytes that are not counted.
std::size_t tables_for(std::size_t bytes);

// Returns the smallest number of bytes that the values of these attributes take in a row, if they
// are published unchanged.
std::size_t least_bytes_of_values(const Table& table, const AttributeSet& attributes);

// Fails (54000) if values of so many bytes do not fit into a row; `columns` is the number of the
// table's columns.
void require_row_fits(std::size_t least_bytes, std::size_t columns);

// Returns the smallest number of bytes that a text takes in a row, from its size with a whole
// header: short texts are stored in the row, and a pointer stands for others.
double least_bytes_of_text(double size);

// Fails (54000) if rows with lists of values, which are as long as classes are large, do not fit.
// `columns` is the number of generalized columns; `in_place_of_lists` is a sentence about shorter
// alternatives, or empty.
void require_row_with_lists_fits(double least_bytes, std::size_t columns,
                                 const std::string& in_place_of_lists);

// Throws a RowTooBig if the server's error says so.
void explain_row_too_big(const ErrorData& error);

}  // namespace microdata::postgres
