#pragma once

#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// Gives rows whose class value was left open the values that their equivalence class shows, in
// turn, or where it shows none, those that any row shows: an open value may be any.
void fill_open_values(FragmentView& view, const Progress& progress);

// The equivalence classes of a fragment divided by class value, for who knows those of the tuples:
// a tuple may be in the part of its equivalence class that has its value, or the one whose values
// are left open. Where there is neither, its value was changed, and it may be in any part.
// `rows`: class values of published rows, no_class_value among them; `tuples`: those of the
// source's, numbered alike.
ClassCover cover_by_class_value(const ClassCover& cover, std::span<const Code> rows,
                                std::span<const Code> tuples, const Progress& progress);

}  // namespace microdata
