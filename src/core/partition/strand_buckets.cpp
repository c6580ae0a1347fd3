#include "core/partition/strand_buckets.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

namespace microdata {

namespace {

std::uint32_t draw_below(std::size_t bound, const UniformDraw& draw) {
  return bound > 1 ? draw(static_cast<std::uint32_t>(bound)) : 0;
}

Row take_at_random(std::vector<Row>& rows, const UniformDraw& draw) {
  std::swap(rows[draw_below(rows.size(), draw)], rows.back());
  const Row row = rows.back();
  rows.pop_back();
  return row;
}

// Rows of one strand that are in no bucket yet.
class Strand {
 public:
  virtual ~Strand() = default;
  // Takes a remaining row for a bucket with the rows `bucket`.
  virtual Row take(std::span<const Row> bucket, const UniformDraw& draw) = 0;
};

// A strand that gives a row with the most frequent remaining value that the bucket lacks. The most
// frequent values must be used up first (Xiao and Tao, "Anatomy", VLDB 2006, figure 3).
class FrequentFirst : public Strand {
 public:
  FrequentFirst(std::span<const Row> rows, const Combinations& kinds) : kinds_(kinds) {
    std::vector<Row> sorted(rows.begin(), rows.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](Row a, Row b) { return kinds.of_row[a] < kinds.of_row[b]; });
    for (std::size_t begin = 0; begin < sorted.size();) {
      std::size_t end = begin;
      while (end < sorted.size() && kinds.of_row[sorted[end]] == kinds.of_row[sorted[begin]])
        ++end;
      queue_.push({end - begin, remaining_.size()});
      remaining_.emplace_back(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                              sorted.begin() + static_cast<std::ptrdiff_t>(end));
      begin = end;
    }
  }

  Row take(std::span<const Row> bucket, const UniformDraw& draw) override {
    passed_over_.clear();
    while (!queue_.empty() && occurs(queue_.top().place, bucket)) {
      passed_over_.push_back(queue_.top());
      queue_.pop();
    }
    Value chosen{};
    if (queue_.empty()) {
      chosen = passed_over_.front();
      passed_over_.erase(passed_over_.begin());
    } else {
      chosen = queue_.top();
      queue_.pop();
    }
    for (const Value& value : passed_over_)
      queue_.push(value);
    const Row row = take_at_random(remaining_[chosen.place], draw);
    if (--chosen.rows > 0) queue_.push(chosen);
    return row;
  }

 private:
  struct Value {
    std::size_t rows;
    std::size_t place;

    bool operator<(const Value& other) const {
      return rows != other.rows ? rows < other.rows : place > other.place;
    }
  };

  bool occurs(std::size_t place, std::span<const Row> bucket) const {
    const std::uint32_t kind = kinds_.of_row[remaining_[place].front()];
    return std::any_of(bucket.begin(), bucket.end(),
                       [&](Row row) { return kinds_.of_row[row] == kind; });
  }

  const Combinations& kinds_;
  std::vector<std::vector<Row>> remaining_;
  std::priority_queue<Value> queue_;
  std::vector<Value> passed_over_;
};

// A strand that gives any row: the first of a few draws that shares no value with the bucket.
class AnyRow : public Strand {
 public:
  AnyRow(std::span<const Row> rows, const GroupJudge& judge)
      : judge_(judge), remaining_(rows.begin(), rows.end()) {}

  Row take(std::span<const Row> bucket, const UniformDraw& draw) override {
    // The search is not worth more than a few draws, or one draw for a large bucket.
    const std::size_t draws =
        std::min(remaining_.size(), bucket.size() <= small_bucket ? most_draws : 1);
    std::size_t place = 0;
    for (std::size_t drawn = 0; drawn < draws; ++drawn) {
      place = drawn + draw_below(remaining_.size() - drawn, draw);
      std::swap(remaining_[drawn], remaining_[place]);
      place = drawn;
      if (std::none_of(bucket.begin(), bucket.end(),
                       [&](Row row) { return judge_.alike(row, remaining_[place]); })) {
        break;
      }
    }
    std::swap(remaining_[place], remaining_.back());
    const Row row = remaining_.back();
    remaining_.pop_back();
    return row;
  }

 private:
  static constexpr std::size_t small_bucket = 16;
  static constexpr std::size_t most_draws = 4;

