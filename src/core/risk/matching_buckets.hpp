#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/grouped.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Counts of values by bucket, looked up either way. Rows whose value is `nowhere` are left out.
class BucketCounts {
 public:
  struct Entry {
    std::uint32_t bucket;
    std::uint32_t value;
    std::uint32_t rows;
  };

  BucketCounts(std::span<const std::uint32_t> bucket_of, std::uint32_t buckets,
               std::span<const std::uint32_t> values, std::uint32_t distinct,
               const Progress& progress);

  // Rows of the bucket.
  std::uint32_t size(std::uint32_t bucket) const { return sizes_[bucket]; }
  // The values in a bucket, ascending.
  std::span<const Entry> in_bucket(std::uint32_t bucket) const;
  // The buckets with a value, ascending.
  std::span<const Entry> with_value(std::uint32_t value) const;
  // Rows of the bucket that have the value.
  std::uint32_t rows(std::uint32_t bucket, std::uint32_t value) const;
  // Position of that entry in bucket order; requires rows() > 0.
  std::size_t position(std::uint32_t bucket, std::uint32_t value) const;
  std::size_t entries() const { return by_bucket_.items.size(); }
  const Entry& entry(std::size_t position) const { return by_bucket_.items[position]; }

 private:
  Grouped<Entry> by_bucket_;
  std::vector<std::uint32_t> sizes_;
  Grouped<Entry> by_value_;
};

// A bucket that a tuple matches, and how well.
struct Match {
  std::uint32_t bucket;
  double degree;  // f(t, B)
  // The same, divided by the combinations that columns generalized bucket by bucket cover there, of
  // which each is as likely.
  double alike;
};

// Finds the matching buckets of tuples (slicing paper, definition 5 and section 3.2).
class MatchingBuckets {
 public:
  // Over the columns' known values, or over their whole values.
  enum class Over { known, whole };

  // The view outlives it.
  MatchingBuckets(const SlicedView& view, Over over, const Progress& progress);

  // The buckets that match a tuple with these values, one for each column; `matches` is emptied
  // first.
  void find(std::span<const std::uint32_t> values, std::vector<Match>& matches) const;

  // How many entries find() looks at.
  std::size_t entries_to_find(std::span<const std::uint32_t> values) const {
    return places(narrowest(values), values[narrowest(values)]);
  }

  // The published value that stands in a bucket for a tuple's value of a column; nowhere if none.
  std::uint32_t shown(std::size_t c, std::uint32_t bucket, std::uint32_t value) const;

  std::size_t columns() const { return columns_.size(); }
  const BucketCounts& column(std::size_t c) const { return columns_[c]; }
  // The persons in it: rows that are nobody's are left out.
  std::uint32_t bucket_size(std::uint32_t bucket) const { return sizes_[bucket]; }

 private:
  // The column whose value is in the fewest buckets.
  std::size_t narrowest(std::span<const std::uint32_t> values) const;
  // The buckets with a tuple's value of a column.
  std::size_t places(std::size_t c, std::uint32_t value) const;
  // The entry of shown(); null if there is none.
  const BucketCounts::Entry* entry_for(std::size_t c, std::uint32_t bucket,
                                       std::uint32_t value) const;

  // True if the bucket shows nothing of the column, and persons of any value of it may be there.
  bool shows_nothing(std::size_t c, std::uint32_t bucket) const {
    return shows_sensitive_[c] != 0 && view_.is_valueless(bucket);
  }

  const SlicedView& view_;
  std::vector<BucketCounts> columns_;
  // By column, 1 if buckets without values show nothing of it.
  std::vector<std::uint8_t> shows_sensitive_;
  // The coverings of columns that are generalized bucket by bucket; else null.
  std::vector<const Covering*> covering_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace microdata
