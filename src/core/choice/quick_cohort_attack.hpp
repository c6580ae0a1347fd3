#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/choice/quick_attack.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/series/cohorts.hpp"

namespace microdata {

// An edition of growing rows in cohorts. It shows the attributes of each cohort's present persons,
// and sets of values.
struct ShownCohorts {
  std::span<const Cohort> cohorts;
  // Rows of the present persons by cohort, one row for each person.
  const TuplePartition* persons = nullptr;
  // Index of the person's set in the cohort, by place of persons->rows.
  std::span<const std::uint32_t> set_of;
  // Sensitive attribute of the rows, and the attribute that defines the items of the sets.
  std::size_t sensitive = 0;
  const Attribute* values = nullptr;
};

// Attacks the persons of some cohorts with the quick attack (quick_attack.hpp). A guess is right if
// the value is in the person's set. The sets of absent persons are ignored, because an attacker
// that cannot distinguish them guesses less. Requires a cohort with a person.
QuickAttack attack_quickly(const Microdata& data, const ShownCohorts& shown,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress);

}  // namespace microdata
