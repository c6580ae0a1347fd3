#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"

// A part of a decomposition beside the source's tuples, in the same codes.

namespace microdata::postgres {

// What a part's rows, and the tuples, have of some of its attributes; no tuples without a source.
struct PartExcerpt {
  std::vector<std::vector<Code>> published;
  std::vector<std::vector<Code>> tuples;
};

// `attributes`: those that the part does not have are left out.
PartExcerpt part_excerpt(const AttributeSet& attributes, const PublishedPartTable& part,
                         const PublishedDecomposition& published);

// Their combinations of values, in the same numbers.
SlicedView::Values part_values(const AttributeSet& attributes, const PublishedPartTable& part,
                               const PublishedDecomposition& published, const Progress& progress);

}  // namespace microdata::postgres
