#pragma once

#include <cstddef>
#include <vector>

#include "core/generalization/full_domain.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// A table in which each equivalence class has levels of its own: for one attribute, labels of
// different levels are published, and a value may lie in several of them.
struct CellGeneralization {
  // Rows ascend within classes. No two classes have the same labels.
  TuplePartition classes;
  // levels[class][i]: of the i-th quasi-identifier's hierarchy, the lowest at which all of the
  // class's rows have the same label.
  std::vector<std::vector<std::size_t>> levels;
  // As in FullDomainGeneralization.
  double loss = 0;
  Row suppressed = 0;
};

// Cell generalization and local suppression, from a full-domain generalization of the same table,
// or other classes for which the requirements hold, with the same options (what Samarati, TKDE
// 2001, calls generalization and suppression at cell level; a cell at the highest level is
// suppressed).
//   The cells of a class are lowered as far as its rows allow; the class keeps its rows, and with
// them what holds for it.
//   The rows that were left out are taken together as one class and divided top-down, each time on
// the quasi-identifier whose labels one level below lose least, for as long as the requirements
// hold in all parts. Where they do not hold for all of these rows together, those parts are taken
// for which they do, and the rows that are left stay suppressed.
// The loss is never above that of `start`.
CellGeneralization generalize_cells(const Microdata& data, const FullDomainOptions& options,
                                    const PrivacyRequirement& privacy, const TuplePartition& start,
                                    const Progress& progress);

}  // namespace microdata
