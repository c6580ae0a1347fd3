#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/generalization/lattice.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

struct FullDomainOptions {
  AttributeSet quasi_identifiers;
  AttributeSet sensitive;
  // Smallest number of rows of an equivalence class.
  std::uint32_t k = 1;
  // Inverse of the largest share that a value of a sensitive attribute can have in an equivalence
  // class.
  std::optional<double> l;
  // Largest fraction of the rows that can be suppressed. At least one row always remains.
  double suppress = 0;
  // Measure of the loss to minimize.
  LossMeasure loss = LossMeasure::width;
  Threads threads;
};

// Returns the largest number of rows that can be suppressed, of `rows` rows.
Row rows_allowed_out(const FullDomainOptions& options, Row rows);

// A table whose quasi-identifiers are each generalized to one level.
struct FullDomainGeneralization {
  // Level of the hierarchy of each quasi-identifier.
  std::vector<std::size_t> levels;
  // Mean penalty over all rows and quasi-identifiers, 0 to 1. The penalty measures the values that
  // a published label covers; a suppressed row has penalty 1.
  double loss = 0;
  // Number of suppressed rows of the table, also if the data are its histogram.
  Row suppressed = 0;
  // Published rows, ascending within classes. The classes are in the order of their labels.
  TuplePartition classes;

  // Number of nodes in the lattice, and of nodes whose classes were examined.
  std::size_t nodes = 0;
  std::size_t checked = 0;
};

// Exception if no transformation meets the requirements.
struct NoTransformation : std::exception {
  // Checked node that would need the fewest suppressed rows, with that number and the allowed
  // number. If all nodes were checked, no node needs fewer. The search ends at the topmost node if
  // its failure implies that all others fail.
  std::vector<std::size_t> levels;
  Row fewest_suppressed = 0;
  Row allowed = 0;
  std::size_t checked = 0;
  // Reason why the whole table as one class fails, if it does. The table might have fewer rows than
  // `fewest_rows`, if that is not 0. Otherwise a value of the sensitive attribute has a share above
  // 1/l, or `model` reaches only `reached`.
  Row fewest_rows = 0;
  std::optional<std::size_t> attribute;
  std::optional<PrivacyModel> model;
  double reached = 0;

  const char* what() const noexcept override { return "no transformation meets the requirements"; }
};

// Returns a full-domain generalization with suppression (Samarati, "Protecting respondents'
// identities in microdata release", TKDE 2001).
//
// A transformation takes every quasi-identifier to one level of its hierarchy. Equivalence classes,
// the rows with the same labels, that fail a requirement are suppressed. The result has the least
// information loss of all transformations. If several losses differ only by rounding, the result
// has the levels that come first lexicographically. The number of threads does not matter.
//
// `privacy` covers options.sensitive. Requires at least one row, k >= 1, l >= 1, 0 <= suppress <=
// 1, nested hierarchies that cover the domains. Throws NoTransformation and LatticeTooLarge.
FullDomainGeneralization generalize_full_domain(const Microdata& data,
                                                const FullDomainOptions& options,
                                                const PrivacyRequirement& privacy,
                                                const Progress& progress);

}  // namespace microdata
