#include "core/risk/candidate_values.hpp"

#include <algorithm>

namespace microdata {

CandidateValues::CandidateValues(const SlicedView& view, const SlicedView::Sensitive& sensitive,
                                 const Progress& progress)
    : ranges_(view.buckets) {
  struct KnownValue {
    std::uint32_t known;
    Code value;
  };
  const std::vector<std::uint32_t>& known = view.columns[sensitive.column].known.published;
  std::vector<std::size_t> next(view.buckets + std::size_t{1});
  for (const std::uint32_t bucket : view.bucket_of)
    ++next[bucket + 1];
  for (std::size_t b = 1; b < next.size(); ++b)
    next[b] += next[b - 1];
  const std::vector<std::size_t> begin = next;
  std::vector<KnownValue> rows(view.bucket_of.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    rows[next[view.bucket_of[i]]++] = {known[i], sensitive.published[i]};
  }
  for (std::uint32_t b = 0; b < view.buckets; ++b) {
    progress.checkpoint_at(b);
    ranges_[b].begin = candidates_.size();
    if (view.is_valueless(b)) continue;
    const auto bucket = std::span(rows).subspan(begin[b], begin[b + std::size_t{1}] - begin[b]);
    std::sort(bucket.begin(), bucket.end(), [](const KnownValue& x, const KnownValue& y) {
      return x.known != y.known ? x.known < y.known : x.value < y.value;
    });
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      if (i == 0 || bucket[i].known != bucket[i - 1].known ||
          bucket[i].value != bucket[i - 1].value) {
        candidates_.push_back({bucket[i].known, bucket[i].value, 0});
      }
      ++candidates_.back().rows;
    }
    ranges_[b].end = candidates_.size();
  }
  if (!view.valueless.empty()) add_all_values(view);
}

void CandidateValues::add_all_values(const SlicedView& view) {
  std::vector<Candidate> all = candidates_;
  std::sort(all.begin(), all.end(), [](const Candidate& x, const Candidate& y) {
    return x.known != y.known ? x.known < y.known : x.value < y.value;
  });
  const std::size_t begin = candidates_.size();
  for (const Candidate& candidate : all) {
    if (candidates_.size() > begin && candidates_.back().known == candidate.known &&
        candidates_.back().value == candidate.value) {
      candidates_.back().rows += candidate.rows;
    } else {
      candidates_.push_back(candidate);
    }
  }
  for (std::uint32_t b = 0; b < view.buckets; ++b) {
    if (view.is_valueless(b)) ranges_[b] = {begin, candidates_.size()};
  }
}

std::span<const CandidateValues::Candidate> CandidateValues::of(std::uint32_t bucket,
                                                                std::uint32_t known) const {
  const auto all = of_bucket(bucket);
  const auto begin = std::lower_bound(
      all.begin(), all.end(), known,
      [](const Candidate& candidate, std::uint32_t k) { return candidate.known < k; });
  auto end = begin;
  while (end != all.end() && end->known == known)
    ++end;
  return {begin, end};
}

double sum_of_rows(std::span<const CandidateValues::Candidate> candidates) {
  double sum = 0;
  for (const auto& candidate : candidates)
    sum += candidate.rows;
  return sum;
}

}  // namespace microdata
