#include "core/risk/matching_buckets.hpp"

#include <algorithm>
#include <limits>

#include "core/base/grouped.hpp"

namespace microdata {

BucketCounts::BucketCounts(std::span<const std::uint32_t> bucket_of, std::uint32_t buckets,
                           std::span<const std::uint32_t> values, std::uint32_t distinct,
                           const Progress& progress) {
  // The values of every bucket are gathered first, then sorted and counted.
  Grouped<std::uint32_t> sorted = group_by(
      bucket_of, buckets, [&](std::size_t row) { return values[row]; }, progress);
  for (std::uint32_t b = 0; b < buckets; ++b) {
    // A bucket can have any number of rows, so each bucket has its own checkpoint.
    progress.checkpoint();
    const std::span<std::uint32_t> in_bucket = sorted[b];
    std::sort(in_bucket.begin(), in_bucket.end());
    sizes_.push_back(0);
    for (const std::uint32_t value : in_bucket) {
      // The largest number: what follows is nowhere, too.
      if (value == nowhere) break;
      ++sizes_.back();
      if (sizes_.back() == 1 || by_bucket_.items.back().value != value)
        by_bucket_.items.push_back({b, value, 0});
      ++by_bucket_.items.back().rows;
    }
    by_bucket_.end_group();
  }
  std::vector<std::uint32_t> entry_values;
  entry_values.reserve(by_bucket_.items.size());
  for (const Entry& entry : by_bucket_.items)
    entry_values.push_back(entry.value);
  by_value_ = group_by(
      std::span<const std::uint32_t>(entry_values), distinct,
      [&](std::size_t i) { return by_bucket_.items[i]; }, progress);
}

std::span<const BucketCounts::Entry> BucketCounts::in_bucket(std::uint32_t bucket) const {
  return by_bucket_[bucket];
}

std::span<const BucketCounts::Entry> BucketCounts::with_value(std::uint32_t value) const {
  if (value == nowhere) return {};
  return by_value_[value];
}

std::size_t BucketCounts::position(std::uint32_t bucket, std::uint32_t value) const {
  const auto entries = in_bucket(bucket);
  const auto found =
      std::lower_bound(entries.begin(), entries.end(), value,
                       [](const Entry& entry, std::uint32_t v) { return entry.value < v; });
  return by_bucket_.first[bucket] + static_cast<std::size_t>(found - entries.begin());
}

std::uint32_t BucketCounts::rows(std::uint32_t bucket, std::uint32_t value) const {
  const std::size_t at = position(bucket, value);
  if (at == by_bucket_.first[bucket + 1] || entry(at).value != value) return 0;
  return entry(at).rows;
}

MatchingBuckets::MatchingBuckets(const SlicedView& view, Over over, const Progress& progress)
    : view_(view),
      shows_sensitive_(view.columns.size()),
      sizes_(view.buckets, std::numeric_limits<std::uint32_t>::max()) {
  if (!view.valueless.empty() && over == Over::whole) {
    for (const SlicedView::Sensitive& sensitive : view.sensitive)
      shows_sensitive_[sensitive.column] = 1;
  }
  for (const SlicedView::Column& column : view.columns) {
    const SlicedView::Values& values = over == Over::known ? column.known : column.whole;
    columns_.emplace_back(view.bucket_of, view.buckets, values.published, values.distinct,
                          progress);
    covering_.push_back(values.covering ? &*values.covering : nullptr);
    for (std::uint32_t b = 0; b < view.buckets; ++b) {
      if (!shows_nothing(columns_.size() - 1, b))
        sizes_[b] = std::min(sizes_[b], columns_.back().size(b));
    }
  }
}

std::size_t MatchingBuckets::narrowest(std::span<const std::uint32_t> values) const {
  // The search begins with a column that buckets without values also show.
  std::size_t along = 0;
  while (along + 1 < columns_.size() && shows_sensitive_[along] != 0)
    ++along;
  for (std::size_t c = along + 1; c < columns_.size(); ++c) {
    if (shows_sensitive_[c] == 0 && places(c, values[c]) < places(along, values[along])) along = c;
  }
  return along;
}

std::size_t MatchingBuckets::places(std::size_t c, std::uint32_t value) const {
  return covering_[c] == nullptr ? columns_[c].with_value(value).size()
                                 : covering_[c]->buckets(value);
}

const BucketCounts::Entry* MatchingBuckets::entry_for(std::size_t c, std::uint32_t bucket,
                                                      std::uint32_t value) const {
  const auto in_bucket = columns_[c].in_bucket(bucket);
  if (covering_[c] == nullptr) {
    const auto found = std::lower_bound(
        in_bucket.begin(), in_bucket.end(), value,
        [](const BucketCounts::Entry& entry, std::uint32_t v) { return entry.value < v; });
    return found != in_bucket.end() && found->value == value ? &*found : nullptr;
  }
  if (in_bucket.empty()) return nullptr;
  const std::uint32_t first = in_bucket.front().value;
  const std::uint32_t found = covering_[c]->in_bucket(first, in_bucket.back().value, value);
  return found == nowhere ? nullptr : &in_bucket[found - first];
}

std::uint32_t MatchingBuckets::shown(std::size_t c, std::uint32_t bucket,
                                     std::uint32_t value) const {
  const BucketCounts::Entry* const entry = entry_for(c, bucket, value);
  return entry == nullptr ? nowhere : entry->value;
}

void MatchingBuckets::find(std::span<const std::uint32_t> values,
                           std::vector<Match>& matches) const {
  matches.clear();
  const std::size_t along = narrowest(values);
  const auto match = [&](const BucketCounts::Entry& entry) {
    double degree = 1;
    double combinations = 1;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      // The narrowest column comes first.
      const std::size_t c = i == 0 ? along : i <= along ? i - 1 : i;
      if (shows_nothing(c, entry.bucket)) continue;
      const BucketCounts::Entry* const found =
          i == 0 ? &entry : entry_for(c, entry.bucket, values[c]);
      if (found == nullptr) return;
      degree *= found->rows / static_cast<double>(columns_[c].size(entry.bucket));
      if (covering_[c] != nullptr) combinations *= covering_[c]->combinations(found->value);
    }
    matches.push_back({entry.bucket, degree, degree / combinations});
  };
  if (covering_[along] == nullptr) {
    for (const BucketCounts::Entry& entry : columns_[along].with_value(values[along]))
      match(entry);
    return;
  }
  // There is one entry for each published value, in the order of published values.
  covering_[along]->for_each(
      values[along], [&](std::uint32_t published) { match(columns_[along].entry(published)); });
}

}  // namespace microdata
