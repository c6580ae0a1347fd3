#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/bucketization/bucketization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "core/slicing/column_generalization.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata {

// Returns a release as the verifier would read it, together with the rows of `data`. In addition to
// the published rows, `data` can have further rows, which `linking` does not name.
SlicedView make_view(const Microdata& data, const AttributePartition& columns,
                     const TuplePartition& buckets, const std::vector<std::vector<Row>>& linking,
                     const Progress& progress = {});

// Returns the view of a sliced table, with regions as the known values of generalized columns.
// Suppressed rows lie in no region.
SlicedView make_view(const Microdata& data, const Slicing& slicing, const Progress& progress);

// Returns a column's regions bucket by bucket, as the rows of `data` show and cover them. The rows
// in `linking`, which lie in buckets by `bucket_of`, are published; `tuples` has all rows.
SlicedView::Values regions_in_buckets(const Microdata& data, const ColumnGeneralization& column,
                                      const std::vector<Row>& tuples,
                                      const std::vector<Row>& linking,
                                      const std::vector<std::uint32_t>& bucket_of,
                                      std::uint32_t buckets, const Progress& progress);

// Returns the view of buckets as a sliced table of the columns columns_of_buckets().
SlicedView make_view(const Microdata& data, const Bucketization& bucketization,
                     const Progress& progress);

// Returns one column of all attributes that are not sensitive, then one column for each sensitive
// attribute.
AttributePartition columns_of_buckets(const Microdata& data);

}  // namespace microdata
