#include "core/bucketization/drawing.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Tuples by their value of one attribute, those that are left before those that were taken.
class DrawableLists {
 public:
  // `of_tuple` outlives the lists.
  DrawableLists(std::span<const Code> of_tuple, Code domain, const Progress& progress)
      : of_tuple_(of_tuple),
        begin_(std::size_t{domain} + 1),
        left_(domain),
        tuples_(of_tuple.size()),
        place_(of_tuple.size()) {
    progress.in_blocks(of_tuple.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t)
        ++begin_[of_tuple[t] + 1];
    });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    progress.in_blocks(of_tuple.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t)
        put(static_cast<std::uint32_t>(t), begin_[of_tuple[t]] + left_[of_tuple[t]]++);
    });
  }

  Code domain() const { return static_cast<Code>(left_.size()); }
  Code value(std::uint32_t tuple) const { return of_tuple_[tuple]; }
  std::uint32_t left(Code value) const { return left_[value]; }
  std::span<const std::uint32_t> list(Code value) const {
    return std::span(tuples_).subspan(begin_[value], left_[value]);
  }

  void take(std::uint32_t tuple) { exchange(tuple, --left_[value(tuple)]); }
  void put_back(std::uint32_t tuple) { exchange(tuple, left_[value(tuple)]++); }

 private:
  void put(std::uint32_t tuple, std::uint32_t place) {
    tuples_[place] = tuple;
    place_[tuple] = place;
  }

  // The tuple goes to a place of its list, counted from its begin, and what is there to its own.
  void exchange(std::uint32_t tuple, std::uint32_t place) {
    const std::uint32_t to = begin_[value(tuple)] + place;
    const std::uint32_t from = place_[tuple];
    put(tuples_[to], from);
    put(tuple, to);
  }

  std::span<const Code> of_tuple_;
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint32_t> left_;
  std::vector<std::uint32_t> tuples_;
  std::vector<std::uint32_t> place_;
};

// One sensitive attribute of the tuples to be drawn.
struct Drawn {
  DrawableLists lists;
  // By value: how many tuples of the bucket at hand have it, and how many have to.
  std::vector<std::uint32_t> in_bucket;
  std::vector<std::uint32_t> needed;
  // Values that may be needed, as of when they were last looked for.
  std::vector<Code> heavy;

  explicit Drawn(DrawableLists of_tuples)
      : lists(std::move(of_tuples)), in_bucket(lists.domain()), needed(lists.domain()) {}

  bool is_open(Code value) const { return in_bucket[value] < needed[value]; }
};

// Tuples are numbered by their place in `rows`.
class Drawing {
 public:
  Drawing(std::span<const std::vector<Code>> codes, std::span<const Code> domains,
          std::span<const Row> rows, double l, Random& random, const Progress& progress)
      : rows_(rows),
        l_(l),
        fewest_(std::max(fewest_tuples(l), 1U)),
        random_(random),
        progress_(progress),
        nothing_known_(rows.size()),
        all_(nothing_known_, 1, progress) {
    for (std::size_t j = 0; j < codes.size(); ++j)
      attributes_.emplace_back(DrawableLists(codes[j], domains[j], progress));
    l_of_rest_ = l_of_rest();
  }

  TuplePartition run() {
    result_.rows.reserve(rows_.size());
    while (left() >= 2 * fewest_ && draw()) {
    }
    for (const std::uint32_t tuple : all_.list(0))
      result_.rows.push_back(rows_[tuple]);
    result_.offsets.push_back(static_cast<Row>(result_.rows.size()));
    return std::move(result_);
  }

 private:
  // How often a value may occur in a bucket that is drawn.
  static constexpr std::uint32_t most_occurrences = 128;
  // Of so many tuples the best is taken, or of the first so many more that have one that fits.
  static constexpr std::size_t compared = 16;
  static constexpr std::size_t looked_at = 256;

  struct Value {
    std::size_t attribute;
    Code code;
  };

  std::uint32_t left() const { return all_.left(0); }

