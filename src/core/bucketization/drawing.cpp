#include "core/bucketization/drawing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/combination.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Tuples with the same values of all sensitive attributes.
struct Kind {
  std::vector<Code> values;
  std::vector<Row> rows;
  std::uint32_t drawn = 0;  // for the bucket at hand

  std::size_t left() const { return rows.size() - drawn; }
};

class Drawing {
 public:
  Drawing(std::span<const std::span<const Code>> columns, std::span<const Code> domains,
          std::span<const Row> rows, double l, Random& random, const Progress& progress)
      : columns_(columns), l_(l), random_(random), progress_(progress), remaining_(rows.size()) {
    for (const Code domain : domains) {
      left_.emplace_back(domain);
      in_bucket_.emplace_back(domain);
    }
    const Combinations together =
        combine(static_cast<Row>(columns.front().size()), columns, domains, progress);
    std::vector<std::uint32_t> kind_of(together.distinct, none);
    for (const Row row : rows) {
      std::uint32_t& kind = kind_of[together.of_row[row]];
      if (kind == none) {
        kind = static_cast<std::uint32_t>(kinds_.size());
        kinds_.emplace_back();
        for (const auto& column : columns)
          kinds_.back().values.push_back(column[row]);
      }
      kinds_[kind].rows.push_back(row);
      for (std::size_t j = 0; j < columns.size(); ++j)
        ++left_[j][columns[j][row]];
    }
    alive_.resize(kinds_.size());
    std::iota(alive_.begin(), alive_.end(), 0U);
  }

  TuplePartition run() {
    const std::size_t fewest = std::max(fewest_tuples(l_), 1U);
    while (remaining_ >= 2 * fewest) {
      progress_.checkpoint();
      bool found = false;
      const std::size_t most = std::min(2 * fewest - 1, remaining_ - fewest);
      for (std::size_t size = fewest; size <= most && !found; ++size)
        found = draw(size);
      if (!found) break;
    }
    place_the_rest();
    TuplePartition result;
    for (const std::vector<Row>& bucket : buckets_) {
      result.rows.insert(result.rows.end(), bucket.begin(), bucket.end());
      result.offsets.push_back(static_cast<Row>(result.rows.size()));
    }
    return result;
  }

 private:
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
  // Where there are more kinds of tuples, so many are looked at for a bucket, a random choice.
  static constexpr std::size_t kinds_tried = 512;
  // Steps of the search for the greatest weight.
  static constexpr std::size_t steps = 2000;
  // Left-over tuples look for a bucket so many times.
  static constexpr int places_tried = 256;

  double weight(const Kind& kind) const {
    double sum = 0;
    for (std::size_t j = 0; j < kind.values.size(); ++j)
      sum += left_[j][kind.values[j]];
    return sum;
  }

  bool fits(const Kind& kind, std::uint32_t most) const {
    if (kind.left() == 0) return false;
    for (std::size_t j = 0; j < kind.values.size(); ++j) {
      if (in_bucket_[j][kind.values[j]] >= most) return false;
    }
    return true;
  }

  void put(std::uint32_t kind, int tuples) {
    kinds_[kind].drawn = static_cast<std::uint32_t>(static_cast<int>(kinds_[kind].drawn) + tuples);
    for (std::size_t j = 0; j < kinds_[kind].values.size(); ++j) {
      std::uint32_t& count = in_bucket_[j][kinds_[kind].values[j]];
      count = static_cast<std::uint32_t>(static_cast<int>(count) + tuples);
    }
  }

