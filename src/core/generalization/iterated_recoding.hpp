#pragma once

#include "core/generalization/full_domain.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// Local recoding by transformations of parts of the table: the full-domain generalization of all
// rows when nearly all may be left out, then that of those that were, and so on for as long as
// there is one (as ARX's local recoding, Prasser et al., "Flexible data anonymization using ARX",
// Software: Practice and Experience 50, 2020). Every class by itself meets the requirements of
// `options`, whose `suppress` is not looked at. Classes of several rounds may show the same.
TuplePartition recode_iteratively(const Microdata& data, const FullDomainOptions& options,
                                  const PrivacyRequirement& privacy, const Progress& progress);

}  // namespace microdata
