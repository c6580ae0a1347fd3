#include "core/risk/fragment_view.hpp"

#include <algorithm>
#include <utility>

#include "core/base/radix_sort.hpp"

namespace microdata {

FragmentClasses read_classes(const FragmentView& view, const Progress& progress) {
  FragmentClasses result;
  result.counts.resize(view.classes);
  result.rows.resize(view.classes);
  std::vector<std::uint64_t> pairs;
  pairs.reserve(view.class_of_row.size());
  for (std::size_t row = 0; row < view.class_of_row.size(); ++row) {
    progress.checkpoint_at(row);
    const std::uint32_t c = view.class_of_row[row];
    ++result.rows[c];
    if (view.class_values[row] == no_class_value) continue;
    pairs.push_back(std::uint64_t{c} << 32U | view.class_values[row]);
  }
  radix_sort(
      std::span(pairs), std::uint64_t{view.classes} << 32U, [](std::uint64_t pair) { return pair; },
      progress);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    progress.checkpoint_at(i);
    ClassCounts& counts = result.counts[pairs[i] >> 32U];
    const auto value = static_cast<Code>(pairs[i]);
    if (counts.empty() || counts.back().value != value) counts.push_back({value, 0});
    ++counts.back().tuples;
  }
  return result;
}

}  // namespace microdata
