#include "core/utility/distribution_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/utility/fitted_core.hpp"
#include "core/utility/join_tree.hpp"
#include "core/utility/part_entropy.hpp"
#include "core/utility/relation.hpp"

namespace microdata {

namespace {

// Returns the mean over the rows of -log of the part's marginal over some of its attributes.
double cross_entropy(const Microdata& data, const PublishedPart& part,
                     const AttributeSet& attributes, const Progress& progress) {
  const AttributeSet sensitive =
      part.bucketed ? intersection(attributes, part.bucketed->attributes) : AttributeSet{};
  if (sensitive.empty()) return entropy(combine(data, attributes, progress));
  const BucketShares shares(data, *part.bucketed, sensitive, progress);
  return bucketed_cross_entropy(combine(data, without(attributes, sensitive), progress), shares,
                                progress);
}

// Returns the mean over the rows of -log of the fitted share.
double cross_entropy(const Microdata& data, const FittedCore& fit, const Progress& progress) {
  Relation tuples{fit.cells.attributes, {}, data.rows};
  for (const std::size_t a : tuples.attributes)
    tuples.columns.push_back(data.columns[a]);
  const Combinations both =
      combine_both(fit.cells, tuples, tuples.attributes, data.attributes, progress);
  std::vector<double> share(both.distinct);
  for (std::size_t cell = 0; cell < fit.cells.tuples; ++cell)
    share[both.of_row[cell]] = fit.share[cell];
  double sum = 0;
  for (std::size_t row = 0; row < data.rows; ++row)
    sum -= std::log(share[both.of_row[fit.cells.tuples + row]]);
  return sum / data.rows;
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
  // Mean over the rows of -log of the estimate.
  double expected = 0;
  for (const std::size_t a : without(attributes, covered))
    expected += std::log(static_cast<double>(std::max<Code>(data.attributes[a].distinct, 1)));
  const JoinTree tree = join_tree(edges, progress);
  for (const JoinTree::Ear& ear : tree.ears) {
    expected += cross_entropy(data, parts[ear.edge], edges[ear.edge], progress);
    expected -= cross_entropy(data, parts[ear.edge], ear.separator, progress);
  }
  Divergence divergence;
  for (const std::size_t i : tree.core)
    expected += cross_entropy(data, parts[i], edges[i], progress);
  if (!tree.acyclic()) {
    const std::vector<AttributeSet> shared = shared_attributes(edges, tree.core);
    for (std::size_t i = 0; i < tree.core.size(); ++i)
      expected -= cross_entropy(data, parts[tree.core[i]], shared[i], progress);
    const FittedCore fit = fit_core(data, parts, tree.core, shared, progress);
    expected += cross_entropy(data, fit, progress);
    divergence.converged = fit.converged;
    divergence.fitting = fit.existing_only ? Fitting::iterative_over_existing : Fitting::iterative;
  }
  // The divergence cannot be negative: a value below 0 comes from rounding.
  divergence.nats = std::max(0.0, expected - entropy(combine(data, attributes, progress)));
  return divergence;
}

}  // namespace microdata
