#pragma once

#include <span>

#include "core/risk/membership_audit.hpp"

namespace microdata {

// Returns the expected rows like each person's in the join of several tables. Every row of a table
// is equally likely the same person's as any row of its neighbour that agrees in the attributes
// that both show. Therefore the rows like the person's are multiplied over the tables. The product
// is divided by the rows that agree in the attributes that a table shares with its parent in a join
// tree. `shared` has these rows, and one element less than `tables`. The persons of both sides are
// in the same order everywhere. The result has the persons that were looked at in all tables.
SidesMatched join_matches(std::span<const SidesMatched> tables,
                          std::span<const SidesMatched> shared);

}  // namespace microdata
