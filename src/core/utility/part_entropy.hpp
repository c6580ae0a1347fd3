#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// The entropy, in nats, of how often combinations occur.
double entropy(const Combinations& combinations);

// How many combinations of values some attributes could have.
double domain_of(const Microdata& data, const AttributeSet& attributes);

// How values of bucketed attributes are shared out in the buckets. Rows in no bucket make a last
// one, in which all combinations that could be are equally likely.
class BucketShares {
 public:
  // Of all that are bucketed, or of some of them.
  BucketShares(const Microdata& data, const BucketedAttributes& bucketed,
               const AttributeSet& attributes, const Progress& progress);

  std::size_t rows() const { return values_.of_row.size(); }
  std::uint32_t values() const { return values_.distinct; }
  std::uint32_t value_of_row(Row row) const { return values_.of_row[row]; }
  std::uint32_t bucket_of_row(Row row) const { return bucket_of_row_[row]; }
  // All rows, bucket by bucket.
  std::span<const Row> rows_by_bucket() const { return by_bucket_; }

  struct Share {
    std::uint32_t value = 0;
    double share = 0;
  };
  // The bucket of the rows in none.
  std::uint32_t unknown() const { return static_cast<std::uint32_t>(offsets_.size() - 1); }
  std::uint32_t unknown_rows() const { return unknown_rows_; }
  // The share of every value there.
  double unknown_share() const { return unknown_share_; }
  // What occurs in any other bucket, by ascending value.
  std::span<const Share> of_bucket(std::uint32_t bucket) const {
    return std::span(shares_).subspan(offsets_[bucket], offsets_[bucket + 1] - offsets_[bucket]);
  }
  double share_in(std::uint32_t bucket, std::uint32_t value) const;

 private:
  std::vector<std::uint32_t> bucket_of_row_;
  Combinations values_;
  double unknown_share_;
  std::uint32_t unknown_rows_ = 0;
  std::vector<Row> by_bucket_;
  std::vector<std::size_t> offsets_;
  std::vector<Share> shares_;
};

// The mean over the rows of -log m(q, s), in nats, where (q, s) is what the row has and m the
// marginal that the buckets imply: the mean over all rows with q of the share of s in the row's
// bucket, times the share of q. Finite, as a row's own bucket has its own value.
double bucketed_cross_entropy(const Combinations& known, const BucketShares& shares,
                              const Progress& progress);

}  // namespace microdata
