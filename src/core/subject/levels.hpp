#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Numbers of rows, ascending: persons with at least levels[i] rows and fewer than levels[i + 1]
// publish levels[i] of them, and so are a stratum, whose sets may all be anybody's of it.
using Levels = std::vector<std::uint32_t>;

// The levels with which most rows are published, of those for which every stratum as a whole
// satisfies the rule, judged by the sets of the rows that would be published, the first of each
// person's; nothing where there are none. Whole strata decide, never the sets of one person, and
// only by shares, so that what is published tells next to nothing of what is not.
//
// A dynamic programme over numbers of rows, all of them up to a few dozen, then as many as keep
// their number and the work bounded: about 16 to each doubling, or fewer.
//
// rows_of_person: how many may be published of each person, for all persons; `persons`, at least
// one, are those to be published.
std::optional<Levels> choose_levels(const SetRule& rule, std::span<const Row> persons,
                                    std::span<const std::uint32_t> rows_of_person,
                                    const Progress& progress);

// The levels with which most rows are published, of those for which every stratum has so many
// persons, or all: by numbers of rows alone, so that no level, and none that is missing, tells
// anything of sensitive values. Whether strata satisfy any rule remains to be seen.
Levels choose_levels_by_counts(std::size_t fewest, std::span<const Row> persons,
                               std::span<const std::uint32_t> rows_of_person,
                               const Progress& progress);

}  // namespace microdata
