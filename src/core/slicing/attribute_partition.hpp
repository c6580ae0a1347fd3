#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Column of a sliced table: attributes that stay linked (slicing paper, definition 1).
struct Column {
  AttributeSet attributes;  // ascending
  // Attribute around which the clustering grouped the others, if there was a clustering.
  std::optional<std::size_t> medoid;
};

using AttributePartition = std::vector<Column>;

// Returns the quasi-identifiers of a column: the part that an attacker can match.
AttributeSet quasi_identifiers(const Microdata& data, const Column& column);

AttributeSet sensitive_attributes(const Microdata& data, const Column& column);

struct AttributePartitionOptions {
  std::size_t columns = 2;
  // alpha, the number of attributes in the sensitive column, the sensitive ones included; without
  // alpha, the clustering alone decides.
  std::optional<std::size_t> sensitive_column_size;
};

// Returns `attributes`, a part of `published`, clustered into columns by k-medoids with distance 1
// - phi2 (section 4.1.2). `correlation` is over `published`, in that order.
AttributePartition cluster_attributes(const AttributeSet& attributes, const AttributeSet& published,
                                      const Eigen::MatrixXd& correlation, std::size_t columns,
                                      const Progress& progress);

// Returns the attribute partition of sections 4.1.2 and 4.1.3; sensitive columns come last.
// Requires 1 <= columns <= published.size(). With alpha, the sensitive attributes must fit in the
// sensitive column. For the other columns, at least one, at least one attribute each must remain.
AttributePartition partition_attributes(const Microdata& data, const AttributeSet& published,
                                        const Eigen::MatrixXd& correlation,
                                        const AttributePartitionOptions& options,
                                        const Progress& progress);

// Moves columns with sensitive attributes behind the others, keeping the order otherwise.
void sensitive_columns_last(const Microdata& data, AttributePartition& partition);

// Returns the correlation with the sensitive attribute with which `attribute` is correlated most.
double strongest_correlation(std::size_t attribute, const AttributeSet& sensitive,
                             const AttributeSet& published, const Eigen::MatrixXd& correlation);

// Returns the quasi-identifiers by descending correlation with the sensitive attributes, ties in
// the table's order. The largest correlation counts if there are several sensitive attributes.
AttributeSet most_correlated_first(const Microdata& data, const AttributeSet& candidates,
                                   const AttributeSet& sensitive, const AttributeSet& published,
                                   const Eigen::MatrixXd& correlation);

}  // namespace microdata
