#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

// Why no release can meet a requirement, with the evidence.
struct Infeasible : std::exception {
  enum class Reason {
    // `count` of the `total` tuples with one value of the attributes `known` (of all tuples, where
    // `known` is empty) have the value `code` of `attribute`: more than 1/l.
    share,
    // The value `code` of `attribute`, or a combination of values of the attributes `known`, occurs
    // `count` times, fewer than k.
    rare_value,
    // There are `total` tuples, fewer than k.
    too_few_rows,
    // `model` fails on the table as a whole for `attribute`, reaching only `reached`.
    privacy,
    // The sensitive column has no other column to give its quasi-identifiers to.
    no_other_column,
  };
  Reason reason = Reason::share;
  std::size_t attribute = 0;
  Code code = 0;
  std::uint32_t count = 0;
  std::uint32_t total = 0;
  AttributeSet known;
  // How many tuples would have to be left out, where that would help; otherwise 0.
  std::uint32_t to_suppress = 0;
  std::optional<PrivacyModel> model;
  double reached = 0;

  double largest_l() const { return static_cast<double>(total) / count; }
  const char* what() const noexcept override { return "no release can meet the requirement"; }
};

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
