#pragma once

#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/membership_audit.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// A fragment as its rows are compared with persons.
struct ComparedFragment {
  const ClassCover& cover;
  // Of the other attributes that are known; none where only quasi-identifiers are.
  const SlicedView::Values* rest = nullptr;
  // Of every published row; all fragments have the same numbers.
  std::vector<Code> class_values;
};

// The rows like each person's that are to be expected in the join of fragments on class values: all
// rows of a class value are as likely the same person's, and so are all values that labels cover.
// `class_of`: of all persons, where the adversary knows it; none: the class may be any.
SidesMatched match_fragments(std::span<const ComparedFragment> fragments,
                             std::span<const Code> class_of, std::span<const Row> members,
                             std::span<const Row> outsiders, std::size_t most_entries,
                             const Progress& progress);

}  // namespace microdata
