#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/published_part.hpp"
#include "core/utility/relation.hpp"

namespace microdata {

// Maximum-likelihood estimate of the distribution of attributes that parts of cycles share with
// each other.
struct FittedCore {
  Relation cells;
  std::vector<double> share;
  bool converged = false;
  // True if the cells are only combinations that exist in the data, because there are too many
  // others.
  bool existing_only = false;
};

// Returns the attributes that each edge of the core shares with the other edges.
std::vector<AttributeSet> shared_attributes(std::span<const AttributeSet> edges,
                                            const std::vector<std::size_t>& core);

// Fits the parts' marginals over the shared attributes proportionally. Throws std::length_error if
// there are too many combinations and the data has no columns to take existing ones from.
FittedCore fit_core(const Microdata& data, std::span<const PublishedPart> parts,
                    const std::vector<std::size_t>& core, const std::vector<AttributeSet>& shared,
                    const Progress& progress);

}  // namespace microdata
