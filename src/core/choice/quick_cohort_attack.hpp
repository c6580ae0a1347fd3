#pragma once

#include <cstdint>
#include <span>

#include "core/choice/quick_attack.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/series/cohorts.hpp"

namespace microdata {

// An edition of growing rows as it shows its cohorts: of each the attributes of the persons who are
// there, and sets of values.
struct ShownCohorts {
  std::span<const Cohort> cohorts;
  // By cohort, a row of each of its persons who is there.
  const TuplePartition* persons = nullptr;
  // By place of persons->rows, which of the cohort's sets is the person's.
  std::span<const std::uint32_t> set_of;
  // The sensitive attribute of the rows, and the one that sets' items are values of.
  std::size_t sensitive = 0;
  const Attribute* values = nullptr;
};

// The quick attack (quick_attack.hpp) on the persons of some cohorts. A guess is right if the value
// is in the person's set. Sets of persons who are not there are left out: an attacker who cannot
// tell them from the others guesses less. Requires a cohort with a person.
QuickAttack attack_quickly(const Microdata& data, const ShownCohorts& shown,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress);

}  // namespace microdata
