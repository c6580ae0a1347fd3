#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// What an adversary who knows a tuple's quasi-identifiers learns of one sensitive attribute.
struct AttributeDisclosure {
  double max_probability = 0;   // of p(t, s) over all tuples t of the source and values s
  double mean_probability = 0;  // over the tuples that match a bucket, of the largest p(t, s)
  // Where the maximum is.
  Code worst_value = 0;
  std::size_t worst_matches = 0;   // buckets that the tuple matches
  std::uint32_t worst_bucket = 0;  // the one that it matches best
};

struct Disclosure {
  std::size_t tuples = 0;
  // Tuples that match no bucket: suppressed ones, or the release is not of this source.
  std::size_t unmatched = 0;
  // Over the tuples that match, of the largest p(t, s) of any sensitive attribute.
  double mean_probability = 0;
  // In the order of SlicedView::sensitive.
  std::vector<AttributeDisclosure> attributes;
};

// p(t, s) for every tuple of the source, by equation 1 of the slicing paper, from scratch.
Disclosure measure_disclosure(const SlicedView& view, const Progress& progress);

// For a release whose source is gone: the largest share of a sensitive value among the rows of a
// bucket with the same known values, which bounds p(t, s) for any tuple, real or not. Means are 0.
Disclosure measure_bucket_disclosure(const SlicedView& view, const Progress& progress);

}  // namespace microdata
