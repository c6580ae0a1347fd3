#include "core/risk/class_disclosure.hpp"

#include <algorithm>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/risk/class_weights.hpp"

namespace microdata {

ClassDisclosure measure_class_disclosure(const ClassCover& cover, std::span<const Code> values,
                                         std::span<const std::uint8_t> harmless,
                                         const Progress& progress) {
  const Grouped<Code> values_of = group_by(
      cover.class_of_row, cover.classes, [&](std::size_t row) { return values[row]; }, progress);
  const Code distinct = values.empty() ? 0 : *std::max_element(values.begin(), values.end()) + 1;
  std::vector<double> counts(distinct);
  const ClassWeights weights(cover);
  std::vector<double> of_row;
  // Rows count by the weight of their class in of_row.
  const auto largest_share = [&](std::span<const std::uint32_t> classes) {
    double rows = 0;
    double largest = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const double weight = of_row[i];
      for (const Code value : values_of[classes[i]]) {
        counts[value] += weight;
        if (harmless.empty() || harmless[value] == 0) largest = std::max(largest, counts[value]);
      }
      rows += weight * weights.rows(classes[i]);
    }
    for (const std::uint32_t c : classes) {
      for (const Code value : values_of[c])
        counts[value] = 0;
    }
    return rows > 0 ? largest / rows : 0;
  };

  ClassDisclosure result;
  if (cover.cursory) {
    double largest = 0;
    of_row.assign(1, 1);
    for (std::uint32_t c = 0; c < cover.classes; ++c)
      largest = std::max(largest, largest_share({&c, 1}));
    result.of_kind.assign(cover.kinds, largest);
    return result;
  }
  // Most kinds lie in one class, so the share of each class is computed once.
  std::vector<double> of_class(cover.classes, -1);
  for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
    progress.checkpoint_at(kind);
    const std::span<const std::uint32_t> classes = cover.of_kind(kind);
    (void)weights.weigh_rows(kind, of_row);
    if (classes.size() != 1) {
      result.of_kind.push_back(largest_share(classes));
      continue;
    }
    double& known = of_class[classes.front()];
    if (known < 0) known = largest_share(classes);
    result.of_kind.push_back(known);
  }
  return result;
}

}  // namespace microdata
