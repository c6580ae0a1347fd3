#include "core/risk/tuple_placement.hpp"

#include <algorithm>
#include <deque>
#include <span>

#include "core/microdata/combination.hpp"
#include "core/risk/matching_buckets.hpp"

namespace microdata {

namespace {

// Largest number of possible places, pairs of a tuple and a bucket, times columns, that are kept in
// memory.
constexpr std::size_t most_links = 100'000'000;

class Placement {
 public:
  Placement(const SlicedView& view, bool all_published, const Progress& progress)
      : all_published_(all_published),
        buckets_(view, MatchingBuckets::Over::whole, progress),
        columns_(view.columns.size()) {
    find_tuples(view, progress);
    find_places(view, progress);
  }

  TuplePlacement run(const Progress& progress) {
    if (!result_.cursory) {
      for (std::size_t v = 0; v < values_.size(); ++v)
        value_queue_.push_back(v);
      for (std::size_t t = 0; t < left_.size(); ++t)
        tuple_queue_.push_back(t);
      while (!value_queue_.empty() || !tuple_queue_.empty()) {
        // A step goes through all places of a value or a tuple, however many there are, so each
        // step has a checkpoint.
        progress.checkpoint();
        if (!value_queue_.empty()) {
          const std::size_t v = value_queue_.front();
          value_queue_.pop_front();
          values_[v].queued = false;
          settle_value(v);
        } else {
          const std::size_t t = tuple_queue_.front();
          tuple_queue_.pop_front();
          tuple_queued_[t] = 0;
          settle_tuple(t);
        }
      }
    }
    auto& impossible = result_.impossible_buckets;
    std::sort(impossible.begin(), impossible.end());
    impossible.erase(std::unique(impossible.begin(), impossible.end()), impossible.end());
    return std::move(result_);
  }

 private:
  // A value of a column in a bucket, with the number of tuples that it still has places for.
  struct ValuePlace {
    std::uint32_t bucket = 0;
    std::int64_t left = 0;
    bool queued = true;
    bool impossible = false;
  };

  // Finds the distinct tuples. Column values that occur nowhere leave a tuple without a place.
  void find_tuples(const SlicedView& view, const Progress& progress) {
    std::vector<std::vector<std::uint32_t>> values;
    std::vector<Code> domains;
    for (const SlicedView::Column& column : view.columns) {
      progress.checkpoint();
      values.push_back(column.whole.tuples);
      for (std::uint32_t& value : values.back()) {
        if (value == nowhere) value = column.whole.values_of_tuples();
      }
      domains.push_back(column.whole.values_of_tuples() + 1);
    }
    const std::vector<std::span<const Code>> spans(values.begin(), values.end());
    const Combinations combinations =
        combine(static_cast<Row>(view.tuples), spans, domains, progress);
    progress.checkpoint();
    representative_ = representatives(combinations);
    progress.checkpoint();
    for (const std::uint32_t count : frequencies(combinations))
      left_.push_back(count);
    tuple_queued_.assign(left_.size(), 1);
  }

  void find_places(const SlicedView& view, const Progress& progress) {
    std::vector<std::size_t> base;
    for (std::size_t c = 0; c < columns_; ++c) {
      const BucketCounts& column = buckets_.column(c);
      base.push_back(values_.size());
      for (std::size_t e = 0; e < column.entries(); ++e) {
        progress.checkpoint_at(e);
        values_.push_back({column.entry(e).bucket, column.entry(e).rows});
      }
    }
    std::vector<std::uint8_t> reached(values_.size());
    std::vector<std::uint32_t> whole(columns_);
    std::vector<Match> matches;
    tuple_offsets_.push_back(0);
    for (std::size_t t = 0; t < left_.size(); ++t) {
      // A tuple can have any number of places, so each tuple has its own checkpoint.
      progress.checkpoint();
      for (std::size_t c = 0; c < columns_; ++c) {
        whole[c] = view.columns[c].whole.tuples[representative_[t]];
      }
      buckets_.find(whole, matches);
      if (matches.empty() && all_published_) {
        result_.misplaced_tuples += static_cast<std::size_t>(left_[t]);
        left_[t] = 0;
      }
      for (const Match& match : matches) {
        for (std::size_t c = 0; c < columns_; ++c) {
          const std::uint32_t shown = buckets_.shown(c, match.bucket, whole[c]);
          const std::size_t v = base[c] + buckets_.column(c).position(match.bucket, shown);
          reached[v] = 1;
          if (!result_.cursory) place_values_.push_back(static_cast<std::uint32_t>(v));
        }
        if (!result_.cursory) place_tuple_.push_back(static_cast<std::uint32_t>(t));
      }
      tuple_offsets_.push_back(place_tuple_.size());
      if (place_values_.size() > most_links) {
        result_.cursory = true;
        place_values_ = {};
        place_tuple_ = {};
      }
    }
    for (std::size_t v = 0; v < values_.size(); ++v) {
      progress.checkpoint_at(v);
      if (reached[v] == 0) declare_impossible(v);
    }
    if (result_.cursory) return;
    alive_.assign(place_tuple_.size(), 1);
    value_offsets_.assign(values_.size() + 1, 0);
    progress.in_blocks(place_values_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        ++value_offsets_[place_values_[i] + 1];
    });
    for (std::size_t v = 1; v < value_offsets_.size(); ++v) {
      progress.checkpoint_at(v);
      value_offsets_[v] += value_offsets_[v - 1];
    }
    value_places_.resize(place_values_.size());
    std::vector<std::size_t> next(value_offsets_.begin(), value_offsets_.end() - 1);
    progress.in_blocks(place_values_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        value_places_[next[place_values_[i]]++] = static_cast<std::uint32_t>(i / columns_);
    });
  }

