#include "core/utility/count_estimate.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/microdata/attribute_set.hpp"
#include "core/utility/fitted_core.hpp"
#include "core/utility/join_tree.hpp"

namespace microdata {

namespace {

// Limit on the cells of a marginal and on the steps of computing it.
constexpr std::size_t most_cells = std::numeric_limits<Row>::max();

// Sets the weight of cells with another value to 0.
void restrict_to(const ValueSet& set, const Relation& cells, std::vector<double>& weight,
                 const Progress& progress) {
  const auto at = std::lower_bound(cells.attributes.begin(), cells.attributes.end(), set.attribute);
  const std::vector<Code>& codes =
      cells.columns[static_cast<std::size_t>(at - cells.attributes.begin())];
  for (std::size_t cell = 0; cell < cells.tuples; ++cell) {
    progress.checkpoint_at(cell);
    if (!set.contains[codes[cell]]) weight[cell] = 0;
  }
}

}  // namespace

CountEstimator::CountEstimator(const Microdata& data, std::span<const PublishedPart> parts,
                               const Progress& progress)
    : rows_(data.rows), covered_(data.attributes.size()) {
  for (const Attribute& attribute : data.attributes)
    domain_.push_back(attribute.distinct);
  std::vector<AttributeSet> edges;
  for (const PublishedPart& part : parts) {
    edges.push_back(part.attributes);
    for (const std::size_t a : part.attributes)
      covered_[a] = true;
    Table& table = tables_.emplace_back();
    std::optional<Marginal> marginal =
        marginal_of(data, part, part.attributes, most_cells, progress);
    if (!marginal) throw std::length_error("the marginal of a part has too many cells");
    table.marginal = std::move(*marginal);
  }
  const JoinTree tree = join_tree(edges, progress);
  for (const JoinTree::Ear& ear : tree.ears)
    attach(ear.edge, ear.parent, ear.separator, data, progress);
  if (tree.acyclic()) {
    order_.insert(order_.end(), tree.core.begin(), tree.core.end());
    return;
  }
  const std::vector<AttributeSet> shared = shared_attributes(edges, tree.core);
  FittedCore fit = fit_core(data, parts, tree.core, shared, progress);
  const std::size_t root = tables_.size();
  tables_.push_back({{std::move(fit.cells), std::move(fit.share)}, std::nullopt, {}, {}});
  for (std::size_t i = 0; i < tree.core.size(); ++i)
    attach(tree.core[i], root, shared[i], data, progress);
  order_.push_back(root);
}

void CountEstimator::attach(std::size_t child, std::size_t parent, const AttributeSet& separator,
                            const Microdata& data, const Progress& progress) {
  Table& table = tables_[child];
  table.parent = parent;
  table.separator = combine_both(table.marginal.cells, tables_[parent].marginal.cells, separator,
                                 data.attributes, progress);
  table.separator_share.assign(table.separator.distinct, 0);
  for (std::size_t cell = 0; cell < table.marginal.share.size(); ++cell)
    table.separator_share[table.separator.of_row[cell]] += table.marginal.share[cell];
  order_.push_back(child);
}

double CountEstimator::estimate(std::span<const ValueSet> predicate,
                                const Progress& progress) const {
  double result = rows_;
  // A table's weights are empty as long as the predicate concerns neither the table nor the tables
  // below it.
  std::vector<std::vector<double>> weight(tables_.size());
  const auto weights_of = [&](std::size_t t) -> std::vector<double>& {
    if (weight[t].empty()) weight[t] = tables_[t].marginal.share;
    return weight[t];
  };
  for (const ValueSet& set : predicate) {
    if (!covered_[set.attribute]) {
      result *= static_cast<double>(std::count(set.contains.begin(), set.contains.end(), true)) /
                domain_[set.attribute];
    }
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (contains(tables_[t].marginal.cells.attributes, set.attribute))
        restrict_to(set, tables_[t].marginal.cells, weights_of(t), progress);
    }
  }
  for (const std::size_t t : order_) {
    if (weight[t].empty()) continue;
    const Table& table = tables_[t];
    if (!table.parent) {
      double sum = 0;
      for (const double one : weight[t])
        sum += one;
      return result * sum;
    }
    std::vector<double> kept(table.separator.distinct);
    for (std::size_t cell = 0; cell < weight[t].size(); ++cell) {
      progress.checkpoint_at(cell);
      kept[table.separator.of_row[cell]] += weight[t][cell];
    }
    for (std::size_t s = 0; s < kept.size(); ++s)
      kept[s] = table.separator_share[s] > 0 ? kept[s] / table.separator_share[s] : 0;
    std::vector<double>& above = weights_of(*table.parent);
    const auto* number = table.separator.of_row.data() + weight[t].size();
    for (std::size_t cell = 0; cell < above.size(); ++cell) {
      progress.checkpoint_at(cell);
      above[cell] *= kept[number[cell]];
    }
  }
  return result;
}

}  // namespace microdata
