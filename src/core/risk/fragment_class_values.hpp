#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// Gives rows whose class value was left open the values that their equivalence class shows, in
// turn. If the class shows none, the values that any row shows are used, because an open value can
// be any.
void fill_open_values(FragmentView& view, const Progress& progress);

// Returns the equivalence classes of a fragment, divided by class value, for an attacker who knows
// the class values of the tuples. A tuple can be in the part of its equivalence class with its
// class value, or in the part whose values are left open. If there is neither part, the tuple's
// value was changed, and the tuple can be in any part. `rows` has the class values of published
// rows, including no_class_value; `tuples` has those of the source's tuples, numbered alike.
ClassCover cover_by_class_value(const ClassCover& cover, std::span<const Code> rows,
                                std::span<const Code> tuples, const Progress& progress);

}  // namespace microdata
