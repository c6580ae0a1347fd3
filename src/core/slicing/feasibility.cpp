#include "core/slicing/feasibility.hpp"

#include <algorithm>
#include <utility>

#include "core/partition/strata.hpp"
#include "core/privacy/diversity.hpp"
#include "core/slicing/adversary.hpp"
#include "core/slicing/column_search.hpp"

namespace microdata {

namespace {

std::size_t place_among(const AttributeSet& attributes, std::size_t attribute) {
  return static_cast<std::size_t>(std::find(attributes.begin(), attributes.end(), attribute) -
                                  attributes.begin());
}

double correlation_of(const Eigen::MatrixXd& correlation, const AttributeSet& published,
                      std::size_t a, std::size_t b) {
  return correlation(static_cast<Eigen::Index>(place_among(published, a)),
                     static_cast<Eigen::Index>(place_among(published, b)));
}

AttributeSet united(AttributeSet a, const AttributeSet& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  return a;
}

// Returns the best of the candidates, at most `most`, for a column with the fixed attributes.
AttributeSet best_of(const Microdata& data, const AttributeSet& fixed,
                     const AttributeSet& candidates, std::size_t most,
                     const AttributeSet& published, const Eigen::MatrixXd& correlation,
                     std::span<const Row> rows, double l, const Progress& progress) {
  const AttributeSet sensitive = with_role(data, fixed, Role::sensitive);
  ColumnCandidates search{
      fixed, most_correlated_first(data, candidates, sensitive, published, correlation), {}, most};
  for (const std::size_t a : search.attributes)
    search.correlation.push_back(strongest_correlation(a, sensitive, published, correlation));
  return most_correlated_feasible(data, search, rows, l, progress);
}

AttributeSet without(const AttributeSet& attributes, const AttributeSet& removed) {
  AttributeSet result;
  std::copy_if(
      attributes.begin(), attributes.end(), std::back_inserter(result),
      [&](std::size_t a) { return std::find(removed.begin(), removed.end(), a) == removed.end(); });
  return result;
}

// Returns the attribute with the least sum of distances to the others of its column.
std::size_t find_medoid(const Column& column, const AttributeSet& published,
                        const Eigen::MatrixXd& correlation) {
  const auto closeness = [&](std::size_t a) {
    double sum = 0;
    for (const std::size_t b : column.attributes) {
      sum += correlation_of(correlation, published, a, b);
    }
    return sum;
  };
  return *std::max_element(
      column.attributes.begin(), column.attributes.end(),
      [&](std::size_t a, std::size_t b) { return closeness(a) < closeness(b); });
}

std::optional<Infeasible> regroup_with_alpha(const Microdata& data, const AttributeSet& published,
                                             const Eigen::MatrixXd& correlation,
                                             const AttributePartitionOptions& options,
                                             std::span<const Row> rows, double l,
                                             AttributePartition& partition,
                                             const Progress& progress) {
  auto because = find_infeasible(data, partition.back(), rows, l, progress);
  if (!because) return std::nullopt;
  const AttributeSet sensitive = sensitive_attributes(data, partition.back());
  const AttributeSet chosen =
      best_of(data, sensitive, published, *options.sensitive_column_size - sensitive.size(),
              published, correlation, rows, l, progress);
  const Column sensitive_column{united(sensitive, chosen), {}};
  const AttributeSet rest = without(published, sensitive_column.attributes);
  if (options.columns < 2) {
    Infeasible infeasible;
    infeasible.reason = Infeasible::Reason::no_other_column;
    infeasible.attribute = sensitive.front();
    throw infeasible;
  }
  partition = cluster_attributes(rest, published, correlation, options.columns - 1, progress);
  partition.push_back(sensitive_column);
  return because;
}

// Returns the attributes of the columns without a sensitive attribute.
AttributeSet attributes_elsewhere(const Microdata& data, const AttributePartition& partition) {
  AttributeSet result;
  for (const Column& column : partition) {
    if (sensitive_attributes(data, column).empty()) result = united(result, column.attributes);
  }
  return result;
}

// Adds each attribute to the column without a sensitive attribute whose medoid it correlates with
// most.
void join_nearest(const Microdata& data, const AttributeSet& given_up,
                  const AttributeSet& published, const Eigen::MatrixXd& correlation,
                  AttributePartition& partition) {
  for (const std::size_t attribute : given_up) {
    Column* nearest = nullptr;
    for (Column& column : partition) {
      if (!sensitive_attributes(data, column).empty()) continue;
      if (nearest == nullptr ||
          correlation_of(correlation, published, attribute, *column.medoid) >
              correlation_of(correlation, published, attribute, *nearest->medoid)) {
        nearest = &column;
      }
    }
    nearest->attributes = united(nearest->attributes, {attribute});
  }
}

// Clusters the attributes in no sensitive column into the same number of columns as before.
void cluster_rest(const Microdata& data, const AttributeSet& rest, const AttributeSet& published,
                  const Eigen::MatrixXd& correlation, AttributePartition& partition,
                  const Progress& progress) {
  const auto first = std::find_if(partition.begin(), partition.end(), [&](const Column& column) {
    return !sensitive_attributes(data, column).empty();
  });
  AttributePartition clustered = cluster_attributes(
      rest, published, correlation, static_cast<std::size_t>(first - partition.begin()), progress);
  std::move(clustered.begin(), clustered.end(), partition.begin());
}

// Gives up quasi-identifiers without alpha. Requires that the sensitive columns come last.
std::optional<Infeasible> regroup_clusters(const Microdata& data, const AttributeSet& published,
                                           const Eigen::MatrixXd& correlation,
                                           std::span<const Row> rows, double l,
                                           AttributePartition& partition,
                                           const Progress& progress) {
  std::optional<Infeasible> because;
  const AttributeSet elsewhere = attributes_elsewhere(data, partition);
  AttributeSet rest = elsewhere;
  AttributeSet given_up;
  for (Column& column : partition) {
    const auto infeasible = find_infeasible(data, column, rows, l, progress);
    if (!infeasible) continue;
    if (!because) because = infeasible;
    const AttributeSet known = quasi_identifiers(data, column);
    const AttributeSet others = without(column.attributes, known);
    const AttributeSet chosen = best_of(data, others, united(known, without(rest, given_up)),
                                        known.size(), published, correlation, rows, l, progress);
    const AttributeSet removed = without(known, chosen);
    given_up = united(given_up, removed);
    rest = united(without(rest, chosen), removed);
    column.attributes = united(others, chosen);
    column.medoid = find_medoid(column, published, correlation);
  }
  if (given_up.empty()) return because;
  if (elsewhere.empty()) {
    Infeasible infeasible;
    infeasible.reason = Infeasible::Reason::no_other_column;
    infeasible.attribute = sensitive_attributes(data, partition.back()).front();
    throw infeasible;
  }
  if (without(elsewhere, rest).empty()) {
    join_nearest(data, given_up, published, correlation, partition);
  } else {
    cluster_rest(data, rest, published, correlation, partition, progress);
  }
  return because;
}

}  // namespace

std::optional<Infeasible> find_infeasible(const Microdata& data, const Column& column,
                                          std::span<const Row> rows, double l,
                                          const Progress& progress) {
  const AttributeSet sensitive = sensitive_attributes(data, column);
  if (sensitive.empty() || rows.empty()) return std::nullopt;
  const Combinations known = known_values(data, column, progress);
  for (const std::size_t attribute : sensitive) {
    const Strata strata = make_strata(data, attribute, known.of_row, known.distinct, progress);
    const TightestStratum tightest = tightest_stratum(strata, rows, progress);
    if (share_holds(tightest.count, tightest.total, l)) continue;
    Infeasible infeasible;
    infeasible.attribute = attribute;
    infeasible.code = strata.value[tightest.stratum];
    infeasible.count = tightest.count;
    infeasible.total = tightest.total;
    infeasible.known = quasi_identifiers(data, column);
    return infeasible;
  }
  return std::nullopt;
}

std::optional<Infeasible> regroup(const Microdata& data, const AttributeSet& published,
                                  const Eigen::MatrixXd& correlation,
                                  const AttributePartitionOptions& options,
                                  std::span<const Row> rows, double l,
                                  AttributePartition& partition, const Progress& progress) {
  if (options.sensitive_column_size) {
    return regroup_with_alpha(data, published, correlation, options, rows, l, partition, progress);
  }
  return regroup_clusters(data, published, correlation, rows, l, partition, progress);
}

}  // namespace microdata
