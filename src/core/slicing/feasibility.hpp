#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

// Whether l is feasible for the sensitive attributes of a column, given its quasi-identifiers. The
// whole table as one bucket is where p(t, s) is least, at n(q, s) / n(q). Returns the evidence if
// it is not.
std::optional<Infeasible> find_infeasible(const Microdata& data, const Column& column,
                                          std::span<const Row> rows, double l,
                                          const Progress& progress);

// Makes the sensitive columns feasible by giving up quasi-identifiers; returns the evidence against
// the partition as it was, if it had to be changed. Requires that every sensitive attribute alone
// is feasible.
//   With alpha: the sensitive column takes the next most correlated quasi-identifiers that are
//   feasible together, up to alpha attributes, and the others are clustered anew.
//   Without: a sensitive column keeps those of its own that are feasible together, most correlated
//   first; the others join the column whose medoid they correlate with most.
// Throws Infeasible where there is no other column to take what is given up.
std::optional<Infeasible> regroup(const Microdata& data, const AttributeSet& published,
                                  const Eigen::MatrixXd& correlation,
                                  const AttributePartitionOptions& options,
                                  std::span<const Row> rows, double l,
                                  AttributePartition& partition, const Progress& progress);

}  // namespace microdata
