#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/value_tally.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// Part of a requirement that is updated at constant cost for each tuple that joins a set. It covers
// the number of tuples, the largest share of a value, and the number of different values. One pass
// therefore judges all splits of an order.
struct CountedRequirement {
  // Smallest number of tuples, for k and for all models; at least 1.
  std::size_t fewest = 1;
  // Inverse of the largest share of a sensitive value.
  double l = 1;
  // Smallest number of different values of each sensitive attribute (distinct l-diversity).
  double distinct = 0;
  // True if there are no further models.
  bool complete = true;
};

CountedRequirement counted_part(const PrivacyRequirement& privacy, double l);

// True if the counted part holds for some rows. There is one tally for each sensitive attribute.
// Here and below, tallies are empty before and after the call.
bool counted_part_holds(const CountedRequirement& counted, std::span<const Row> rows,
                        std::span<ValueTally> tallies);

// Sets `largest` to the count of the most frequent value of each sensitive attribute in some rows.
void count_class(std::span<const Row> rows, std::span<ValueTally> tallies,
                 std::vector<std::uint32_t>& largest);

// Sets allowed[p], for p from 0 to rows.size(), to 1 if the counted part holds for the first p rows
// and for the rest. `largest` is count_class() of all rows, in any order. It saves the check of
// parts that are large enough for it.
void mark_allowed(const CountedRequirement& counted, std::span<const Row> rows,
                  std::span<const std::uint32_t> largest, std::span<ValueTally> tallies,
                  std::vector<std::uint8_t>& allowed);

// True if all models of the requirement, counted or not, hold for some rows.
bool models_hold(const PrivacyRequirement& privacy, std::span<const Row> rows,
                 std::span<ValueTally> tallies);

}  // namespace microdata
