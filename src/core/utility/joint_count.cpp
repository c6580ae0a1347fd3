#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/utility/count_estimate.hpp"

namespace microdata {

namespace {

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

// Returns the weights of all combinations of the two.
std::vector<KeyWeight> product(const std::vector<KeyWeight>& x, const std::vector<KeyWeight>& y) {
  if (!y.empty() && x.size() > most_level_cells / y.size())
    throw std::length_error("too many combinations of values");
  std::vector<KeyWeight> result;
  result.reserve(x.size() * y.size());
  for (const KeyWeight& of_x : x) {
    for (const KeyWeight& of_y : y)
      result.push_back({of_x.key + of_y.key, of_x.weight * of_y.weight});
  }
  return result;
}

// Returns the place value of each attribute. The number of a combination of values is the sum of
// the values times these.
std::vector<std::uint64_t> places_of(std::span<const std::size_t> attributes,
                                     std::span<const Code> domain) {
  std::vector<std::uint64_t> place(attributes.size());
  double keys = 1;
  for (std::size_t i = attributes.size(); i-- > 0;) {
    place[i] = static_cast<std::uint64_t>(keys);
    keys *= domain[attributes[i]];
    if (keys > 1e18) throw std::length_error("too many combinations of values");
  }
  return place;
}

// Adds the values of one attribute to the keys of the table's cells.
void add_values(const Relation& cells, std::size_t attribute, std::uint64_t place,
                CellWeights& below) {
  if (below.empty()) below.assign(cells.tuples, {{0, 1}});
  const auto at = std::lower_bound(cells.attributes.begin(), cells.attributes.end(), attribute);
  const auto& codes = cells.columns[static_cast<std::size_t>(at - cells.attributes.begin())];
  for (std::size_t cell = 0; cell < cells.tuples; ++cell) {
    for (KeyWeight& one : below[cell])
      one.key += place * codes[cell];
  }
}

// Limit on the total number of weights.
class WeightCount {
 public:
  void add(std::size_t more) {
    if ((weights_ += more) > most_level_cells)
      throw std::length_error("too many combinations of values");
  }

 private:
  std::size_t weights_ = 0;
};

}  // namespace

// Returns the weights of cells and of those below them, given each combination that the table
// shares with its parent. The root has a single, empty combination.
CellWeights CountEstimator::given_separator(const Table& table, const CellWeights& below,
                                            const Progress& progress) {
  CellWeights kept(table.parent ? table.separator.distinct : 1);
  for (std::size_t cell = 0; cell < below.size(); ++cell) {
    progress.checkpoint_at(cell);
    const std::size_t s = table.parent ? table.separator.of_row[cell] : 0;
    const double share = table.marginal.share[cell] / (table.parent ? table.separator_share[s] : 1);
    for (const KeyWeight& one : below[cell])
      kept[s].push_back({one.key, one.weight * share});
  }
  for (std::vector<KeyWeight>& one : kept)
    merge(one);
  return kept;
}

LevelCells CountEstimator::joint(std::span<const std::size_t> attributes,
                                 const Progress& progress) const {
  const std::vector<std::uint64_t> place = places_of(attributes, domain_);
  // Tables that share an attribute agree on the attribute's value: one of them is enough.
  std::vector<bool> said(attributes.size());
  std::vector<CellWeights> of_table(tables_.size());
  WeightCount count;
  std::vector<KeyWeight> all{{0, 1}};
  for (const std::size_t t : order_) {
    const Table& table = tables_[t];
    const Relation& cells = table.marginal.cells;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (said[i] || !contains(cells.attributes, attributes[i])) continue;
      said[i] = true;
      add_values(cells, attributes[i], place[i], of_table[t]);
    }
    // The question concerns neither this table nor the tables below it, and their shares sum to 1.
    if (of_table[t].empty()) continue;
    CellWeights kept = given_separator(table, std::exchange(of_table[t], CellWeights()), progress);
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
      count.add(above[cell].size() * of_child.size());
      above[cell] = product(above[cell], of_child);
    }
  }
  // All values of an attribute in no part are equally likely.
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (said[i]) continue;
    std::vector<KeyWeight> values;
    for (std::uint64_t value = 0; value < domain_[attributes[i]]; ++value)
      values.push_back({place[i] * value, 1.0 / domain_[attributes[i]]});
    count.add(all.size() * values.size());
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
