#include "core/utility/distribution_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/utility/join_tree.hpp"
#include "core/utility/part_entropy.hpp"
#include "core/utility/proportional_fitting.hpp"
#include "core/utility/relation.hpp"

namespace microdata {

namespace {

// Cells of a fit, or steps of making them.
constexpr std::size_t most_cells = std::size_t{1} << 21U;

// The mean over the rows of -log of the part's marginal over some of its attributes.
double cross_entropy(const Microdata& data, const PublishedPart& part,
                     const AttributeSet& attributes, const Progress& progress) {
  const AttributeSet sensitive =
      part.bucketed ? intersection(attributes, part.bucketed->attributes) : AttributeSet{};
  if (sensitive.empty()) return entropy(combine(data, attributes, progress));
  const BucketShares shares(data, *part.bucketed, sensitive, progress);
  return bucketed_cross_entropy(combine(data, without(attributes, sensitive), progress), shares,
                                progress);
}

struct CoreFit {
  double cross_entropy = 0;
  bool converged = false;
  bool existing_only = false;
};

std::optional<Relation> join_of(const std::vector<std::optional<Marginal>>& marginals,
                                const Microdata& data, const Progress& progress) {
  std::optional<Relation> join = Relation{{}, {}, 1};
  for (const std::optional<Marginal>& marginal : marginals) {
    if (!marginal || !join) return std::nullopt;
    join = natural_join(*join, marginal->cells, most_cells, data.attributes, progress);
  }
  return join;
}

// The parts of a cycle, each over the attributes that it shares with others.
CoreFit fit_core(const Microdata& data, std::span<const PublishedPart> parts,
                 const std::vector<std::size_t>& core, const std::vector<AttributeSet>& shared,
                 const Progress& progress) {
  std::vector<std::optional<Marginal>> marginals;
  AttributeSet attributes;
  for (std::size_t i = 0; i < core.size(); ++i) {
    marginals.push_back(marginal_of(data, parts[core[i]], shared[i], most_cells, progress));
    attributes = united(attributes, shared[i]);
  }
  CoreFit result;
  const Relation tuples{attributes,
                        [&] {
                          std::vector<std::vector<Code>> columns;
                          for (const std::size_t a : attributes)
                            columns.push_back(data.columns[a]);
                          return columns;
                        }(),
                        data.rows};
  std::optional<Relation> cells = join_of(marginals, data, progress);
  result.existing_only = !cells;
  if (!cells) cells = existing(data, attributes, progress);

  std::vector<MarginalConstraint> constraints;
  for (std::size_t i = 0; i < core.size(); ++i) {
    // Too large a marginal of buckets: that of the values in the open instead.
    if (!marginals[i])
      marginals[i] = marginal_of(data, {shared[i], nullptr}, shared[i], most_cells, progress);
    const Combinations both =
        combine_both(*cells, marginals[i]->cells, shared[i], data.attributes, progress);
    MarginalConstraint& constraint = constraints.emplace_back();
    constraint.target.assign(both.distinct, 0);
    for (std::size_t m = 0; m < marginals[i]->share.size(); ++m)
      constraint.target[both.of_row[cells->tuples + m]] = marginals[i]->share[m];
    constraint.marginal_of_cell.assign(
        both.of_row.begin(), both.of_row.begin() + static_cast<std::ptrdiff_t>(cells->tuples));
  }
  const ProportionalFit fit = fit_proportionally(cells->tuples, constraints, progress);
  result.converged = fit.converged;

  const Combinations both = combine_both(*cells, tuples, attributes, data.attributes, progress);
  std::vector<double> share(both.distinct);
  for (std::size_t cell = 0; cell < cells->tuples; ++cell)
    share[both.of_row[cell]] = fit.share[cell];
  for (std::size_t row = 0; row < data.rows; ++row)
    result.cross_entropy -= std::log(share[both.of_row[cells->tuples + row]]) / data.rows;
  return result;
}

}  // namespace

Divergence kl_divergence(const Microdata& data, const AttributeSet& attributes,
                         std::span<const PublishedPart> parts, const Progress& progress) {
  std::vector<AttributeSet> edges;
  AttributeSet covered;
  for (const PublishedPart& part : parts) {
    edges.push_back(part.attributes);
    covered = united(covered, part.attributes);
  }
  // The mean over the rows of -log of the estimate.
  double expected = 0;
  for (const std::size_t a : without(attributes, covered))
    expected += std::log(static_cast<double>(std::max<Code>(data.attributes[a].distinct, 1)));
  const JoinTree tree = join_tree(edges);
  for (const JoinTree::Ear& ear : tree.ears) {
    expected += cross_entropy(data, parts[ear.edge], edges[ear.edge], progress);
    expected -= cross_entropy(data, parts[ear.edge], ear.separator, progress);
  }
  Divergence divergence;
  for (const std::size_t i : tree.core)
    expected += cross_entropy(data, parts[i], edges[i], progress);
  if (!tree.acyclic()) {
    std::vector<AttributeSet> shared;
    for (const std::size_t i : tree.core) {
      AttributeSet& with_others = shared.emplace_back();
      for (const std::size_t j : tree.core) {
        if (i != j) with_others = united(with_others, intersection(edges[i], edges[j]));
      }
      expected -= cross_entropy(data, parts[i], with_others, progress);
    }
    const CoreFit fit = fit_core(data, parts, tree.core, shared, progress);
    expected += fit.cross_entropy;
    divergence.converged = fit.converged;
    divergence.fitting = fit.existing_only ? Fitting::iterative_over_existing : Fitting::iterative;
  }
  // What exists is at most as likely as can be: less than nothing is rounding.
  divergence.nats = std::max(0.0, expected - entropy(combine(data, attributes, progress)));
  return divergence;
}

}  // namespace microdata
