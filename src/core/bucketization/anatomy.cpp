#include "core/bucketization/anatomy.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace microdata {

namespace {

// The tuples not yet in a bucket, by value, and the values by how many of them have it.
class ValueLists {
 public:
  ValueLists(std::span<const Code> values, Code distinct, std::span<const Row> rows, Random& random,
             const Progress& progress)
      : begin_(std::size_t{distinct} + 1) {
    for (const Row row : rows)
      ++begin_[values[row] + 1];
    for (std::size_t v = 1; v <= distinct; ++v)
      begin_[v] += begin_[v - 1];
    end_.assign(begin_.begin(), begin_.end() - 1);
    rows_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress.checkpoint_at(i);
      rows_[end_[values[rows[i]]]++] = rows[i];
    }
    // Equally full lists are drawn from in random order.
    std::vector<Code> order(distinct);
    for (Code v = 0; v < distinct; ++v)
      order[v] = v;
    random.shuffle(std::span(order));
    for (const Code v : order) {
      if (left(v) > 0) by_size_[left(v)].push_back(v);
    }
    not_empty_ = 0;
    for (Code v = 0; v < distinct; ++v)
      not_empty_ += left(v) > 0 ? 1 : 0;
  }

  std::size_t not_empty() const { return not_empty_; }

  // Moves one tuple of each of the `count` fullest lists to the end of `bucket`.
  void draw(std::size_t count, std::vector<Row>& bucket) {
    fullest_.clear();
    while (fullest_.size() < count) {
      auto& [size, values] = *by_size_.begin();
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

// The places where left-over tuples go: a random bucket that lacks the value, which is looked for
// at random a few times and then, being rare, among all of them.
class Residues {
 public:
  Residues(std::span<const Code> values, std::span<const Row> drawn, std::uint32_t l)
      : values_(values), drawn_(drawn), l_(l), extra_(drawn.size() / l) {}

  void place(Row row, Random& random) {
    const auto buckets = static_cast<std::uint32_t>(extra_.size());
    for (int tries = 0; tries < 64; ++tries) {
      const std::uint32_t b = random.below(buckets);
      if (lacks(b, values_[row])) {
        extra_[b].push_back(row);
        return;
      }
    }
    std::vector<std::uint32_t> lacking;
    for (std::uint32_t b = 0; b < buckets; ++b) {
      if (lacks(b, values_[row])) lacking.push_back(b);
    }
    const auto chosen = random.below(static_cast<std::uint32_t>(lacking.size()));
    extra_[lacking[chosen]].push_back(row);
  }

  const std::vector<Row>& of(std::size_t bucket) const { return extra_[bucket]; }

 private:
  bool lacks(std::uint32_t bucket, Code value) const {
    const auto has_it = [&](Row row) { return values_[row] == value; };
    const std::span<const Row> first = drawn_.subspan(std::size_t{bucket} * l_, l_);
    return std::none_of(first.begin(), first.end(), has_it) &&
           std::none_of(extra_[bucket].begin(), extra_[bucket].end(), has_it);
  }

  std::span<const Code> values_;
  std::span<const Row> drawn_;
  std::uint32_t l_;
  std::vector<std::vector<Row>> extra_;
};

}  // namespace

TuplePartition anatomize(std::span<const Code> values, Code distinct, std::span<const Row> rows,
                         std::uint32_t l, Random& random, const Progress& progress) {
  ValueLists lists(values, distinct, rows, random, progress);
  std::vector<Row> drawn;
  drawn.reserve(rows.size());
  while (lists.not_empty() >= l) {
    progress.checkpoint_at(drawn.size() / l);
    lists.draw(l, drawn);
  }
  std::vector<Row> left;
  while (lists.not_empty() > 0)
    lists.draw(1, left);
  Residues residues(values, drawn, l);
  for (const Row row : left)
    residues.place(row, random);

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
