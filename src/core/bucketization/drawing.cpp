#include "core/bucketization/drawing.hpp"

#include <algorithm>
#include <utility>

#include "core/partition/drawing.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

TuplePartition draw_buckets(std::span<const std::span<const Code>> columns,
                            std::span<const Code> domains, std::span<const Row> rows, double l,
                            Random& random, const Progress& progress) {
  DrawableSets sets;
  const std::size_t attributes = columns.size();
  sets.items.resize(rows.size() * attributes);
  sets.begin.resize(rows.size() + 1);
  for (std::size_t j = 0; j < attributes; ++j) {
    progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        sets.items[i * attributes + j] = sets.end + columns[j][rows[i]];
    });
    sets.end += domains[j];
  }
  for (std::size_t i = 0; i <= rows.size(); ++i)
    sets.begin[i] = i * attributes;
  DrawingOptions options;
  options.l = l;
  options.fewest = std::max(fewest_tuples(l), 1U);
  return draw_buckets(std::move(sets), rows, options, random, progress);
}

}  // namespace microdata
