#pragma once

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/privacy/functional_dependency.hpp"
#include "core/risk/covering.hpp"

namespace microdata {

// Returns, for each tuple of the source, a label that stands for it in the release: one of those
// that cover its value, each as probable as the published rows that have it are many; `nowhere` if
// none covers it. Where labels do not overlap, it is the label that the tuple has. The labels must
// not be multisets' counts: a set covers each of its values alike.
std::vector<Code> drawn_labels(const RegionAttribute& attribute, Random& random,
                               const Progress& progress = {});

// Returns how far the labels determine another attribute of the tuples, by what they cover:
// published rows with a label are guessed as the tuples that it covers are from one another
// (functional_dependency.hpp), so that labels tell something which hardly two rows have. Labels
// that cover fewer than `fewest_sharing` tuples tell nothing. Shares of rows are rounded up.
Dependency measure_labels(const RegionAttribute& attribute, const CodedColumn& dependent,
                          const Progress& progress = {});

}  // namespace microdata
