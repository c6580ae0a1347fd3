#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

// Makes the published rows eligible for l (Machanavajjhala et al., "l-Diversity", ICDE 2006; Xiao
// and Tao, "Anatomy", VLDB 2006). No value of a sensitive attribute then has a share above 1/l
// among them. Suppresses as few rows as possible; with three attributes or more, about as few.
// Throws Infeasible, with the value of the largest share, if more rows would have to be suppressed
// than may be.
void make_eligible(const Microdata& data, double l, PublishedRows& published,
                   const Progress& progress);

// Makes the published rows eligible with an l for each sensitive attribute, in the table's order.
// Infeasible then has the value whose share is largest relative to the bound of its attribute.
void make_eligible(const Microdata& data, std::span<const double> l, PublishedRows& published,
                   const Progress& progress);

}  // namespace microdata