  // The fewest tuples in which a value may occur k times.
  std::uint32_t size_for(std::uint32_t k) const { return std::max(fewest_tuples(k * l_), k); }

  // A bucket of so many tuples is k / size_for(k)-diverse, which may be more than l, and can only
  // be drawn for as long as the rest is, too. The least k that all tuples allow is kept possible to
  // the end: a smaller one, drawn too often, would use up what the rest has above l.
  double l_of_rest() const {
    std::uint32_t largest = 0;
    for (const Drawn& attribute : attributes_) {
      for (Code value = 0; value < attribute.lists.domain(); ++value)
        largest = std::max(largest, attribute.lists.left(value));
    }
    for (std::uint32_t k = 1; k <= most_occurrences; ++k) {
      const double l = static_cast<double>(size_for(k)) / k;
      if (share_holds(largest, left(), l)) return l;
    }
    return l_;
  }

  // Draws a bucket, if one is found that leaves the rest able to satisfy l.
  bool draw() {
    std::uint32_t k = 1;
    while (k <= most_occurrences) {
      progress_.checkpoint();
      const std::uint32_t size = size_for(k);
      if (left() < fewest_ + std::uint64_t{size}) return false;
      most_ = largest_count(size, l_);
      const bool can_be = find_needed(size);
      const bool drawn = can_be && fill(size);
      leave_bucket(drawn);
      if (drawn) return true;
      // What was looked for in vain is looked for in larger buckets, but not in all of them.
      k += can_be ? k : 1;
    }
    return false;
  }

  bool fill(std::uint32_t size) {
    std::size_t steps = 4 * std::size_t{size} + 16;
    while (bucket_.size() < size || open_tuples_ > 0) {
      if (steps-- == 0 || !step(size)) return false;
    }
    for (const std::uint32_t tuple : bucket_)
      result_.rows.push_back(rows_[tuple]);
    result_.offsets.push_back(static_cast<Row>(result_.rows.size()));
    return true;
  }

  bool step(std::uint32_t size) {
    const std::optional<std::uint32_t> tuple =
        bucket_.size() < size ? choose() : std::optional<std::uint32_t>();
    if (tuple) {
      add(*tuple);
      return true;
    }
    if (bucket_.empty()) return false;
    std::swap(bucket_[random_.below(static_cast<std::uint32_t>(bucket_.size()))], bucket_.back());
    put_back(bucket_.back());
    bucket_.pop_back();
    return true;
  }

