#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// The sensitive values that a tuple with a known value of their column can have in each bucket.
// They are D(t, B) of the slicing paper before the division by n(q, B). Persons without a value can
// have any value that is shown for other persons; all buckets of such persons share one list.
class CandidateValues {
 public:
  struct Candidate {
    std::uint32_t known;
    Code value;
    std::uint32_t rows;
  };

  CandidateValues(const SlicedView& view, const SlicedView::Sensitive& sensitive,
                  const Progress& progress);

  // Returns all candidates, ordered by bucket, known value and value.
  const std::vector<Candidate>& all() const { return candidates_; }
  std::span<const Candidate> of_bucket(std::uint32_t bucket) const {
    return std::span(candidates_)
        .subspan(ranges_[bucket].begin, ranges_[bucket].end - ranges_[bucket].begin);
  }
  // Returns the part of all() for a bucket and a known value.
  std::span<const Candidate> of(std::uint32_t bucket, std::uint32_t known) const;

 private:
  void add_all_values(const SlicedView& view);

  std::vector<Candidate> candidates_;
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  std::vector<Range> ranges_;
};

double sum_of_rows(std::span<const CandidateValues::Candidate> candidates);

}  // namespace microdata
