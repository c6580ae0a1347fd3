#include "core/slicing/attribute_partition.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "core/partition/pam.hpp"

namespace microdata {

namespace {

std::size_t position(const AttributeSet& attributes, std::size_t attribute) {
  return static_cast<std::size_t>(std::find(attributes.begin(), attributes.end(), attribute) -
                                  attributes.begin());
}

}  // namespace

AttributeSet quasi_identifiers(const Microdata& data, const Column& column) {
  return with_role(data, column.attributes, Role::quasi_identifier);
}

AttributeSet sensitive_attributes(const Microdata& data, const Column& column) {
  return with_role(data, column.attributes, Role::sensitive);
}

void sensitive_columns_last(const Microdata& data, AttributePartition& partition) {
  std::stable_partition(partition.begin(), partition.end(), [&](const Column& column) {
    return sensitive_attributes(data, column).empty();
  });
}

double strongest_correlation(std::size_t attribute, const AttributeSet& sensitive,
                             const AttributeSet& published, const Eigen::MatrixXd& correlation) {
  double strongest = 0;
  for (const std::size_t s : sensitive) {
    strongest =
        std::max(strongest, correlation(static_cast<Eigen::Index>(position(published, attribute)),
                                        static_cast<Eigen::Index>(position(published, s))));
  }
  return strongest;
}

AttributeSet most_correlated_first(const Microdata& data, const AttributeSet& candidates,
                                   const AttributeSet& sensitive, const AttributeSet& published,
                                   const Eigen::MatrixXd& correlation) {
  const auto strength = [&](std::size_t attribute) {
    return strongest_correlation(attribute, sensitive, published, correlation);
  };
  AttributeSet result = with_role(data, candidates, Role::quasi_identifier);
  std::stable_sort(result.begin(), result.end(),
                   [&](std::size_t a, std::size_t b) { return strength(a) > strength(b); });
  return result;
}

AttributePartition cluster_attributes(const AttributeSet& attributes, const AttributeSet& published,
                                      const Eigen::MatrixXd& correlation, std::size_t columns,
                                      const Progress& progress) {
  std::vector<Eigen::Index> where;
  for (const std::size_t a : attributes) {
    where.push_back(static_cast<Eigen::Index>(position(published, a)));
  }
  Eigen::MatrixXd distance = 1 - correlation(where, where).array();
  distance.diagonal().setZero();
  const Clustering clustering = pam(distance, columns, progress);
  AttributePartition partition(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    partition[c].medoid = attributes[clustering.medoids[c]];
  }
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    partition[clustering.cluster_of[i]].attributes.push_back(attributes[i]);
  }
  return partition;
}

AttributePartition partition_attributes(const Microdata& data, const AttributeSet& published,
                                        const Eigen::MatrixXd& correlation,
                                        const AttributePartitionOptions& options,
                                        const Progress& progress) {
  AttributePartition partition;
  if (options.sensitive_column_size) {
    const AttributeSet sensitive = with_role(data, published, Role::sensitive);
    AttributeSet nearest =
        most_correlated_first(data, published, sensitive, published, correlation);
    nearest.resize(*options.sensitive_column_size - sensitive.size());
    Column sensitive_column{sensitive, {}};
    sensitive_column.attributes.insert(sensitive_column.attributes.end(), nearest.begin(),
                                       nearest.end());
    std::sort(sensitive_column.attributes.begin(), sensitive_column.attributes.end());
    AttributeSet rest;
    std::set_difference(published.begin(), published.end(), sensitive_column.attributes.begin(),
                        sensitive_column.attributes.end(), std::back_inserter(rest));
    if (!rest.empty()) {
      partition = cluster_attributes(rest, published, correlation, options.columns - 1, progress);
    }
    partition.push_back(std::move(sensitive_column));
  } else {
    partition = cluster_attributes(published, published, correlation, options.columns, progress);
    sensitive_columns_last(data, partition);
  }
  return partition;
}

}  // namespace microdata