  void declare_impossible(std::size_t v) {
    if (values_[v].impossible) return;
    values_[v].impossible = true;
    result_.impossible_buckets.push_back(values_[v].bucket);
  }

  void queue_value(std::size_t v) {
    if (values_[v].queued) return;
    values_[v].queued = true;
    value_queue_.push_back(v);
  }

  void queue_tuple(std::size_t t) {
    if (tuple_queued_[t] != 0) return;
    tuple_queued_[t] = 1;
    tuple_queue_.push_back(t);
  }

  // Rules out a place.
  void close(std::size_t place) {
    if (alive_[place] == 0) return;
    alive_[place] = 0;
    for (std::size_t c = 0; c < columns_; ++c)
      queue_value(place_values_[place * columns_ + c]);
    queue_tuple(place_tuple_[place]);
  }

  // Puts `tuples` tuples into a place.
  void put(std::size_t place, std::int64_t tuples) {
    const std::size_t t = place_tuple_[place];
    left_[t] -= tuples;
    for (std::size_t c = 0; c < columns_; ++c) {
      const std::size_t v = place_values_[place * columns_ + c];
      values_[v].left -= tuples;
      if (values_[v].left < 0) declare_impossible(v);
      queue_value(v);
    }
    queue_tuple(t);
  }

  std::span<const std::uint32_t> places_of_value(std::size_t v) const {
    return std::span(value_places_)
        .subspan(value_offsets_[v], value_offsets_[v + 1] - value_offsets_[v]);
  }

  void settle_value(std::size_t v) {
    if (values_[v].impossible) return;
    std::int64_t supply = 0;
    std::size_t open = 0;
    for (const std::uint32_t place : places_of_value(v)) {
      if (alive_[place] == 0) continue;
      supply += left_[place_tuple_[place]];
      ++open;
    }
    if (supply < values_[v].left) {
      declare_impossible(v);
    } else if (values_[v].left == 0) {
      for (const std::uint32_t place : places_of_value(v))
        close(place);
    } else if (open == 1 || supply == values_[v].left) {
      for (const std::uint32_t place : places_of_value(v)) {
        if (alive_[place] == 0 || values_[v].left <= 0) continue;
        const std::int64_t tuples = open == 1 ? values_[v].left : left_[place_tuple_[place]];
        if (tuples > 0) put(place, tuples);
      }
    }
  }

  void settle_tuple(std::size_t t) {
    std::size_t open = 0;
    std::size_t last = 0;
    for (std::size_t place = tuple_offsets_[t]; place < tuple_offsets_[t + 1]; ++place) {
      if (alive_[place] == 0) continue;
      ++open;
      last = place;
    }
    if (left_[t] <= 0) {
      for (std::size_t place = tuple_offsets_[t]; place < tuple_offsets_[t + 1]; ++place) {
        close(place);
      }
    } else if (all_published_ && open == 0) {
      result_.misplaced_tuples += static_cast<std::size_t>(left_[t]);
      left_[t] = 0;
    } else if (all_published_ && open == 1) {
      put(last, left_[t]);
    }
  }

  bool all_published_;
  MatchingBuckets buckets_;
  std::size_t columns_;
  TuplePlacement result_;
  // Distinct tuples: a row of each, and the number of tuples still to be placed.
  std::vector<Row> representative_;
  std::vector<std::int64_t> left_;
  std::vector<std::uint8_t> tuple_queued_;
  std::vector<ValuePlace> values_;
  // Possible places by tuple, each with its value in every column.
  std::vector<std::size_t> tuple_offsets_;
  std::vector<std::uint32_t> place_tuple_;
  std::vector<std::uint32_t> place_values_;
  std::vector<std::uint8_t> alive_;
  // Places that fill each value.
  std::vector<std::size_t> value_offsets_;
  std::vector<std::uint32_t> value_places_;
  std::deque<std::size_t> value_queue_;
  std::deque<std::size_t> tuple_queue_;
};

}  // namespace

TuplePlacement place_tuples(const SlicedView& view, bool all_published, const Progress& progress) {
  return Placement(view, all_published, progress).run(progress);
}

}  // namespace microdata