  const GroupJudge& judge_;
  std::vector<Row> remaining_;
};

class Assembly {
 public:
  Assembly(std::span<const Row> rows, std::size_t strands, const BucketAssembly& how,
           GroupJudge& judge, const UniformDraw& draw)
      : strand_size_(rows.size() / strands), judge_(judge), draw_(draw) {
    for (std::size_t s = 0; s < strands; ++s) {
      const std::span<const Row> strand = rows.subspan(s * strand_size_, strand_size_);
      if (how.frequent_first) {
        strands_.push_back(std::make_unique<FrequentFirst>(strand, how.kinds));
      } else {
        strands_.push_back(std::make_unique<AnyRow>(strand, judge));
      }
    }
  }

  std::vector<std::vector<Row>> run(const Progress& progress) {
    first_ = draw_below(strands_.size(), draw_);
    std::vector<Row> open;
    std::size_t next_look = 0;
    for (std::size_t i = 0; i < strand_size_; ++i) {
      progress.checkpoint_at(i);
      add_one_of_each(open);
      if (open.size() < next_look) continue;
      if (judge_.holds(open)) {
        buckets_.push_back(std::move(open));
        open.clear();
        next_look = 0;
      } else {
        next_look = grown(open.size());
      }
    }
    distribute(open, progress);
    absorb(std::move(open), progress);
    return std::move(buckets_);
  }

 private:
  // Returns the size at which a bucket is judged again, a sixteenth larger.
  static std::size_t grown(std::size_t size) { return size + size / 16; }

  // Adds a row of each strand. Strands are numbered by the sides of failed splits, and these sides
  // must not be distinguishable. The first strand is therefore drawn, and the order of the others
  // follows from the sides in which they differ from it.
  void add_one_of_each(std::vector<Row>& bucket) {
    for (std::size_t s = 0; s < strands_.size(); ++s)
      bucket.push_back(strands_[first_ ^ s]->take(bucket, draw_));
  }

  // Adds the remaining rows, one row of each strand at a time, to buckets that still hold with
  // them.
  void distribute(std::vector<Row>& left_over, const Progress& progress) {
    constexpr std::size_t most_tried = 64;
    std::vector<Row> not_placed;
    std::size_t next = buckets_.size();
    for (std::size_t begin = 0; begin < left_over.size(); begin += strands_.size()) {
      progress.checkpoint();
      const auto unit = std::span(left_over).subspan(begin, strands_.size());
      bool placed = false;
      for (std::size_t tried = 0; !placed && tried < std::min(most_tried, buckets_.size());
           ++tried) {
        next = (next == 0 ? buckets_.size() : next) - 1;
        std::vector<Row>& bucket = buckets_[next];
        bucket.insert(bucket.end(), unit.begin(), unit.end());
        placed = judge_.holds(bucket);
        if (!placed) bucket.resize(bucket.size() - unit.size());
      }
      if (!placed) not_placed.insert(not_placed.end(), unit.begin(), unit.end());
    }
    left_over = std::move(not_placed);
  }

  // Unites the rows that no bucket takes with as many of the last buckets as necessary.
  void absorb(std::vector<Row> rest, const Progress& progress) {
    if (rest.empty()) return;
    std::size_t next_look = 0;
    while (!buckets_.empty()) {
      progress.checkpoint();
      if (rest.size() >= next_look) {
        if (judge_.holds(rest)) break;
        next_look = grown(rest.size());
      }
      rest.insert(rest.end(), buckets_.back().begin(), buckets_.back().end());
      buckets_.pop_back();
    }
    buckets_.push_back(std::move(rest));
  }

  std::size_t strand_size_;
  GroupJudge& judge_;
  const UniformDraw& draw_;
  std::vector<std::unique_ptr<Strand>> strands_;
  std::size_t first_ = 0;
  std::vector<std::vector<Row>> buckets_;
};

// A region from which parts are taken in proportion: nearly the same share of each value.
class ProportionalDivision {
 public:
  ProportionalDivision(std::vector<Row> region, std::size_t strands, const Combinations& kinds)
      : rows_(std::move(region)), strand_size_(rows_.size() / strands), kinds_(kinds) {
    for (std::size_t begin = 0; begin < rows_.size(); begin += strand_size_) {
      const auto first = rows_.begin() + static_cast<std::ptrdiff_t>(begin);
      std::stable_sort(first, first + static_cast<std::ptrdiff_t>(strand_size_),
                       [&](Row a, Row b) { return kinds.of_row[a] < kinds.of_row[b]; });
    }
  }

