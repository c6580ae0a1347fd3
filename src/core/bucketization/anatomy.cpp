#include "core/bucketization/anatomy.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace microdata {

namespace {

// Tuples that are in no bucket yet, by value, and the values by number of such tuples.
class ValueLists {
 public:
  ValueLists(std::span<const Code> values, Code distinct, std::span<const Row> rows,
             const Progress& progress)
      : begin_(std::size_t{distinct} + 1) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress.checkpoint_at(i);
      ++begin_[values[rows[i]] + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    end_.assign(begin_.begin(), begin_.end() - 1);
    rows_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress.checkpoint_at(i);
      rows_[end_[values[rows[i]]]++] = rows[i];
    }
    for (Code v = 0; v < distinct; ++v) {
      if (left(v) == 0) continue;
      by_size_[left(v)].push_back(v);
      ++not_empty_;
    }
  }

  std::size_t not_empty() const { return not_empty_; }

  // Moves one tuple of each of the `count` fullest lists to the end of `bucket`. Ties between lists
  // are broken at random.
  void draw(std::size_t count, std::vector<Row>& bucket, Random& random) {
    fullest_.clear();
    while (fullest_.size() < count) {
      auto& [size, values] = *by_size_.begin();
      std::swap(values[random.below(static_cast<std::uint32_t>(values.size()))], values.back());
      fullest_.push_back(values.back());
      values.pop_back();
      if (values.empty()) by_size_.erase(by_size_.begin());
    }
    for (const Code v : fullest_) {
      bucket.push_back(rows_[--end_[v]]);
      if (left(v) > 0) {
        by_size_[left(v)].push_back(v);
      } else {
        --not_empty_;
      }
    }
  }

 private:
  std::size_t left(Code value) const { return end_[value] - begin_[value]; }

  std::vector<std::size_t> begin_;
  std::vector<std::size_t> end_;
  std::vector<Row> rows_;
  std::map<std::size_t, std::vector<Code>, std::greater<>> by_size_;
  std::size_t not_empty_ = 0;
  std::vector<Code> fullest_;
};

// Places of left-over tuples: each goes to a random bucket that lacks its value. Each left-over
// tuple has another value.
class Residues {
 public:
  // Starts with `drawn`, which has `l` tuples of every bucket.
  Residues(std::span<const Code> values, Code distinct, std::span<const Row> drawn,
           std::span<const Row> left, std::uint32_t l, const Progress& progress)
      : with_value_(distinct), extra_(drawn.size() / l) {
    std::vector<std::uint8_t> is_left(distinct);
    for (const Row row : left)
      is_left[values[row]] = 1;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      progress.checkpoint_at(i);
      const Code value = values[drawn[i]];
      if (is_left[value] != 0) with_value_[value].push_back(static_cast<std::uint32_t>(i / l));
    }
  }

  void place(Row row, Code value, Random& random) {
    const std::vector<std::uint32_t>& with_value = with_value_[value];
    std::uint32_t bucket =
        random.below(static_cast<std::uint32_t>(extra_.size() - with_value.size()));
    for (const std::uint32_t b : with_value) {
      if (b > bucket) break;
      ++bucket;
    }
    extra_[bucket].push_back(row);
  }

  const std::vector<Row>& of(std::size_t bucket) const { return extra_[bucket]; }

 private:
  // Buckets that have each left-over value, ascending.
  std::vector<std::vector<std::uint32_t>> with_value_;
  std::vector<std::vector<Row>> extra_;
};

}  // namespace

TuplePartition anatomize(std::span<const Code> values, Code distinct, std::span<const Row> rows,
                         std::uint32_t l, Random& random, const Progress& progress) {
  ValueLists lists(values, distinct, rows, progress);
  std::vector<Row> drawn;
  drawn.reserve(rows.size());
  progress.expect(rows.size());
  while (lists.not_empty() >= l) {
    progress.checkpoint();
    lists.draw(l, drawn, random);
    progress.advance(l);
  }
  std::vector<Row> left;
  while (lists.not_empty() > 0) {
    progress.checkpoint_at(left.size());
    lists.draw(1, left, random);
  }
  progress.advance(left.size());
  Residues residues(values, distinct, drawn, left, l, progress);
  for (std::size_t i = 0; i < left.size(); ++i) {
    progress.checkpoint_at(i);
    residues.place(left[i], values[left[i]], random);
  }

  TuplePartition result;
  result.rows.reserve(rows.size());
  for (std::size_t b = 0; b < drawn.size() / l; ++b) {
    progress.checkpoint_at(b);
    const auto begin = drawn.begin() + static_cast<std::ptrdiff_t>(b * l);
    result.rows.insert(result.rows.end(), begin, begin + l);
    result.rows.insert(result.rows.end(), residues.of(b).begin(), residues.of(b).end());
    result.offsets.push_back(static_cast<Row>(result.rows.size()));
  }
  return result;
}

}  // namespace microdata