  // Finds what a bucket of `size` tuples must have for the rest to satisfy l; false where it cannot
  // hold it.
  bool find_needed(std::uint32_t size) {
    find_heavy();
    const std::uint32_t most_after = largest_count(left() - size, l_of_rest_);
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
      Drawn& attribute = attributes_[j];
      for (const Code value : attribute.heavy) {
        if (attribute.lists.left(value) <= most_after) continue;
        attribute.needed[value] = attribute.lists.left(value) - most_after;
        open_tuples_ += attribute.needed[value];
        open_.push_back({j, value});
        needed_.push_back({j, value});
        if (attribute.needed[value] > most_) return false;
      }
    }
    return true;
  }

  // Values that may be needed until the rest has shrunk by a tenth: then they are looked for anew.
  void find_heavy() {
    constexpr double shrunk = 0.9;
    if (heavy_at_ > 0 && left() >= shrunk * heavy_at_) return;
    heavy_at_ = left();
    const double fewest_allowed = shrunk * heavy_at_ / l_of_rest_ - most_occurrences - 2;
    for (Drawn& attribute : attributes_) {
      attribute.heavy.clear();
      for (Code value = 0; value < attribute.lists.domain(); ++value) {
        progress_.checkpoint_at(value);
        const std::uint32_t tuples = attribute.lists.left(value);
        if (tuples > 0 && tuples >= fewest_allowed) attribute.heavy.push_back(value);
      }
    }
  }

  // The best of some tuples, of those with a value that is still needed, if there is one.
  std::optional<std::uint32_t> choose() {
    while (!open_.empty() && !attributes_[open_.back().attribute].is_open(open_.back().code))
      open_.pop_back();
    const std::span<const std::uint32_t> list =
        open_.empty() ? all_.list(0)
                      : attributes_[open_.back().attribute].lists.list(open_.back().code);
    if (list.empty()) return std::nullopt;
    std::size_t at = random_.below(static_cast<std::uint32_t>(list.size()));
    std::optional<std::uint32_t> best;
    double best_weight = 0;
    for (std::size_t i = 0; i < std::min(list.size(), looked_at); ++i) {
      if (i >= compared && best) break;
      progress_.checkpoint_at(looks_++);
      const std::uint32_t tuple = list[at];
      if (++at == list.size()) at = 0;
      if (!fits(tuple)) continue;
      const double w = weight(tuple);
      if (best && w <= best_weight) continue;
      best = tuple;
      best_weight = w;
    }
    return best;
  }

  bool fits(std::uint32_t tuple) const {
    return std::all_of(attributes_.begin(), attributes_.end(), [&](const Drawn& attribute) {
      return attribute.in_bucket[attribute.lists.value(tuple)] < most_;
    });
  }

  // How many tuples are left with its values; needed values come before all others.
  double weight(std::uint32_t tuple) const {
    double sum = 0;
    for (const Drawn& attribute : attributes_) {
      const Code value = attribute.lists.value(tuple);
      sum += attribute.lists.left(value);
      if (attribute.is_open(value)) sum += 2.0 * static_cast<double>(rows_.size());
    }
    return sum;
  }

  void add(std::uint32_t tuple) {
    bucket_.push_back(tuple);
    all_.take(tuple);
    for (Drawn& attribute : attributes_) {
      const Code value = attribute.lists.value(tuple);
      attribute.lists.take(tuple);
      if (attribute.is_open(value)) --open_tuples_;
      ++attribute.in_bucket[value];
    }
  }

  void put_back(std::uint32_t tuple) {
    all_.put_back(tuple);
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
      Drawn& attribute = attributes_[j];
      const Code value = attribute.lists.value(tuple);
      attribute.lists.put_back(tuple);
      --attribute.in_bucket[value];
      if (!attribute.is_open(value)) continue;
      ++open_tuples_;
      open_.push_back({j, value});
    }
  }

  // Makes ready for the next; what was not drawn is put back.
  void leave_bucket(bool drawn) {
    for (const std::uint32_t tuple : bucket_) {
      if (!drawn) {
        put_back(tuple);
        continue;
      }
      for (Drawn& attribute : attributes_)
        attribute.in_bucket[attribute.lists.value(tuple)] = 0;
    }
    bucket_.clear();
    for (const Value& value : needed_)
      attributes_[value.attribute].needed[value.code] = 0;
    needed_.clear();
    open_.clear();
    open_tuples_ = 0;
  }

  std::span<const Row> rows_;
  double l_;
  double l_of_rest_ = 1;
  std::uint32_t fewest_;
  Random& random_;
  const Progress& progress_;
  std::vector<Code> nothing_known_;
  DrawableLists all_;
  std::vector<Drawn> attributes_;
  double heavy_at_ = 0;
  std::size_t looks_ = 0;

  // The bucket at hand: its tuples, how many of them may have the same value, the values that it
  // needs, and those of them that it does not yet have (and some that it has by now), with how many
  // tuples.
  std::vector<std::uint32_t> bucket_;
  std::uint32_t most_ = 0;
  std::vector<Value> needed_;
  std::vector<Value> open_;
  std::uint64_t open_tuples_ = 0;

  TuplePartition result_;
};

}  // namespace

TuplePartition draw_buckets(std::span<const std::span<const Code>> columns,
                            std::span<const Code> domains, std::span<const Row> rows, double l,
                            Random& random, const Progress& progress) {
  std::vector<std::vector<Code>> codes;
  for (const std::span<const Code> column : columns) {
    std::vector<Code>& of_tuple = codes.emplace_back(rows.size());
    progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        of_tuple[i] = column[rows[i]];
    });
  }
  return Drawing(codes, domains, rows, l, random, progress).run();
}

}  // namespace microdata
