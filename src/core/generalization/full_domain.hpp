#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "core/generalization/lattice.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

struct FullDomainOptions {
  AttributeSet quasi_identifiers;
  AttributeSet sensitive;
  // Every equivalence class has at least k rows.
  std::uint32_t k = 1;
  // In every equivalence class no value of a sensitive attribute has a share above 1/l.
  std::optional<double> l;
  // The largest fraction of the rows that may be left out. One row at least is left in any case.
  double suppress = 0;
  // What is to be least.
  LossMeasure loss = LossMeasure::width;
  Threads threads;
};

// How many of so many rows may be left out.
Row rows_allowed_out(const FullDomainOptions& options, Row rows);

// A table whose quasi-identifiers are generalized to one level each.
struct FullDomainGeneralization {
  // For each quasi-identifier, the level of its hierarchy.
  std::vector<std::size_t> levels;
  // Mean over all rows and quasi-identifiers of the penalty of what the published label covers; 1
  // for rows that are left out. 0 to 1.
  double loss = 0;
  // Of the table, where the data are a histogram of it.
  Row suppressed = 0;
  // The rows that are published, ascending within classes; classes in the order of their labels.
  TuplePartition classes;

  // How much there was to search, and how many nodes' classes were looked at.
  std::size_t nodes = 0;
  std::size_t checked = 0;
};

// No transformation meets the requirements.
struct NoTransformation : std::exception {
  // Of the nodes that were checked, the one for which the fewest rows would have to be left out,
  // how many these are, and how many may be. Where all nodes were checked, these are the fewest of
  // any; the search ends at the topmost node where its failure tells that all others fail.
  std::vector<std::size_t> levels;
  Row fewest_suppressed = 0;
  Row allowed = 0;
  std::size_t checked = 0;
  // Why the whole table as one class does not meet them, if it does not: it has fewer rows than
  // `fewest_rows`, if that is not 0; or for the sensitive attribute a value has a share above 1/l,
  // or `model` reaches only `reached`.
  Row fewest_rows = 0;
  std::optional<std::size_t> attribute;
  std::optional<PrivacyModel> model;
  double reached = 0;

  const char* what() const noexcept override { return "no transformation meets the requirements"; }
};

// Full-domain generalization with suppression (Samarati, "Protecting respondents' identities in
// microdata release", TKDE 2001): of all transformations, which take every quasi-identifier to one
// level of its hierarchy, the one of least information loss for which all requirements hold in
// every equivalence class (the rows with the same labels), after the rows of those classes for
// which they do not are left out. Of several whose losses differ by no more than rounding does, the
// one whose levels come first lexicographically. The number of threads does not matter.
//
// `privacy` is over options.sensitive. Requires at least one row, k >= 1, l >= 1,
// 0 <= suppress <= 1, nested hierarchies that cover the domains. Throws NoTransformation,
// LatticeTooLarge.
FullDomainGeneralization generalize_full_domain(const Microdata& data,
                                                const FullDomainOptions& options,
                                                const PrivacyRequirement& privacy,
                                                const Progress& progress);

}  // namespace microdata
