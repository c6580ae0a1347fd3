#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Counts of values by bucket, which are looked up by bucket or by value. Rows with the value
// `nowhere` are left out.
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

  // Returns the number of rows of the bucket.
  std::uint32_t size(std::uint32_t bucket) const { return sizes_[bucket]; }
  // Returns the values in a bucket, ascending.
  std::span<const Entry> in_bucket(std::uint32_t bucket) const;
  // Returns the buckets with a value, ascending.
  std::span<const Entry> with_value(std::uint32_t value) const;
  // Returns the number of rows of the bucket with the value.
  std::uint32_t rows(std::uint32_t bucket, std::uint32_t value) const;
  // Returns the position of the entry of a bucket and a value, in bucket order; requires rows() >
  // 0.
  std::size_t position(std::uint32_t bucket, std::uint32_t value) const;
  std::size_t entries() const { return by_bucket_.items.size(); }
  const Entry& entry(std::size_t position) const { return by_bucket_.items[position]; }

 private:
  Grouped<Entry> by_bucket_;
  std::vector<std::uint32_t> sizes_;
  Grouped<Entry> by_value_;
};

// A bucket that a tuple matches, with the degree of the match.
struct Match {
  std::uint32_t bucket;
  double degree;  // f(t, B)
  // Degree divided by the combinations that columns generalized bucket by bucket cover in the
  // bucket, because all combinations are equally likely.
  double alike;
};

// Search for the matching buckets of tuples (slicing paper, definition 5 and section 3.2).
class MatchingBuckets {
 public:
  // The values of columns to match: known values, or whole values.
  enum class Over { known, whole };

  // Constructs the search in a view, which must outlive the object.
  MatchingBuckets(const SlicedView& view, Over over, const Progress& progress);

  // Finds the buckets that match a tuple with these values, one for each column. Empties `matches`
  // first.
  void find(std::span<const std::uint32_t> values, std::vector<Match>& matches) const;

  // Returns the number of entries that find() looks at.
  std::size_t entries_to_find(std::span<const std::uint32_t> values) const {
    return places(narrowest(values), values[narrowest(values)]);
  }

  // Returns the published value of a bucket for a tuple's value of a column; nowhere if no value
  // matches.
  std::uint32_t shown(std::size_t c, std::uint32_t bucket, std::uint32_t value) const;

  std::size_t columns() const { return columns_.size(); }
  const BucketCounts& column(std::size_t c) const { return columns_[c]; }
  // Returns the number of persons in the bucket, without rows that are nobody's.
  std::uint32_t bucket_size(std::uint32_t bucket) const { return sizes_[bucket]; }

 private:
  // Returns the column whose value is in the fewest buckets.
  std::size_t narrowest(std::span<const std::uint32_t> values) const;
  // Returns the number of buckets with a tuple's value of a column.
  std::size_t places(std::size_t c, std::uint32_t value) const;
  // Returns the entry of shown(); null if no value matches.
  const BucketCounts::Entry* entry_for(std::size_t c, std::uint32_t bucket,
                                       std::uint32_t value) const;

  // True if the bucket shows nothing of the column, so that persons with any value of it can be in
  // the bucket.
  bool shows_nothing(std::size_t c, std::uint32_t bucket) const {
    return shows_sensitive_[c] != 0 && view_.is_valueless(bucket);
  }

  const SlicedView& view_;
  std::vector<BucketCounts> columns_;
  // 1 for each column that buckets without values do not show.
  std::vector<std::uint8_t> shows_sensitive_;
  // Coverings of columns that are generalized bucket by bucket; null for other columns.
  std::vector<const Covering*> covering_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace microdata
