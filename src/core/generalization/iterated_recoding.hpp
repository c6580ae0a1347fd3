#pragma once

#include "core/base/progress.hpp"
#include "core/generalization/full_domain.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// Returns a local recoding by transformations of parts of the table. The first round is the
// full-domain generalization of all rows, with nearly all rows suppressible. Each further round
// generalizes the suppressed rows of the round before, until no generalization exists. The method
// is ARX's local recoding (Prasser et al., "Flexible data anonymization using ARX", Software:
// Practice and Experience 50, 2020).
//
// Every class meets the requirements of `options`, whose `suppress` is ignored. Classes of several
// rounds might show the same labels.
TuplePartition recode_iteratively(const Microdata& data, const FullDomainOptions& options,
                                  const PrivacyRequirement& privacy, const Progress& progress);

}  // namespace microdata