  // The kinds to choose from, the heaviest first. Those with values that must be drawn are always
  // among them.
  void choose_candidates() {
    candidates_.clear();
    if (alive_.size() <= kinds_tried) {
      std::erase_if(alive_, [&](std::uint32_t kind) { return kinds_[kind].rows.empty(); });
      candidates_ = alive_;
    } else {
      if (2 * remaining_ < alive_at_) {
        std::erase_if(alive_, [&](std::uint32_t kind) { return kinds_[kind].rows.empty(); });
        alive_at_ = remaining_;
      }
      const bool some_needed = std::any_of(needed_.begin(), needed_.end(),
                                           [](const auto& values) { return !values.empty(); });
      for (std::size_t i = 0; i < alive_.size() && some_needed && candidates_.size() < kinds_tried;
           ++i) {
        if (is_needed(kinds_[alive_[i]])) candidates_.push_back(alive_[i]);
      }
      for (std::size_t i = 0; i < kinds_tried; ++i) {
        candidates_.push_back(alive_[random_.below(static_cast<std::uint32_t>(alive_.size()))]);
      }
      std::sort(candidates_.begin(), candidates_.end());
      candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
    }
    weights_.resize(kinds_.size());
    for (const std::uint32_t kind : candidates_)
      weights_[kind] = weight(kinds_[kind]);
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return weights_[a] > weights_[b]; });
  }

  bool is_needed(const Kind& kind) const {
    for (std::size_t j = 0; j < kind.values.size(); ++j) {
      for (const auto& [value, tuples] : needed_[j]) {
        if (value == kind.values[j]) return true;
      }
    }
    return false;
  }

  // What must be drawn for the rest, that may keep no more than `most_after` tuples with a value,
  // to satisfy l. Only values near that share are looked at, anew each time the rest has shrunk.
  void find_needed(std::uint32_t most_after) {
    constexpr double shrunk = 0.9;
    if (static_cast<double>(remaining_) < shrunk * static_cast<double>(heavy_at_) ||
        heavy_.empty()) {
      heavy_.assign(left_.size(), {});
      heavy_at_ = remaining_;
      const double kept = shrunk * static_cast<double>(remaining_) - 2.0 * fewest_tuples(l_);
      for (std::size_t j = 0; j < left_.size(); ++j) {
        for (Code value = 0; value < left_[j].size(); ++value) {
          if (left_[j][value] > kept / l_ - 1) heavy_[j].push_back(value);
        }
      }
    }
    needed_.assign(left_.size(), {});
    for (std::size_t j = 0; j < left_.size(); ++j) {
      for (const Code value : heavy_[j]) {
        if (left_[j][value] > most_after) {
          needed_[j].emplace_back(value, left_[j][value] - most_after);
        }
      }
    }
  }

  // Whether what is in the bucket leaves the rest able to satisfy l.
  bool leaves_rest() const {
    for (std::size_t j = 0; j < left_.size(); ++j) {
      for (const auto& [value, tuples] : needed_[j]) {
        if (in_bucket_[j][value] < tuples) return false;
      }
    }
    return true;
  }

  // Goes through the choices of `size` tuples from candidates_, heaviest first, and keeps the
  // heaviest that is one.
  void search(std::size_t from, std::size_t size, double sum, std::uint32_t most) {
    if (steps_left_ == 0) return;
    --steps_left_;
    if (chosen_.size() == size) {
      if (sum > best_sum_ && leaves_rest()) {
        best_ = chosen_;
        best_sum_ = sum;
      }
      return;
    }
    for (std::size_t c = from; c < candidates_.size(); ++c) {
      const std::uint32_t kind = candidates_[c];
      const double at_most = sum + static_cast<double>(size - chosen_.size()) * weights_[kind];
      if (at_most <= best_sum_ || steps_left_ == 0) return;
      if (!fits(kinds_[kind], most)) continue;
      put(kind, 1);
      chosen_.push_back(kind);
      // The same kind again, where a value may occur twice.
      search(most > 1 ? c : c + 1, size, sum + weights_[kind], most);
      chosen_.pop_back();
      put(kind, -1);
    }
  }

  // Draws `size` tuples into a bucket, if there is a choice that satisfies l.
  bool draw(std::size_t size) {
    const std::uint32_t most = largest_count(static_cast<std::uint32_t>(size), l_);
    const std::uint32_t most_after =
        largest_count(static_cast<std::uint32_t>(remaining_ - size), l_);
    find_needed(most_after);
    for (const auto& values : needed_) {
      for (const auto& [value, tuples] : values) {
        if (tuples > most) return false;
      }
    }
    choose_candidates();
    best_.clear();
    best_sum_ = -1;
    steps_left_ = steps;
    chosen_.clear();
    search(0, size, 0, most);
    if (best_.empty()) return false;
    std::vector<Row>& bucket = buckets_.emplace_back();
    for (const std::uint32_t kind : best_) {
      bucket.push_back(kinds_[kind].rows.back());
      kinds_[kind].rows.pop_back();
      for (std::size_t j = 0; j < left_.size(); ++j)
        --left_[j][kinds_[kind].values[j]];
    }
    remaining_ -= size;
    return true;
  }

  bool is_diverse(std::span<const Row> bucket) {
    bool diverse = true;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      std::uint32_t largest = 0;
      for (const Row row : bucket)
        largest = std::max(largest, ++in_bucket_[j][columns_[j][row]]);
      for (const Row row : bucket)
        in_bucket_[j][columns_[j][row]] = 0;
      diverse = diverse && share_holds(largest, static_cast<double>(bucket.size()), l_);
    }
    return diverse;
  }

  struct Value {
    std::size_t attribute;
    Code code;
  };

  // The value that most tuples have.
  Value worst_value(std::span<const Row> rows) {
    Value worst{0, 0};
    std::uint32_t largest = 0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      for (const Row row : rows) {
        if (++in_bucket_[j][columns_[j][row]] <= largest) continue;
        largest = in_bucket_[j][columns_[j][row]];
        worst = {j, columns_[j][row]};
      }
      for (const Row row : rows)
        in_bucket_[j][columns_[j][row]] = 0;
    }
    return worst;
  }

  // Of a few buckets the one that could take most further tuples with the value.
  std::size_t roomiest_for(const Value& value) {
    std::size_t roomiest = 0;
    double most = -1;
    for (int i = 0; i < places_tried; ++i) {
      const std::size_t b = random_.below(static_cast<std::uint32_t>(buckets_.size()));
      const auto with_it = std::count_if(buckets_[b].begin(), buckets_[b].end(), [&](Row row) {
        return columns_[value.attribute][row] == value.code;
      });
      const double room =
          static_cast<double>(buckets_[b].size()) / l_ - static_cast<double>(with_it);
      if (room <= most) continue;
      most = room;
      roomiest = b;
    }
    return roomiest;
  }

  void place_the_rest() {
    std::vector<Row> rest;
    for (const Kind& kind : kinds_)
      rest.insert(rest.end(), kind.rows.begin(), kind.rows.end());
    random_.shuffle(std::span(rest));
    std::erase_if(rest, [&](Row row) { return place(row); });
    if (rest.empty()) return;
    // All tuples together satisfy l: in the end there are enough.
    while (!is_diverse(rest)) {
      progress_.checkpoint();
      const std::size_t b = roomiest_for(worst_value(rest));
      rest.insert(rest.end(), buckets_[b].begin(), buckets_[b].end());
      std::swap(buckets_[b], buckets_.back());
      buckets_.pop_back();
    }
    buckets_.push_back(std::move(rest));
  }

  bool place(Row row) {
    progress_.checkpoint();
    for (int tries = 0; tries < places_tried && !buckets_.empty(); ++tries) {
      std::vector<Row>& bucket =
          buckets_[random_.below(static_cast<std::uint32_t>(buckets_.size()))];
      bucket.push_back(row);
      if (is_diverse(bucket)) return true;
      bucket.pop_back();
    }
    return false;
  }

  std::span<const std::span<const Code>> columns_;
  double l_;
  Random& random_;
  const Progress& progress_;
  std::size_t remaining_;
  std::vector<Kind> kinds_;
  // Kinds that had tuples left when there were alive_at_ of them.
  std::vector<std::uint32_t> alive_;
  std::size_t alive_at_ = static_cast<std::size_t>(-1);
  // By attribute, by value: tuples not yet drawn, and those in the bucket at hand.
  std::vector<std::vector<std::uint32_t>> left_;
  std::vector<std::vector<std::uint32_t>> in_bucket_;
  // By attribute, values that may have to be drawn, as of when there were heavy_at_ tuples left,
  // and those that must be, with how many.
  std::vector<std::vector<Code>> heavy_;
  std::size_t heavy_at_ = 0;
  std::vector<std::vector<std::pair<Code, std::uint32_t>>> needed_;
  std::vector<std::uint32_t> candidates_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> chosen_;
  std::vector<std::uint32_t> best_;
  double best_sum_ = -1;
  std::size_t steps_left_ = 0;
  std::vector<std::vector<Row>> buckets_;
};

}  // namespace

TuplePartition draw_buckets(std::span<const std::span<const Code>> columns,
                            std::span<const Code> domains, std::span<const Row> rows, double l,
                            Random& random, const Progress& progress) {
  return Drawing(columns, domains, rows, l, random, progress).run();
}

}  // namespace microdata
