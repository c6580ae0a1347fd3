#include "core/bucketization/drawing.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/partition/drawing.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

TuplePartition draw_buckets(const Microdata& data, const AttributeSet& sensitive,
                            std::span<const Row> rows, double l, Random& random,
                            const Progress& progress) {
  DrawableSets sets;
  std::vector<Item> first_item;
  for (const std::size_t a : sensitive) {
    first_item.push_back(sets.end);
    sets.end += data.attributes[a].distinct;
  }
  sets.items.reserve(rows.size() * sensitive.size());
  sets.begin.reserve(rows.size() + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      const Code value = data.columns[sensitive[j]][rows[i]];
      if (!data.attributes[sensitive[j]].is_harmless(value))
        sets.items.push_back(first_item[j] + value);
    }
    sets.begin.push_back(sets.items.size());
  }
  DrawingOptions options;
  options.l = l;
  options.fewest = std::max(fewest_tuples(l), 1U);
  return draw_buckets(std::move(sets), rows, options, random, progress);
}

}  // namespace microdata
