#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/adversary.hpp"

namespace microdata {

// Limits of the exact check: time, as tuples visited, and the bytes of its sums.
struct ExactCheckBudget {
  std::uint64_t visits = static_cast<std::uint64_t>(-1);
  std::size_t bytes = static_cast<std::size_t>(-1);

  // Returns limits that grow with the table, so that the check never makes slicing too slow or too
  // large.
  static ExactCheckBudget for_rows(Row rows) {
    return {50 * std::uint64_t{rows} + 10'000'000, 64 * std::size_t{rows} + (64U << 20U)};
  }
};

// Frequency of each value in each column of a bucket.
class BucketProfile {
 public:
  struct Count {
    std::uint32_t value;
    std::uint32_t tuples;
  };

  void count(const Adversary& adversary, std::span<const Row> rows);

  double size() const { return size_; }
  std::span<const Count> column(std::size_t c) const { return part(c); }
  // Returns the strata of a sensitive attribute that occur.
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

// Diversity check of the slicing paper (definition 3.2, figure 2), updated as buckets are split. It
// ensures p(t, s) <= 1/l for every tuple t of the table and every sensitive value s, for two
// attackers.
//
// Let n_i(v, B) be the number of tuples of bucket B whose column i has value v. Let f(t, B) be the
// product of n_i(t[C_i], B) / |B|. Then p(t, s) = G(t, s) / F(t). F(t) is the sum over the buckets
// of w(t, B), and G(t, s) is the sum of w(t, B) n((q, s), B) / n(q, B). In the paper w is f(t, B).
// But |B| f(t, B) rows of B are expected to be like t. An attacker that counts rows weights buckets
// by this number, and the paper's p overrates small buckets. The check bounds both.
//
// A split changes only tuples that match the split bucket, and only tuples that match several
// buckets need sums. The cost of a split is therefore the number of tuples that match the bucket.
// If the sums of all tuples would take too many bytes, only the tuples of the first buckets have
// sums. A bucket that other tuples match must then not be split.
//
// The sums are fixed-point numbers, so that a bucket's contribution is subtracted exactly as it was
// added. G is rounded up and F down, so that rounding never loosens the guarantee.
class DiversityCheck {
 public:
  // `adversary` and `partition` must outlive the check. The tuples t are all rows of the
  // adversary's table, including rows that no bucket holds.
  DiversityCheck(const Adversary& adversary, const TuplePartition& partition, double l,
                 ExactCheckBudget budget, const Progress& progress);

  // Makes the sums that covers(), allows() and split() need.
  void make_sums(const Progress& progress);

  // True if the budget is used up, so that the remaining buckets may stay unsplit.
  bool exhausted() const { return visits_ > budget_.visits; }

  // True if all tuples that can match the bucket have sums. Only such a bucket may be split.
  bool covers(const BucketProfile& bucket) const;

  // True if l still holds after replacing `bucket` by `left` and `right`. The rows of the bucket
  // are those of both.
  bool allows(const BucketProfile& bucket, std::span<const Row> bucket_rows,
              const BucketProfile& left, const BucketProfile& right);

  // Replaces the bucket by the two parts.
  void split(const BucketProfile& bucket, const BucketProfile& left, const BucketProfile& right);

  // True if l holds for every tuple of the partition as it was given. Makes the sums anew, for as
  // many tuples at a time as the budget's bytes allow, for any length of time. `infeasible` are the
  // buckets that do not satisfy l by themselves. Tuples that match only one bucket are checked only
  // there.
  bool holds(std::span<const std::size_t> infeasible, const Progress& progress);

  // True if the row matches a single bucket for any splits, because no other published row has its
  // value of some column.
  bool matches_one(Row row) const { return exclusive_[row] != 0; }

 private:
  __extension__ using Fixed = unsigned __int128;
  using Visit = std::function<bool(std::size_t tuple)>;
  // The paper's attacker, and the attacker that counts rows.
  static constexpr std::size_t adversaries = 2;
  using Weights = std::array<double, adversaries>;
  using Sum = std::array<Fixed, adversaries>;
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void find_exclusive(const Progress& progress);
  void list_tuples(const Progress& progress);
  std::vector<std::uint32_t> order_of_first_values(const Progress& progress) const;
  // Opens the window over the tuples from `begin` on, as many as the bytes allow, at least one.
  void open_window(std::size_t begin);
  void fill_window(const Progress& progress);
  // True if no tuple of the window has a value that these rows have in the first column.
  bool matches_none(std::span<const Row> bucket) const;
  std::size_t sums_of(std::size_t sensitive, Row row) const;
  Range in_window(std::uint32_t first_value) const;
  Weights weights(const BucketProfile& bucket, Row row) const;
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
  // Sums of |B| f(t, B) are at most the number of rows, below 2^32.
  static constexpr double one = 0x1p80;
  static Fixed round_down(double x) { return static_cast<Fixed>(x * one); }
  static Fixed round_up(double x) { return static_cast<Fixed>(x * one) + 1; }

  const Adversary& adversary_;
  const TuplePartition& partition_;
  double l_;
  ExactCheckBudget budget_;
  std::uint64_t visits_ = 0;
  // Columns in the order in which tuples are sorted: the one with most values first.
  std::vector<std::size_t> order_;
  std::vector<std::uint8_t> exclusive_;
  // One row for each distinct tuple that can match several buckets. Tuples with the same value of
  // the first column are together, in the order in which these values occur in the buckets. Such
  // tuples are sorted by the values of the other columns.
  std::vector<Row> tuples_;
  std::vector<Range> with_first_;  // ranges of tuples_, by value of the first column
  Range window_;                   // tuples with sums
  std::vector<Sum> total_;         // F, by tuple of the window
  // Sums G of each sensitive attribute: for each tuple of the window, the strata of its q in turn.
  struct Sums {
    std::vector<std::uint32_t> first_stratum;  // by q
    std::vector<std::size_t> offset;           // by tuple of the window
    std::vector<Sum> of_value;
  };
  std::vector<Sums> sums_;
};

}  // namespace microdata