  std::size_t strand_size() const { return strand_size_; }

  // Divides the region so that the first part gets `size` rows of every strand. The part gets a row
  // wherever the running sum of size / strand size, which begins at `start`, passes a whole number.
  // Returns true if both parts hold.
  bool divide(std::size_t size, std::size_t start, GroupJudge& judge) {
    in_first_.assign(rows_.size(), 0);
    for (std::size_t begin = 0; begin < rows_.size(); begin += strand_size_) {
      std::size_t sum = start % strand_size_;
      for (std::size_t i = begin; i < begin + strand_size_; ++i) {
        sum += size;
        if (sum < strand_size_) continue;
        sum -= strand_size_;
        in_first_[i] = 1;
      }
    }
    return judge.holds(part(1)) && judge.holds(part(0));
  }

  // Draws the rows of each value of a strand that go to the first part.
  void draw_rows(const UniformDraw& draw) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::size_t end = i + 1;
      bool divided = false;
      while (end % strand_size_ != 0 && kinds_.of_row[rows_[end]] == kinds_.of_row[rows_[i]]) {
        divided = divided || in_first_[end] != in_first_[i];
        ++end;
      }
      if (divided) std::swap(rows_[i], rows_[i + draw_below(end - i, draw)]);
    }
  }

  // Returns the rows of the first part (1) or of the other part (0), strand by strand.
  std::vector<Row> part(std::uint8_t first) const {
    std::vector<Row> result;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (in_first_[i] == first) result.push_back(rows_[i]);
    }
    return result;
  }

  std::vector<Row> rows() && { return std::move(rows_); }

 private:
  std::vector<Row> rows_;
  std::size_t strand_size_;
  const Combinations& kinds_;
  std::vector<std::uint8_t> in_first_;
};

// Appends the parts of a region, each with its strands. Parts are halved while both halves hold. If
// the sizes of the halves prevent this, a small part is taken off first.
void divide_while_it_holds(std::vector<Row> region, std::size_t strands, std::size_t fewest,
                           const BucketAssembly& how, GroupJudge& judge, const UniformDraw& draw,
                           std::vector<std::vector<Row>>& parts, const Progress& progress) {
  constexpr std::size_t most_small_parts = 12;
  const std::size_t smallest = (fewest + strands - 1) / strands;
  while (true) {
    progress.checkpoint();
    ProportionalDivision division(std::move(region), strands, how.kinds);
    const std::size_t all = division.strand_size();
    bool divided = false;
    if (all >= 2 * smallest) {
      // One draw gives the start, and every try begins at another place.
      std::size_t start = draw_below(all, draw);
      divided = division.divide(all / 2, start, judge) || division.divide(all / 2, ++start, judge);
      for (std::size_t more = 0; more < most_small_parts && smallest + more <= all / 2 && !divided;
           ++more) {
        divided = division.divide(smallest + more, ++start, judge);
      }
    }
    if (!divided) {
      parts.push_back(std::move(division).rows());
      return;
    }
    division.draw_rows(draw);
    divide_while_it_holds(division.part(1), strands, fewest, how, judge, draw, parts, progress);
    region = division.part(0);
  }
}

}  // namespace

void assemble_buckets(std::span<const Row> rows, std::size_t strands, const BucketAssembly& how,
                      GroupJudge& judge, const UniformDraw& draw, TuplePartition& result,
                      const Progress& progress) {
  // Drawing the most frequent values first can divide any number of rows of a single strand. From
  // several strands it works well only with few rows.
  std::vector<std::vector<Row>> parts;
  if (how.frequent_first && strands == 1) {
    parts.emplace_back(rows.begin(), rows.end());
  } else {
    divide_while_it_holds({rows.begin(), rows.end()}, strands, how.fewest, how, judge, draw, parts,
                          progress);
  }
  for (const std::vector<Row>& part : parts) {
    for (const std::vector<Row>& bucket : Assembly(part, strands, how, judge, draw).run(progress)) {
      result.rows.insert(result.rows.end(), bucket.begin(), bucket.end());
      result.offsets.push_back(static_cast<Row>(result.rows.size()));
    }
  }
}

}  // namespace microdata
