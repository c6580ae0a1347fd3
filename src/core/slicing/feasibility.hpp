#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

// Returns the evidence if l is not feasible for the sensitive attributes of a column, given its
// quasi-identifiers. The probability p(t, s) is least, n(q, s) / n(q), if the whole table is one
// bucket.
std::optional<Infeasible> find_infeasible(const Microdata& data, const Column& column,
                                          std::span<const Row> rows, double l,
                                          const Progress& progress);

// Makes the sensitive columns feasible by giving up quasi-identifiers. Returns the evidence against
// the original partition, if it had to be changed. Requires that every sensitive attribute alone is
// feasible. A sensitive column takes the quasi-identifiers of most_correlated_feasible(). With
// alpha, these are up to alpha attributes from all. Without alpha, they are as many as the column
// had, from its own and from those in no sensitive column. If a sensitive column keeps only some of
// its own, each of the others joins the column whose medoid it correlates with most. Otherwise the
// attributes in no sensitive column are clustered anew. Throws Infeasible if no other column can
// take the attributes given up.
std::optional<Infeasible> regroup(const Microdata& data, const AttributeSet& published,
                                  const Eigen::MatrixXd& correlation,
                                  const AttributePartitionOptions& options,
                                  std::span<const Row> rows, double l,
                                  AttributePartition& partition, const Progress& progress);

}  // namespace microdata
