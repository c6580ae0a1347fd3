#pragma once

#include "core/risk/sliced_view.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata::test {

// A release as the verifying side reads it back: the published rows in a random order, values
// numbered over both.
SlicedView make_view(const Microdata& data, const AttributePartition& columns,
                     const TuplePartition& buckets, const std::vector<std::vector<Row>>& linking);

}  // namespace microdata::test
