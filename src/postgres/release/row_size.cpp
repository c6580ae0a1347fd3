#include "postgres/release/row_size.hpp"

#include <cstring>
#include <string>

#include "postgres/server/error.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* fewer_attributes =
    "Publish fewer attributes: leave some out with identifiers, or divide them among more tables "
    "with fragment_table().";

}  // namespace

std::size_t least_bytes_of_values(const Table& table, const AttributeSet& attributes) {
  std::size_t bytes = 0;
  for (const std::size_t a : attributes)
    bytes += table.dictionaries[a].least_bytes_in_row();
  return bytes;
}

void require_row_fits(std::size_t least_bytes, std::size_t columns) {
  const std::size_t row = MAXALIGN(SizeofHeapTupleHeader) + least_bytes;
  if (row <= MaxHeapTupleSize) return;
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
              "rows of " + std::to_string(columns) + " columns would be too big for a table")
      .detail("They would take at least " + std::to_string(row) + " bytes; at most " +
              std::to_string(MaxHeapTupleSize) + " fit into a page.")
      .hint(fewer_attributes);
}

void explain_row_too_big(const ErrorData& error) {
  if (error.sqlerrcode != ERRCODE_PROGRAM_LIMIT_EXCEEDED || error.message_id == nullptr ||
      std::strncmp(error.message_id, "row is too big", std::strlen("row is too big")) != 0) {
    return;
  }
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "a row of the release is too big for a table")
      .detail("At most " + std::to_string(MaxHeapTupleSize) + " bytes fit into a page.")
      .hint(fewer_attributes);
}

}  // namespace microdata::postgres
