#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Numbers of rows, ascending. The persons with at least levels[i] rows and fewer than levels[i + 1]
// publish levels[i] of them. These persons are a stratum: any set of the stratum can belong to any
// of its persons.
using Levels = std::vector<std::uint32_t>;

// Returns the levels with which most rows are published, among those for which every stratum as a
// whole satisfies the rule. Returns nothing if there are none. A stratum is judged by the sets of
// the rows that it would publish, the first rows of each person. Decisions depend only on shares in
// whole strata, never on the set of one person. Published rows therefore disclose next to nothing
// about unpublished ones.
//
// A dynamic programme over numbers of rows chooses the levels. The numbers are all those up to a
// few dozen, then about 16 to each doubling, or fewer to bound their number and the work.
//
// rows_of_person has, for all persons, the number of rows that may be published. `persons` are the
// persons to be published, at least one.
//
// With PersonsOut::some, strata may also violate the rule, as far as suppressing some persons with
// too frequent values can mend them (person_suppression.hpp). The number is estimated.
enum class PersonsOut : std::uint8_t { none, some };
std::optional<Levels> choose_levels(const SetRule& rule, std::span<const Row> persons,
                                    std::span<const std::uint32_t> rows_of_person,
                                    const Progress& progress, PersonsOut out = PersonsOut::none);

// Returns the levels with which most rows are published, among those for which every stratum has at
// least `fewest` persons, or all persons. Only numbers of rows decide, so that neither present nor
// absent levels disclose anything about sensitive values. The caller must check that the strata
// satisfy any rule.
Levels choose_levels_by_counts(std::size_t fewest, std::span<const Row> persons,
                               std::span<const std::uint32_t> rows_of_person,
                               const Progress& progress);

}  // namespace microdata
