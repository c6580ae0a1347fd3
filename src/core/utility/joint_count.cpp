#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/utility/count_estimate.hpp"

namespace microdata {

namespace {

// How much there is of a combination of values, by the number that stands for it.
struct KeyWeight {
  std::uint64_t key = 0;
  double weight = 0;
};

// What the tables below a table say of each of its cells.
using CellWeights = std::vector<std::vector<KeyWeight>>;

void merge(std::vector<KeyWeight>& weights) {
  std::sort(weights.begin(), weights.end(),
            [](const KeyWeight& x, const KeyWeight& y) { return x.key < y.key; });
  std::size_t kept = 0;
  for (const KeyWeight& one : weights) {
    if (kept > 0 && weights[kept - 1].key == one.key) {
      weights[kept - 1].weight += one.weight;
    } else {
      weights[kept++] = one;
    }
  }
  weights.resize(kept);
}

// Each combination of the two.
std::vector<KeyWeight> product(const std::vector<KeyWeight>& x, const std::vector<KeyWeight>& y) {
  std::vector<KeyWeight> result;
  result.reserve(x.size() * y.size());
  for (const KeyWeight& of_x : x) {
    for (const KeyWeight& of_y : y)
      result.push_back({of_x.key + of_y.key, of_x.weight * of_y.weight});
  }
  return result;
}

}  // namespace

LevelCells CountEstimator::joint(std::span<const std::size_t> attributes,
                                 const Progress& progress) const {
  // A value's place in the number of a combination.
  std::vector<std::uint64_t> place(attributes.size());
  double keys = 1;
  for (std::size_t i = attributes.size(); i-- > 0;) {
    place[i] = static_cast<std::uint64_t>(keys);
    keys *= domain_[attributes[i]];
    if (keys > 1e18) throw std::length_error("too many combinations of values");
  }
  // Tables that share an attribute agree on it: one of them says its value.
  std::vector<bool> said(attributes.size());
  std::vector<CellWeights> of_table(tables_.size());
  std::size_t weights = 0;
  const auto count = [&](std::size_t more) {
    if ((weights += more) > most_level_cells)
      throw std::length_error("too many combinations of values");
  };
  std::vector<KeyWeight> all{{0, 1}};
  for (const std::size_t t : order_) {
    const Table& table = tables_[t];
    const Relation& cells = table.marginal.cells;
    CellWeights& below = of_table[t];
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (said[i] || !contains(cells.attributes, attributes[i])) continue;
      said[i] = true;
      if (below.empty()) below.assign(cells.tuples, {{0, 1}});
      const auto at =
          std::lower_bound(cells.attributes.begin(), cells.attributes.end(), attributes[i]);
      const auto& codes = cells.columns[static_cast<std::size_t>(at - cells.attributes.begin())];
      for (std::size_t cell = 0; cell < cells.tuples; ++cell) {
        for (KeyWeight& one : below[cell])
          one.key += place[i] * codes[cell];
      }
    }
    // Nothing is asked of the table, nor of those below it: their shares sum up to 1.
    if (below.empty()) continue;
    std::vector<std::vector<KeyWeight>> kept(table.parent ? table.separator.distinct : 1);
    for (std::size_t cell = 0; cell < cells.tuples; ++cell) {
      progress.checkpoint_at(cell);
      const std::size_t s = table.parent ? table.separator.of_row[cell] : 0;
      const double share =
          table.marginal.share[cell] / (table.parent ? table.separator_share[s] : 1);
      count(below[cell].size());
      for (const KeyWeight& one : below[cell])
        kept[s].push_back({one.key, one.weight * share});
    }
    below.clear();
    for (std::vector<KeyWeight>& one : kept)
      merge(one);
    if (!table.parent) {
      all = std::move(kept.front());
      break;
    }
    CellWeights& above = of_table[*table.parent];
    const std::size_t parents = tables_[*table.parent].marginal.cells.tuples;
    if (above.empty()) above.assign(parents, {{0, 1}});
    for (std::size_t cell = 0; cell < parents; ++cell) {
      progress.checkpoint_at(cell);
      const auto& of_child = kept[table.separator.of_row[cells.tuples + cell]];
      count(above[cell].size() * of_child.size());
      above[cell] = product(above[cell], of_child);
    }
  }
  // Of an attribute that no part has, all values are equally likely.
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (said[i]) continue;
    std::vector<KeyWeight> values;
    for (std::uint64_t value = 0; value < domain_[attributes[i]]; ++value)
      values.push_back({place[i] * value, 1.0 / domain_[attributes[i]]});
    count(all.size() * values.size());
    all = product(all, values);
  }
  merge(all);
  LevelCells result{std::vector<std::vector<Code>>(attributes.size()), {}};
  for (const KeyWeight& one : all) {
    for (std::size_t i = 0; i < attributes.size(); ++i)
      result.level[i].push_back(static_cast<Code>(one.key / place[i] % domain_[attributes[i]]));
    result.weight.push_back(one.weight * rows_);
  }
  return result;
}

}  // namespace microdata
