#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/source/table.hpp"

// Rows of a table fit into a page, however much of their values is stored elsewhere.

namespace microdata::postgres {

// The error (54000) of rows that are too big for their table, with the bytes that one takes at
// least.
class RowTooBig : public Error {
 public:
  RowTooBig(const Error& error, std::size_t bytes) : Error(error), bytes_(bytes) {}
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
};

// Returns among how many tables the columns of such a row can be divided, with room for what its
// bytes do not count.
std::size_t tables_for(std::size_t bytes);

// Returns the fewest bytes that a row of these attributes takes for their values, which are
// published as they are.
std::size_t least_bytes_of_values(const Table& table, const AttributeSet& attributes);

// Fails (54000) if values of so many bytes do not fit into a row. `columns`: of the table that they
// would be in.
void require_row_fits(std::size_t least_bytes, std::size_t columns);

// Returns the fewest bytes that a text takes in a row, by its size with a whole header: short ones
// are stored there, and of others what leads to them.
double least_bytes_of_text(double size);

// The same for rows with lists of values, which are as long as classes are large. `columns`: those
// that are generalized. `in_place_of_lists`: a sentence about what is shorter, or nothing.
void require_row_with_lists_fits(double least_bytes, std::size_t columns,
                                 const std::string& in_place_of_lists);

// Throws a RowTooBig if that is what the server's error says.
void explain_row_too_big(const ErrorData& error);

}  // namespace microdata::postgres
