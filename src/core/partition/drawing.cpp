#include "core/partition/drawing.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Tuples by the items of their sets, the remaining tuples before the taken ones. An entry is an
// item of a tuple's set.
class ItemLists {
 public:
  ItemLists(DrawableSets sets, const Progress& progress)
      : sets_(std::move(sets)),
        begin_(std::size_t{sets_.end} + 1),
        left_(sets_.end),
        place_(sets_.items.size()),
        at_place_(sets_.items.size()) {
    progress.in_blocks(sets_.items.size(), [&](std::size_t first, std::size_t last) {
      for (std::size_t e = first; e < last; ++e)
        ++begin_[sets_.items[e] + 1];
    });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    for (std::uint32_t i = 0; i < sets_.tuples(); ++i) {
      progress.checkpoint_at(i);
      const std::span<const Item> items = set(i);
      for (std::size_t e = 0; e < items.size(); ++e)
        put({i, sets_.begin[i] + e}, begin_[items[e]] + left_[items[e]]++);
    }
  }

  std::span<const Item> set(std::uint32_t i) const { return sets_.of(i); }
  std::uint32_t left(Item item) const { return left_[item]; }
  Item items() const { return sets_.end; }
  // Returns a remaining tuple that has the item; `place` is from 0 to left(item) - 1.
  std::uint32_t tuple(Item item, std::size_t place) const {
    return at_place_[begin_[item] + place].tuple;
  }

  void take(std::uint32_t i) {
    const std::span<const Item> items = set(i);
    for (std::size_t e = 0; e < items.size(); ++e)
      exchange({i, sets_.begin[i] + e}, begin_[items[e]] + --left_[items[e]]);
  }

  void put_back(std::uint32_t i) {
    const std::span<const Item> items = set(i);
    for (std::size_t e = 0; e < items.size(); ++e)
      exchange({i, sets_.begin[i] + e}, begin_[items[e]] + left_[items[e]]++);
  }

 private:
  struct Entry {
    std::uint32_t tuple = 0;
    std::size_t number = 0;
  };

  void put(const Entry& entry, std::size_t place) {
    at_place_[place] = entry;
    place_[entry.number] = place;
  }

  void exchange(const Entry& entry, std::size_t to) {
    const std::size_t from = place_[entry.number];
    put(at_place_[to], from);
    put(entry, to);
  }

  DrawableSets sets_;
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> left_;
  std::vector<std::size_t> place_;
  std::vector<Entry> at_place_;
};

// The remaining tuples, in changing order.
class TuplesLeft {
 public:
  explicit TuplesLeft(std::size_t tuples) : list_(tuples), place_(tuples) {
    std::iota(list_.begin(), list_.end(), 0U);
    std::iota(place_.begin(), place_.end(), 0U);
    left_ = static_cast<std::uint32_t>(tuples);
  }

  std::uint32_t size() const { return left_; }
  std::uint32_t operator[](std::size_t place) const { return list_[place]; }
  void take(std::uint32_t i) { exchange(i, --left_); }
  void put_back(std::uint32_t i) { exchange(i, left_++); }

 private:
  void exchange(std::uint32_t i, std::uint32_t to) {
    const std::uint32_t from = place_[i];
    const std::uint32_t other = list_[to];
    list_[from] = other;
    place_[other] = from;
    list_[to] = i;
    place_[i] = to;
  }

  std::vector<std::uint32_t> list_;
  std::vector<std::uint32_t> place_;
  std::uint32_t left_ = 0;
};

class Drawing {
 public:
  Drawing(DrawableSets sets, std::span<const Row> rows, const DrawingOptions& options,
          Random& random, const Progress& progress)
      : options_(options),
        rows_(rows),
        random_(random),
        progress_(progress),
        lists_(std::move(sets), progress),
        left_(rows.size()),
        in_bucket_(lists_.items()),
        needed_(lists_.items()) {
    l_of_rest_ = l_of_rest();
  }

  TuplePartition run() {
    result_.rows.reserve(rows_.size());
    progress_.expect(rows_.size());
    while (left_.size() >= 2 * options_.fewest && draw()) {
      progress_.advance(result_.bucket(result_.buckets() - 1).size());
    }
    progress_.advance(left_.size());
    for (std::uint32_t place = 0; place < left_.size(); ++place)
      result_.rows.push_back(rows_[left_[place]]);
    result_.offsets.push_back(static_cast<Row>(result_.rows.size()));
    return std::move(result_);
  }

