#include "core/partition/class_tuples.hpp"

namespace microdata {

namespace {

bool varies(const CodeColumn& column) {
  for (std::size_t i = 1; i < column.tuples; ++i) {
    if (column[i] != column[0]) return true;
  }
  return false;
}

}  // namespace

void take_class(std::span<const Row> rows, std::span<const Code> codes, std::size_t width,
                ClassTuples& result, const Progress& progress) {
  result.rows = rows;
  result.varying.clear();
  for (std::uint32_t x = 0; x < width; ++x) {
    if (varies({codes.data() + x, width, rows.size()})) result.varying.push_back(x);
  }
  result.codes.resize(rows.size() * result.varying.size());
  Code* next = result.codes.data();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    for (const std::uint32_t x : result.varying)
      *next++ = codes[i * width + x];
  }
}

}  // namespace microdata
