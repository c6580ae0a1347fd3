#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/membership_audit.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// A fragment whose rows are compared with persons.
struct ComparedFragment {
  const ClassCover& cover;
  // Values of the other known attributes; null if only quasi-identifiers are known.
  const SlicedView::Values* rest = nullptr;
  // Class value of every published row; all fragments use the same numbers.
  std::vector<Code> class_values;
};

// Returns the expected number of rows like each person's in the join of fragments on class values.
// All rows of a class value are equally likely the same person's, and all values that labels cover
// are equally likely. `class_of` has the class values of all persons, if the attacker knows them;
// if it is empty, the class can be any.
SidesMatched match_fragments(std::span<const ComparedFragment> fragments,
                             std::span<const Code> class_of, std::span<const Row> members,
                             std::span<const Row> outsiders, std::size_t most_entries,
                             const Progress& progress);

}  // namespace microdata