 private:
  // Largest number of occurrences of an item in a drawn bucket.
  static constexpr std::uint32_t most_occurrences = 128;
  // Largest number of tuples that are examined to find one that fits.
  static constexpr std::size_t looked_at = 256;

  // Returns the smallest size of a bucket in which k tuples can have the same item.
  std::uint32_t size_for(std::uint32_t k) const {
    return std::max({fewest_tuples(static_cast<double>(k) * options_.l), k, options_.fewest});
  }

  // Returns the l that the rest must satisfy. A bucket in which an item can occur k times might be
  // more than l-diverse, and can only be drawn while the rest is too. The least k that all tuples
  // allow stays possible to the end.
  double l_of_rest() const {
    std::uint32_t largest = 0;
    for (Item item = 0; item < lists_.items(); ++item)
      largest = std::max(largest, lists_.left(item));
    for (std::uint32_t k = 1; k <= most_occurrences; ++k) {
      const double l = std::max(static_cast<double>(size_for(k)) / k, options_.l);
      if (share_holds(largest, left_.size(), l)) return l;
    }
    return options_.l;
  }

  // Draws a bucket so that the rest still satisfies l. Returns false if no such bucket is found.
  bool draw() {
    std::uint32_t k = first_k();
    while (k <= most_occurrences) {
      progress_.checkpoint();
      const std::uint32_t size = size_for(k);
      if (left_.size() < options_.fewest + std::uint64_t{size}) return false;
      most_ = largest_count(size, options_.l);
      const bool can_be = find_needed(size);
      const bool drawn = can_be && fill(size);
      leave_bucket(drawn);
      if (drawn) {
        last_k_ = k;
        return true;
      }
      k = next_k(k, can_be);
    }
    return false;
  }

  std::uint32_t first_k() {
    if (!options_.from_last_size || ++draws_ % 16 == 0) return 1;
    return std::max(1U, last_k_ - last_k_ / 4);
  }

  // A failed search continues with larger buckets, but not with all sizes.
  std::uint32_t next_k(std::uint32_t k, bool looked_for) const {
    if (options_.from_last_size) return k + (k < 4 ? 1 : k / 2);
    return k + (looked_for ? k : 1);
  }

  bool fill(std::uint32_t size) {
    std::size_t steps = 4 * std::size_t{size} + 16;
    while (bucket_.size() < size || open_tuples_ > 0) {
      if (steps-- == 0 || !step(size)) return false;
    }
    for (const std::uint32_t i : bucket_)
      result_.rows.push_back(rows_[i]);
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

  // Finds the items that a bucket of `size` tuples must have so that the rest satisfies l. Returns
  // false if the bucket cannot hold them.
  bool find_needed(std::uint32_t size) {
    find_heavy();
    const std::uint32_t most_after = largest_count(left_.size() - size, l_of_rest_);
    for (const Item item : heavy_) {
      if (lists_.left(item) <= most_after) continue;
      needed_[item] = lists_.left(item) - most_after;
      open_tuples_ += needed_[item];
      open_.push_back(item);
      needed_items_.push_back(item);
      if (needed_[item] > most_) return false;
    }
    return true;
  }

  // Finds the items that might be needed until the rest has shrunk by a tenth. They are then found
  // again.
  void find_heavy() {
    constexpr double shrunk = 0.9;
    if (heavy_at_ > 0 && left_.size() >= shrunk * heavy_at_) return;
    heavy_at_ = left_.size();
    const double fewest_allowed =
        shrunk * heavy_at_ / l_of_rest_ - size_for(most_occurrences) / l_of_rest_ - 2;
    heavy_.clear();
    for (Item item = 0; item < lists_.items(); ++item) {
      progress_.checkpoint_at(item);
      if (lists_.left(item) > 0 && lists_.left(item) >= fewest_allowed) heavy_.push_back(item);
    }
  }

  bool is_open(Item item) const { return in_bucket_[item] < needed_[item]; }

  // Returns the best of some tuples that fit. The tuples have an item that is still needed, if
  // there is one.
  std::optional<std::uint32_t> choose() {
    while (!open_.empty() && !is_open(open_.back()))
      open_.pop_back();
    const bool any = open_.empty();
    const std::uint32_t listed = any ? left_.size() : lists_.left(open_.back());
    if (listed == 0) return std::nullopt;
    std::size_t at = random_.below(listed);
    std::optional<std::uint32_t> best;
    double best_weight = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(listed, looked_at); ++i) {
      if (i >= options_.compared && best) break;
      progress_.checkpoint_at(looks_++);
      const std::uint32_t tuple = any ? left_[at] : lists_.tuple(open_.back(), at);
      if (++at == listed) at = 0;
      if (!fits(tuple)) continue;
      const double w = weight(tuple);
      if (best && w <= best_weight) continue;
      best = tuple;
      best_weight = w;
    }
    return best;
  }

