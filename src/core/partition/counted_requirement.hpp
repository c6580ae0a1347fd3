#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/value_tally.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// What of a requirement can be followed at constant cost while tuples join a set, so that all cuts
// of an order are judged in one pass: the number of tuples, the largest share of a value, and the
// number of different ones.
struct CountedRequirement {
  // Tuples, for k and for everything that holds in no fewer; at least 1.
  std::size_t fewest = 1;
  // No sensitive value has a share above 1/l.
  double l = 1;
  // Different values of each sensitive attribute (distinct l-diversity).
  double distinct = 0;
  // Whether there are no models besides.
  bool complete = true;
};

CountedRequirement counted_part(const PrivacyRequirement& privacy, double l);

// Whether it holds for some rows. The tallies, one for each sensitive attribute, are empty before
// and after, here and below.
bool counted_part_holds(const CountedRequirement& counted, std::span<const Row> rows,
                        std::span<ValueTally> tallies);

// How often the most frequent value of each sensitive attribute occurs in some rows.
void count_class(std::span<const Row> rows, std::span<ValueTally> tallies,
                 std::vector<std::uint32_t>& largest);

// allowed[p], for p from 0 to rows.size(): whether it holds for the first p rows and for the rest.
// `largest` is count_class() of all of them, in whatever order: no part that is large enough for
// that is looked at.
void mark_allowed(const CountedRequirement& counted, std::span<const Row> rows,
                  std::span<const std::uint32_t> largest, std::span<ValueTally> tallies,
                  std::vector<std::uint8_t>& allowed);

// Whether all models of the requirement, counted or not, hold for some rows.
bool models_hold(const PrivacyRequirement& privacy, std::span<const Row> rows,
                 std::span<ValueTally> tallies);

}  // namespace microdata
