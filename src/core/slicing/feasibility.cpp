#include "core/slicing/feasibility.hpp"

#include <algorithm>
#include <utility>

#include "core/partition/strata.hpp"
#include "core/privacy/diversity.hpp"
#include "core/slicing/adversary.hpp"

namespace microdata {

namespace {

std::size_t position(const AttributeSet& attributes, std::size_t attribute) {
  return static_cast<std::size_t>(std::find(attributes.begin(), attributes.end(), attribute) -
                                  attributes.begin());
}

double correlation_of(const Eigen::MatrixXd& correlation, const AttributeSet& published,
                      std::size_t a, std::size_t b) {
  return correlation(static_cast<Eigen::Index>(position(published, a)),
                     static_cast<Eigen::Index>(position(published, b)));
}

AttributeSet united(AttributeSet a, const AttributeSet& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  return a;
}

// The first `most` of the candidates, in their order, that are feasible together with the column's
// other attributes. Passing one over never helps a later one: what is infeasible stays so when
// attributes are added, since some part of a group has at least the group's share.
AttributeSet feasible_together(const Microdata& data, const AttributeSet& others,
                               const AttributeSet& candidates, std::size_t most,
                               std::span<const Row> rows, double l, const Progress& progress) {
  AttributeSet chosen;
  for (const std::size_t candidate : candidates) {
    if (chosen.size() == most) break;
    chosen.push_back(candidate);
    if (find_infeasible(data, {united(others, chosen), {}}, rows, l, progress)) chosen.pop_back();
  }
  return chosen;
}

AttributeSet without(const AttributeSet& attributes, const AttributeSet& removed) {
  AttributeSet result;
  std::copy_if(
      attributes.begin(), attributes.end(), std::back_inserter(result),
      [&](std::size_t a) { return std::find(removed.begin(), removed.end(), a) == removed.end(); });
  return result;
}

// The attribute with the least sum of distances to the others of its column.
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
  const AttributeSet ranked =
      most_correlated_first(data, published, sensitive, published, correlation);
  const AttributeSet chosen =
      feasible_together(data, sensitive, ranked, *options.sensitive_column_size - sensitive.size(),
                        rows, l, progress);
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

std::optional<Infeasible> regroup_clusters(const Microdata& data, const AttributeSet& published,
                                           const Eigen::MatrixXd& correlation,
                                           std::span<const Row> rows, double l,
                                           AttributePartition& partition,
                                           const Progress& progress) {
  std::optional<Infeasible> because;
  AttributeSet given_up;
  for (Column& column : partition) {
    const auto infeasible = find_infeasible(data, column, rows, l, progress);
    if (!infeasible) continue;
    if (!because) because = infeasible;
    const AttributeSet known = quasi_identifiers(data, column);
    const AttributeSet others = without(column.attributes, known);
    const AttributeSet ranked = most_correlated_first(
        data, known, sensitive_attributes(data, column), published, correlation);
    const AttributeSet kept =
        feasible_together(data, others, ranked, ranked.size(), rows, l, progress);
    const AttributeSet removed = without(known, kept);
    given_up.insert(given_up.end(), removed.begin(), removed.end());
    column.attributes = united(others, kept);
    column.medoid = find_medoid(column, published, correlation);
  }
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
    if (nearest == nullptr) {
      Infeasible infeasible;
      infeasible.reason = Infeasible::Reason::no_other_column;
      infeasible.attribute = sensitive_attributes(data, partition.back()).front();
      throw infeasible;
    }
    nearest->attributes = united(nearest->attributes, {attribute});
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
