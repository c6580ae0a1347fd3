#pragma once

#include <span>

#include "core/risk/membership_audit.hpp"

namespace microdata {

// The rows like each person's that are to be expected in the join of several tables: every row of a
// table is as likely the same person's as any other row of its neighbour that agrees with it in
// what both show. So rows like the person's are multiplied over the tables, and divided by those
// that agree with the person in what a table shares with its parent in a join tree (`shared`, one
// less). Both sides' persons are in the same order everywhere; as far as all tables looked at them.
SidesMatched join_matches(std::span<const SidesMatched> tables,
                          std::span<const SidesMatched> shared);

}  // namespace microdata
