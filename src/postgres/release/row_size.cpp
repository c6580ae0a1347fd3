#include "postgres/release/row_size.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace microdata::postgres {

namespace {

std::string fewer_attributes(std::size_t bytes) {
  return "Publish fewer attributes: leave some out with identifiers, or divide them among more "
         "tables with fragment_table(fragments => " +
         std::to_string(tables_for(bytes)) + ").";
}

std::size_t bytes_of_row(std::size_t of_values) {
  return MAXALIGN(SizeofHeapTupleHeader) + of_values;
}

std::string too_many_bytes(std::size_t row) {
  return "at least " + std::to_string(row) + " bytes; at most " + std::to_string(MaxHeapTupleSize) +
         " fit into a page.";
}

// Returns the size in the server's message, in any language; 0 if there is none.
std::size_t first_number(const char* message) {
  const char* digit = std::find_if(message, message + std::strlen(message),
                                   [](char c) { return c >= '0' && c <= '9'; });
  return std::strtoul(digit, nullptr, 10);
}

}  // namespace

std::size_t tables_for(std::size_t bytes) {
  return bytes * 3 / 2 / MaxHeapTupleSize + 1;
}

std::size_t least_bytes_of_values(const Table& table, const AttributeSet& attributes) {
  std::size_t bytes = 0;
  for (const std::size_t a : attributes)
    bytes += table.dictionaries[a].least_bytes_in_row();
  return bytes;
}

void require_row_fits(std::size_t least_bytes, std::size_t columns) {
  const std::size_t row = bytes_of_row(least_bytes);
  if (row <= MaxHeapTupleSize) return;
  throw RowTooBig(Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "rows of " + std::to_string(columns) +
                                                            " columns would be too big for a table")
                      .detail("They would take " + too_many_bytes(row))
                      .hint(fewer_attributes(row)),
                  row);
}

double least_bytes_of_text(double size) {
  // Shorter than any compressed value, and than a pointer to a value stored elsewhere.
  constexpr double stored_elsewhere = 12;
  // The server moves or compresses only values that are longer than a pointer.
  constexpr auto least_moved =
      static_cast<double>(MAXALIGN(VARHDRSZ_EXTERNAL + sizeof(varatt_external)) + 1);
  return size < least_moved ? size - VARHDRSZ + VARHDRSZ_SHORT : stored_elsewhere;
}

void require_row_with_lists_fits(double least_bytes, std::size_t columns,
                                 const std::string& in_place_of_lists) {
  const std::size_t row = bytes_of_row(static_cast<std::size_t>(least_bytes));
  if (row <= MaxHeapTupleSize) return;
  throw RowTooBig(Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "rows with lists of values of " +
                                                            std::to_string(columns) +
                                                            " columns would be too big for a table")
                      .detail("A row of one class would take " + too_many_bytes(row))
                      // Lists that are not stored elsewhere take twice the least, also in
                      // fragments.
                      .hint(fewer_attributes(2 * row) + in_place_of_lists),
                  row);
}

void explain_row_too_big(const ErrorData& error) {
  if (error.sqlerrcode != ERRCODE_PROGRAM_LIMIT_EXCEEDED || error.message_id == nullptr ||
      std::strncmp(error.message_id, "row is too big", std::strlen("row is too big")) != 0) {
    return;
  }
  const std::size_t row = std::max<std::size_t>(first_number(error.message), MaxHeapTupleSize + 1);
  throw RowTooBig(
      Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "a row of the release is too big for a table")
          .detail("It would take " + too_many_bytes(row))
          .hint(fewer_attributes(row)),
      row);
}

}  // namespace microdata::postgres
