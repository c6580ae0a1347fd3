#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// The largest probability of a sensitive value, and where it is.
struct WorstDisclosure {
  double probability = 0;
  Code value = 0;
  std::size_t matches = 0;   // buckets that the tuple matches
  std::uint32_t bucket = 0;  // the one that the tuple is most probably in
};

// What an adversary who knows a tuple's quasi-identifiers learns of one sensitive attribute, over
// all tuples of the source and all values.
struct AttributeDisclosure {
  // p(t, s) as the slicing paper has it (equation 1): buckets are weighed by f(t, B).
  WorstDisclosure by_degree;
  // For who counts: by |B| f(t, B), the rows like t that are to be expected in B.
  WorstDisclosure by_count;
};

struct Disclosure {
  std::size_t tuples = 0;
  // Tuples that match no bucket: suppressed ones, or the release is not of this source.
  std::size_t unmatched = 0;
  // Over the tuples that match, of the largest probability of a value of any sensitive attribute,
  // for who counts.
  double mean_probability = 0;
  // In the order of SlicedView::sensitive.
  std::vector<AttributeDisclosure> attributes;
};

// Both probabilities for every tuple of the source, from scratch.
Disclosure measure_disclosure(const SlicedView& view, const Progress& progress);

// For a release whose source is gone: the largest share of a sensitive value among the rows of a
// bucket with the same known values, which bounds both for any tuple, real or not. The mean is 0.
Disclosure measure_bucket_disclosure(const SlicedView& view, const Progress& progress);

}  // namespace microdata
