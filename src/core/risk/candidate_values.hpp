#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// The sensitive values of each bucket by the known value of their column, which a tuple of that
// known value can have there: D(t, B) of the slicing paper before it is divided by n(q, B).
class CandidateValues {
 public:
  struct Candidate {
    std::uint32_t known;
    Code value;
    std::uint32_t rows;
  };

  CandidateValues(const SlicedView& view, const SlicedView::Sensitive& sensitive,
                  const Progress& progress);

  // By bucket, known value and value.
  const std::vector<Candidate>& all() const { return candidates_; }
  std::span<const Candidate> of_bucket(std::uint32_t bucket) const {
    return std::span(candidates_)
        .subspan(offsets_[bucket], offsets_[bucket + std::size_t{1}] - offsets_[bucket]);
  }
  // A part of all().
  std::span<const Candidate> of(std::uint32_t bucket, std::uint32_t known) const;

 private:
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> offsets_;
};

double sum_of_rows(std::span<const CandidateValues::Candidate> candidates);

}  // namespace microdata
