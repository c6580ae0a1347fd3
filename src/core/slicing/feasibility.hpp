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
// A sensitive column takes the quasi-identifiers of most_correlated_feasible(): with alpha of all,
// up to alpha attributes; without, as many as it had, of its own and of those that are in no
// sensitive column. Where it keeps some of its own only, each of the others joins the column whose
// medoid it correlates with most; else what is in no sensitive column is clustered anew.
// Throws Infeasible where there is no other column to take what is given up.
std::optional<Infeasible> regroup(const Microdata& data, const AttributeSet& published,
                                  const Eigen::MatrixXd& correlation,
                                  const AttributePartitionOptions& options,
                                  std::span<const Row> rows, double l,
                                  AttributePartition& partition, const Progress& progress);

}  // namespace microdata
