#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// A column of a sliced table: attributes that stay linked (slicing paper, definition 1).
struct Column {
  AttributeSet attributes;  // ascending
  // The attribute that the clustering grouped the others around, if there was one.
  std::optional<std::size_t> medoid;
};

using AttributePartition = std::vector<Column>;

// The quasi-identifiers of a column: what an adversary can match of it.
AttributeSet quasi_identifiers(const Microdata& data, const Column& column);

AttributeSet sensitive_attributes(const Microdata& data, const Column& column);

struct AttributePartitionOptions {
  std::size_t columns = 2;
  // alpha, the number of attributes in the sensitive column, the sensitive ones included;
  // without it the clustering alone decides.
  std::optional<std::size_t> sensitive_column_size;
};

// `attributes`, a part of `published`, clustered into columns by k-medoids with distance 1 - phi2
// (section 4.1.2). `correlation` is over `published`, in that order.
AttributePartition cluster_attributes(const AttributeSet& attributes, const AttributeSet& published,
                                      const Eigen::MatrixXd& correlation, std::size_t columns,
                                      const Progress& progress);

// The attribute partition of sections 4.1.2 and 4.1.3; sensitive columns come last.
// Requires 1 <= columns <= published.size(); with alpha, the sensitive attributes fit in it, and as
// many attributes are left over as there are other columns, at least one.
AttributePartition partition_attributes(const Microdata& data, const AttributeSet& published,
                                        const Eigen::MatrixXd& correlation,
                                        const AttributePartitionOptions& options,
                                        const Progress& progress);

// Puts columns with sensitive attributes behind those without, keeping the order otherwise.
void sensitive_columns_last(const Microdata& data, AttributePartition& partition);

// With that of the sensitive attributes with which it is correlated most.
double strongest_correlation(std::size_t attribute, const AttributeSet& sensitive,
                             const AttributeSet& published, const Eigen::MatrixXd& correlation);

// Quasi-identifiers by falling correlation with the sensitive attributes (the largest counts where
// there are several), ties in the table's order.
AttributeSet most_correlated_first(const Microdata& data, const AttributeSet& candidates,
                                   const AttributeSet& sensitive, const AttributeSet& published,
                                   const Eigen::MatrixXd& correlation);

}  // namespace microdata
