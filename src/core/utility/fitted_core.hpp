#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/published_part.hpp"
#include "core/utility/relation.hpp"

namespace microdata {

// The maximum-likelihood estimate of what parts that make up cycles share with each other.
struct FittedCore {
  Relation cells;
  std::vector<double> share;
  bool converged = false;
  // Whether only combinations that exist in the data are among the cells, as there are too many.
  bool existing_only = false;
};

// What each edge of the core shares with the others.
std::vector<AttributeSet> shared_attributes(std::span<const AttributeSet> edges,
                                            const std::vector<std::size_t>& core);

// By proportional fitting of the parts' marginals over those attributes. Throws std::length_error
// where there are too many combinations and the data has no columns to take existing ones from.
FittedCore fit_core(const Microdata& data, std::span<const PublishedPart> parts,
                    const std::vector<std::size_t>& core, const std::vector<AttributeSet>& shared,
                    const Progress& progress);

}  // namespace microdata
