#pragma once

#include <vector>

#include "core/bucketization/bucketization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "core/slicing/column_generalization.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata {

// A release as the verifying side would read it back, were it published, beside the rows of `data`:
// those that were published, and maybe further ones, which `linking` does not name.
SlicedView make_view(const Microdata& data, const AttributePartition& columns,
                     const TuplePartition& buckets, const std::vector<std::vector<Row>>& linking,
                     const Progress& progress = {});

// The same with what is known of generalized columns: regions. Rows that were left out are nowhere
// in these.
SlicedView make_view(const Microdata& data, const Slicing& slicing, const Progress& progress);

// A column's regions bucket by bucket, as rows of `data` show and cover them: those in `linking`,
// which lie in buckets by `bucket_of`, are published, `tuples` are all.
SlicedView::Values regions_in_buckets(const Microdata& data, const ColumnGeneralization& column,
                                      const std::vector<Row>& tuples,
                                      const std::vector<Row>& linking,
                                      const std::vector<std::uint32_t>& bucket_of,
                                      std::uint32_t buckets, const Progress& progress);

// The same of buckets, which are a sliced table of these columns.
SlicedView make_view(const Microdata& data, const Bucketization& bucketization,
                     const Progress& progress);

// All that is not sensitive, and each sensitive attribute.
AttributePartition columns_of_buckets(const Microdata& data);

}  // namespace microdata
