#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Largest probability of a sensitive value, and the place where it occurs.
struct WorstDisclosure {
  double probability = 0;
  Code value = 0;
  std::size_t matches = 0;   // buckets that the tuple matches
  std::uint32_t bucket = 0;  // bucket that most probably has the tuple
};

// Disclosure of one sensitive attribute to an attacker who knows a tuple's quasi-identifiers, over
// all tuples of the source and all values that are not harmless. The probability is 0 if there are
// no such values.
struct AttributeDisclosure {
  // Largest p(t, s) as in the slicing paper (equation 1), which weights buckets by f(t, B).
  WorstDisclosure by_degree;
  // Largest row-weighted probability: buckets count by |B| f(t, B), the expected number of rows
  // like t in B.
  WorstDisclosure by_count;
};

struct Disclosure {
  std::size_t tuples = 0;
  // Number of tuples that match no bucket: they were suppressed, or the release is not of this
  // source.
  std::size_t unmatched = 0;
  // Mean, over the tuples that match, of the largest row-weighted probability of a value of any
  // sensitive attribute that is not harmless.
  double mean_probability = 0;
  // Disclosure by attribute, in the order of SlicedView::sensitive.
  std::vector<AttributeDisclosure> attributes;
};

// Computes both probabilities for every tuple of the source, from the release and the source alone.
Disclosure measure_disclosure(const SlicedView& view, const Progress& progress);

// Returns an upper bound of both probabilities for any tuple, real or not, if the source is gone.
// The bound is the largest share of a sensitive value among the rows of a bucket with the same
// known values. The mean is 0.
Disclosure measure_bucket_disclosure(const SlicedView& view, const Progress& progress);

}  // namespace microdata
