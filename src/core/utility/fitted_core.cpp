#include "core/utility/fitted_core.hpp"

#include <optional>
#include <stdexcept>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/utility/proportional_fitting.hpp"

namespace microdata {

namespace {

// Limit on the cells of a fit and on the steps of making the cells.
constexpr std::size_t most_fitted_cells = std::size_t{1} << 21U;

std::optional<Relation> join_of(const std::vector<std::optional<Marginal>>& marginals,
                                const Microdata& data, const Progress& progress) {
  std::optional<Relation> join = Relation{{}, {}, 1};
  for (const std::optional<Marginal>& marginal : marginals) {
    if (!marginal || !join) return std::nullopt;
    join = natural_join(*join, marginal->cells, most_fitted_cells, data.attributes, progress);
  }
  return join;
}

MarginalConstraint constraint_of(const Relation& cells, const Marginal& marginal,
                                 const AttributeSet& over, const Microdata& data,
                                 const Progress& progress) {
  const Combinations both = combine_both(cells, marginal.cells, over, data.attributes, progress);
  MarginalConstraint constraint{
      {both.of_row.begin(), both.of_row.begin() + static_cast<std::ptrdiff_t>(cells.tuples)},
      std::vector<double>(both.distinct)};
  for (std::size_t m = 0; m < marginal.share.size(); ++m)
    constraint.target[both.of_row[cells.tuples + m]] = marginal.share[m];
  return constraint;
}

}  // namespace

std::vector<AttributeSet> shared_attributes(std::span<const AttributeSet> edges,
                                            const std::vector<std::size_t>& core) {
  std::vector<AttributeSet> shared;
  for (const std::size_t i : core) {
    AttributeSet& with_others = shared.emplace_back();
    for (const std::size_t j : core) {
      if (i != j) with_others = united(with_others, intersection(edges[i], edges[j]));
    }
  }
  return shared;
}

FittedCore fit_core(const Microdata& data, std::span<const PublishedPart> parts,
                    const std::vector<std::size_t>& core, const std::vector<AttributeSet>& shared,
                    const Progress& progress) {
  std::vector<std::optional<Marginal>> marginals;
  AttributeSet attributes;
  for (std::size_t i = 0; i < core.size(); ++i) {
    marginals.push_back(marginal_of(data, parts[core[i]], shared[i], most_fitted_cells, progress));
    attributes = united(attributes, shared[i]);
  }
  FittedCore result;
  std::optional<Relation> cells = join_of(marginals, data, progress);
  if (!cells && data.columns.empty())
    throw std::length_error("the parts of a cycle have too many combinations");
  result.existing_only = !cells;
  result.cells = cells ? std::move(*cells) : existing(data, attributes, progress);

  std::vector<MarginalConstraint> constraints;
  for (std::size_t i = 0; i < core.size(); ++i) {
    // The marginal of the data replaces a marginal of buckets that is too large.
    if (!marginals[i])
      marginals[i] =
          marginal_of(data, {shared[i], nullptr}, shared[i], most_fitted_cells, progress);
    constraints.push_back(constraint_of(result.cells, *marginals[i], shared[i], data, progress));
  }
  ProportionalFit fit = fit_proportionally(result.cells.tuples, constraints, progress);
  result.share = std::move(fit.share);
  result.converged = fit.converged;
  return result;
}

}  // namespace microdata