  bool fits(std::uint32_t tuple) const {
    const std::span<const Item> items = lists_.set(tuple);
    return std::all_of(items.begin(), items.end(),
                       [this](Item item) { return in_bucket_[item] < most_; });
  }

  // Returns the number of remaining tuples with the items. Needed items outweigh all others.
  double weight(std::uint32_t tuple) const {
    double sum = 0;
    for (const Item item : lists_.set(tuple)) {
      sum += lists_.left(item);
      if (is_open(item)) sum += 2.0 * static_cast<double>(rows_.size());
    }
    return sum;
  }

  void add(std::uint32_t tuple) {
    bucket_.push_back(tuple);
    left_.take(tuple);
    lists_.take(tuple);
    for (const Item item : lists_.set(tuple)) {
      if (is_open(item)) --open_tuples_;
      ++in_bucket_[item];
    }
  }

  void put_back(std::uint32_t tuple) {
    left_.put_back(tuple);
    lists_.put_back(tuple);
    for (const Item item : lists_.set(tuple)) {
      --in_bucket_[item];
      if (!is_open(item)) continue;
      ++open_tuples_;
      open_.push_back(item);
    }
  }

  // Prepares for the next bucket. A failed bucket's tuples are put back.
  void leave_bucket(bool drawn) {
    for (const std::uint32_t tuple : bucket_) {
      if (!drawn) {
        put_back(tuple);
        continue;
      }
      for (const Item item : lists_.set(tuple))
        in_bucket_[item] = 0;
    }
    bucket_.clear();
    for (const Item item : needed_items_)
      needed_[item] = 0;
    needed_items_.clear();
    open_.clear();
    open_tuples_ = 0;
  }

  DrawingOptions options_;
  std::span<const Row> rows_;
  Random& random_;
  const Progress& progress_;
  ItemLists lists_;
  TuplesLeft left_;
  double l_of_rest_ = 1;
  double heavy_at_ = 0;
  std::vector<Item> heavy_;
  std::size_t looks_ = 0;
  std::size_t draws_ = 0;
  std::uint32_t last_k_ = 1;

  // State of the current bucket. It has its tuples and the largest number of tuples with the same
  // item. By item, it has the numbers of tuples that have the item and that must have it. Last come
  // the items that it needs but lacks (and some that it has by now), and the number of tuples
  // needed for them.
  std::vector<std::uint32_t> bucket_;
  std::uint32_t most_ = 0;
  std::vector<std::uint32_t> in_bucket_;
  std::vector<std::uint32_t> needed_;
  std::vector<Item> needed_items_;
  std::vector<Item> open_;
  std::uint64_t open_tuples_ = 0;

  TuplePartition result_;
};

}  // namespace

void DrawableSets::number_anew() {
  if (items.size() >= end) return;
  std::vector<Item> distinct = items;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (Item& item : items) {
    item = static_cast<Item>(std::lower_bound(distinct.begin(), distinct.end(), item) -
                             distinct.begin());
  }
  end = static_cast<Item>(distinct.size());
}

TuplePartition draw_buckets(DrawableSets sets, std::span<const Row> rows,
                            const DrawingOptions& options, Random& random,
                            const Progress& progress) {
  sets.number_anew();
  return Drawing(std::move(sets), rows, options, random, progress).run();
}

}  // namespace microdata
