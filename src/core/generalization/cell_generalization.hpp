#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"
#include "core/generalization/full_domain.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// A table in which each equivalence class has levels of its own. Labels of different levels are
// published for one attribute, and a value can lie in several of them.
struct CellGeneralization {
  // Equivalence classes; rows ascend within each. No two classes have the same labels.
  TuplePartition classes;
  // levels[class][i] is the lowest level of the i-th quasi-identifier's hierarchy at which all rows
  // of the class have the same label.
  std::vector<std::vector<std::size_t>> levels;
  // Loss and suppressed rows as in FullDomainGeneralization.
  double loss = 0;
  Row suppressed = 0;
};

// Returns cell generalization and local suppression of a full-domain generalization of the same
// table, with the same options. `start` can also be other equivalence classes that meet the
// requirements. Samarati (TKDE 2001) calls the method generalization and suppression at cell level;
// a cell at the highest level is suppressed.
//
// The cells of an equivalence class are lowered as far as its rows allow. The class keeps its rows,
// and the requirements still hold.
//
// The suppressed rows are taken as one class and divided top-down while the requirements hold in
// all parts. Each division is by the quasi-identifier whose labels one level below lose least. If
// the requirements fail for all these rows together, the parts that meet them are taken and the
// other rows stay suppressed.
//
// The loss is never above the loss of `start`.
CellGeneralization generalize_cells(const Microdata& data, const FullDomainOptions& options,
                                    const PrivacyRequirement& privacy, const TuplePartition& start,
                                    const Progress& progress);

}  // namespace microdata
