#pragma once

#include <cstddef>
#include <optional>

namespace microdata::postgres {

// How well sensitive values can be guessed from a release.
struct DisclosureFigures {
  // Tuples of the source that match it.
  std::size_t tuples = 0;
  // Over these, of the largest probability of a value of any sensitive attribute.
  double max_probability = 0;
  double mean_probability = 0;
  // The largest of the slicing paper's p(t, s), for a release in buckets.
  std::optional<double> max_paper_probability;
};

}  // namespace microdata::postgres
