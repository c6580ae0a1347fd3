#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/adversary.hpp"

namespace microdata {

inline constexpr std::uint64_t unlimited_budget = static_cast<std::uint64_t>(-1);

// What a bucket shows of itself: how often each value occurs in each column.
class BucketProfile {
 public:
  struct Count {
    std::uint32_t value;
    std::uint32_t tuples;
  };

  void count(const Adversary& adversary, std::span<const Row> rows);

  double size() const { return size_; }
  std::span<const Count> column(std::size_t c) const { return part(c); }
  // The strata of a sensitive attribute that occur.
  std::span<const Count> strata(std::size_t j) const { return part(columns_ + j); }
  std::uint32_t tuples_with(std::size_t column, std::uint32_t value) const;

 private:
  std::span<const Count> part(std::size_t i) const {
    return std::span(counts_).subspan(offsets_[i], offsets_[i + 1] - offsets_[i]);
  }
  void append(std::span<const std::uint32_t> of_row, std::span<const Row> rows);

  double size_ = 0;
  std::size_t columns_ = 0;
  std::vector<Count> counts_;
  std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> scratch_;
};

// The diversity check of the slicing paper (definition 3.2, figure 2), kept up to date while
// buckets are split: p(t, s) <= 1/l for every tuple t of the table and every sensitive value s.
//
// With n_i(v, B) the tuples of bucket B whose column i has value v, f(t, B) is the product of
// n_i(t[C_i], B) / |B|, and p(t, s) = G(t, s) / F(t), where F(t) is the sum of f(t, B) over the
// buckets and G(t, s) that of f(t, B) n((q, s), B) / n(q, B). Only tuples that match the bucket
// that is split can change, and only those that match several buckets need sums to be kept: a split
// costs as much as there are tuples that match the bucket.
//
// The sums are fixed-point numbers, so that a bucket's contribution is taken out exactly as it was
// put in; G is rounded up and F down, so that rounding never loosens the guarantee.
class DiversityCheck {
 public:
  // `adversary` and `partition` outlive the check. The tuples t are all rows of the adversary's
  // table, also those that no bucket holds. `budget` bounds the work in tuples visited.
  DiversityCheck(const Adversary& adversary, const TuplePartition& partition, double l,
                 std::uint64_t budget, const Progress& progress);

  // The budget is used up: what is left unsplit may stay so.
  bool exhausted() const { return visits_ > budget_; }

  // Whether l can still hold if `bucket` gives way to `left` and `right`; its rows are those of
  // both.
  bool allows(const BucketProfile& bucket, std::span<const Row> bucket_rows,
              const BucketProfile& left, const BucketProfile& right);

  // Replaces the bucket by the two.
  void split(const BucketProfile& bucket, const BucketProfile& left, const BucketProfile& right);

  // Whether l holds for every tuple, by the sums as they stand. `infeasible` are the buckets that
  // do not satisfy l by themselves: tuples that match one bucket only need be looked at there.
  bool holds(const TuplePartition& partition, std::span<const std::size_t> infeasible);

  // Whether the row matches a single bucket however the buckets are split: no other published row
  // has its value of some column.
  bool matches_one(Row row) const { return exclusive_[row] != 0; }

 private:
  __extension__ using Fixed = unsigned __int128;
  using Visit = std::function<bool(std::size_t tuple)>;

  void find_exclusive(const TuplePartition& partition, const Progress& progress);
  // Whether no tuple of tuples_ matches a bucket of these rows, which each are alone with their
  // value of the first column.
  bool matches_none(std::span<const Row> bucket) const;
  void list_tuples(const Progress& progress);
  double degree(const BucketProfile& bucket, Row row) const;
  std::uint32_t value(std::size_t tuple, std::size_t depth) const {
    return adversary_.known[order_[depth]].of_row[tuples_[tuple]];
  }
  bool for_each_match(const BucketProfile& bucket, const Visit& visit);
  bool match(const BucketProfile& bucket, std::size_t begin, std::size_t end, std::size_t depth,
             const Visit& visit);
  void add(const BucketProfile& bucket, std::size_t tuple, bool take_out);
  std::uint32_t known_value(std::size_t sensitive, Row row) const;
  bool satisfies(Row row, const BucketProfile* removed, const BucketProfile& left,
                 const BucketProfile& right, std::size_t tuple);

  static constexpr std::size_t no_tuple = static_cast<std::size_t>(-1);
  static constexpr double one = 0x1p80;
  static Fixed round_down(double x) { return static_cast<Fixed>(x * one); }
  static Fixed round_up(double x) { return static_cast<Fixed>(x * one) + 1; }

  const Adversary& adversary_;
  double l_;
  std::uint64_t budget_;
  std::uint64_t visits_ = 0;
  // Columns in the order in which tuples are sorted: the one with most values first.
  std::vector<std::size_t> order_;
  std::vector<std::uint8_t> exclusive_;
  // Whether no other tuple, published or not, has the row's value of the first of order_.
  std::vector<std::uint8_t> alone_;
  // Distinct tuples that may match several buckets, one row each, sorted by the columns' values.
  std::vector<Row> tuples_;
  std::vector<std::size_t> first_with_;  // by value of the first column: index into tuples_
  std::vector<Fixed> total_;             // F, by tuple
  // For each sensitive attribute: G, for each tuple the strata of its q in turn.
  struct Sums {
    std::vector<std::uint32_t> first_stratum;  // by q
    std::vector<std::size_t> offset;           // by tuple
    std::vector<Fixed> of_value;
  };
  std::vector<Sums> sums_;
};

}  // namespace microdata
