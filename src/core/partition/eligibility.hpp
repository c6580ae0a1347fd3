#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

// Eligibility for l (Machanavajjhala et al., "l-Diversity", ICDE 2006; Xiao and Tao, "Anatomy",
// VLDB 2006): no value of a sensitive attribute has a share above 1/l among the published rows.
// Leaves out as few rows as it takes (with three attributes or more, about as few); throws
// Infeasible, with the value of the largest share, where that is more than may be left out.
void make_eligible(const Microdata& data, double l, PublishedRows& published,
                   const Progress& progress);

// The same with an l for each sensitive attribute, in the table's order. Infeasible then has the
// value the share of which is the largest by what its attribute allows.
void make_eligible(const Microdata& data, std::span<const double> l, PublishedRows& published,
                   const Progress& progress);

}  // namespace microdata
