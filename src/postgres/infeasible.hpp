#pragma once

#include "postgres/api.hpp"

#include <string>

#include "core/slicing/feasibility.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/error.hpp"
#include "postgres/table.hpp"

namespace microdata::postgres {

// The evidence as a sentence: the one attribute value that it is about, and counts.
std::string evidence(const Table& table, const Infeasible& infeasible);

// What is wrong, the evidence, and what would work.
Error infeasible_error(const Table& table, const Infeasible& infeasible,
                       const SlicingOptions& options);

}  // namespace microdata::postgres
