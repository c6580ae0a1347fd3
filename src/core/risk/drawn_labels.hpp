#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/dependency/functional_dependency.hpp"
#include "core/risk/covering.hpp"

namespace microdata {

// Returns, for each tuple of the source, a label that represents the tuple in the release;
// `nowhere` if no label covers its value. The label is drawn from the labels that cover the value,
// with probabilities proportional to their numbers of published rows. If labels do not overlap, it
// is the label that the tuple has. Labels must not be multisets with counts, because a label covers
// each of its values equally.
std::vector<Code> drawn_labels(const RegionAttribute& attribute, Random& random,
                               const Progress& progress = {});

// Returns how well the labels determine another attribute of the tuples that they cover. Published
// rows with a label are guessed as the covered tuples are from one another
// (functional_dependency.hpp). A label that hardly two rows have can therefore still determine the
// attribute. Labels that cover fewer than `fewest_sharing` tuples determine nothing. Shares of rows
// are rounded up.
Dependency measure_labels(const RegionAttribute& attribute, const CodedColumn& dependent,
                          const Progress& progress = {});

}  // namespace microdata
