#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Returns the entropy of the frequencies of combinations, in nats.
double entropy(const Combinations& combinations);

// Returns the number of possible combinations of values of some attributes.
double domain_of(const Microdata& data, const AttributeSet& attributes);

// Shares of the values of bucketed attributes in the buckets. Rows in no bucket form a last bucket,
// in which all possible combinations are equally likely.
class BucketShares {
 public:
  // `attributes` has all bucketed attributes or some of them.
  BucketShares(const Microdata& data, const BucketedAttributes& bucketed,
               const AttributeSet& attributes, const Progress& progress);

  std::size_t rows() const { return values_.of_row.size(); }
  std::uint32_t values() const { return values_.distinct; }
  std::uint32_t value_of_row(Row row) const { return values_.of_row[row]; }
  std::uint32_t bucket_of_row(Row row) const { return bucket_of_row_[row]; }
  // Returns all rows, bucket by bucket.
  std::span<const Row> rows_by_bucket() const { return by_bucket_; }

  struct Share {
    std::uint32_t value = 0;
    double share = 0;
  };
  // Returns the number of the last bucket, that of the rows in no bucket.
  std::uint32_t unknown() const { return static_cast<std::uint32_t>(offsets_.size() - 1); }
  std::uint32_t unknown_rows() const { return unknown_rows_; }
  // Returns the share of every value in the bucket unknown().
  double unknown_share() const { return unknown_share_; }
  // Returns the values that occur in any other bucket, ascending, with their shares.
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

// Returns the mean of -log m(q, s), in nats, over the rows with their values (q, s), m being the
// marginal that the buckets imply. The marginal is the mean, over all rows with q, of the share of
// s in the row's bucket, times the share of q. The result is finite, because a row's own bucket has
// its value.
double bucketed_cross_entropy(const Combinations& known, const BucketShares& shares,
                              const Progress& progress);

}  // namespace microdata
