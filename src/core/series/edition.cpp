#include "core/series/edition.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/partition/mondrian_space.hpp"
#include "core/series/balancing.hpp"
#include "core/series/near_signatures.hpp"
#include "core/series/pool_centres.hpp"
#include "core/series/pool_split.hpp"
#include "core/series/pools.hpp"
#include "core/series/valueless.hpp"

namespace microdata {

namespace {

// Published persons, and the place in a pool that each takes.
struct PersonsInPools {
  std::vector<Row> rows;
  std::vector<std::size_t> places;

  void add(Row row, std::size_t place) {
    rows.push_back(row);
    places.push_back(place);
  }
};

// Arrivals by value, those of a value in the order in which they get places.
class Arrivals {
 public:
  Arrivals(std::vector<Row> rows, const SeriesPersons& persons, Random& random,
           const Progress& progress)
      : rows_(rows.size()), next_(persons.distinct), counts_(persons.distinct) {
    progress.checkpoint();
    random.shuffle(std::span(rows));
    if (!persons.waited.empty()) {
      std::stable_partition(rows.begin(), rows.end(),
                            [&](Row row) { return persons.waited[row] != 0; });
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress.checkpoint_at(i);
      ++counts_[persons.values[rows[i]]];
    }
    std::exclusive_scan(counts_.begin(), counts_.end(), next_.begin(), std::size_t{0});
    std::vector<std::size_t> end = next_;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress.checkpoint_at(i);
      rows_[end[persons.values[rows[i]]]++] = rows[i];
    }
  }

  std::span<const std::uint32_t> counts() const { return counts_; }

  std::span<const Row> take(Code value, std::uint32_t persons) {
    const std::span<const Row> taken = std::span(rows_).subspan(next_[value], persons);
    next_[value] += persons;
    return taken;
  }

 private:
  std::vector<Row> rows_;
  std::vector<std::size_t> next_;
  std::vector<std::uint32_t> counts_;
};

class EditionMaking {
 public:
  EditionMaking(const SeriesPersons& persons, std::span<const Signature> known,
                const EditionOptions& options, Random& random, const Progress& progress)
      : persons_(persons),
        options_(options),
        random_(random),
        progress_(progress),
        axes_(make_axes(persons.data, persons.near_by, progress)),
        pools_(known) {}

  Edition run() {
    progress_.phase("partition");
    Arrivals arrivals = divide();
    const Balance balance = balance_pools(arrivals);
    place_left(balance, arrivals);
    split_pools();
    progress_.phase("permute");
    permute();
    show_valueless();
    show_harmless();
    std::sort(edition_.waiting.begin(), edition_.waiting.end());
    edition_.signatures = std::move(pools_).take_signatures();
    return std::move(edition_);
  }

 private:
  // Puts persons with a signature in their pools and returns the arrivals.
  Arrivals divide() {
    std::vector<Row> arrivals;
    for (Row row = 0; row < persons_.data.rows; ++row) {
      progress_.checkpoint_at(row);
      const std::uint32_t pool = persons_.remembered[row];
      if (!persons_.blank.empty() && persons_.blank[row] != 0) {
        edition_.waiting.push_back(row);
      } else if (persons_.is_harmless(row)) {
        harmless_.push_back(row);
      } else if (pool == no_signature) {
        arrivals.push_back(row);
      } else if (const std::optional<std::size_t> place =
                     pools_.place(pool, persons_.values[row])) {
        pools_.add(*place, 1);
        placed_.add(row, *place);
      } else {
        edition_.withheld.push_back(row);
      }
    }
    return {std::move(arrivals), persons_, random_, progress_};
  }

  Balance balance_pools(Arrivals& arrivals) {
    std::vector<std::uint32_t> buckets(pools_.size());
    std::vector<std::uint64_t> lacking(persons_.distinct);
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
      progress_.checkpoint_at(pool);
      buckets[pool] = pools_.buckets(pool);
      for_each_place(pool, [&](Code value, std::size_t place) {
        lacking[value] += buckets[pool] - pools_.persons_at(place);
      });
    }
    Balance balance = microdata::balance(arrivals.counts(), lacking, options_.m);
    fill_places(balance, buckets, arrivals);
    return balance;
  }

  // Puts arrivals of a value one after the other, each in the nearest pool that lacks the value.
  void fill_places(const Balance& balance, const std::vector<std::uint32_t>& buckets,
                   Arrivals& arrivals) {
    PoolCentres centres(persons_.data, axes_, pools_.size());
    for (std::size_t i = 0; i < placed_.rows.size(); ++i) {
      progress_.checkpoint_at(i);
      centres.add(persons_.remembered[placed_.rows[i]], placed_.rows[i]);
    }
    std::vector<std::vector<std::size_t>> lacking(persons_.distinct);
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
      progress_.checkpoint_at(pool);
      for_each_place(pool, [&](Code value, std::size_t at) {
        if (pools_.persons_at(at) < buckets[pool]) lacking[value].push_back(pool);
      });
    }
    for (Code value = 0; value < persons_.distinct; ++value) {
      std::vector<std::size_t>& open = lacking[value];
      for (const Row row : arrivals.take(value, balance.filling[value])) {
        progress_.checkpoint();
        const std::size_t chosen = centres.nearest(row, open);
        const std::size_t pool = open[chosen];
        const std::size_t at = *pools_.place(pool, value);
        placed_.add(row, at);
        pools_.add(at, 1);
        if (pools_.persons_at(at) < buckets[pool]) continue;
        open[chosen] = open.back();
        open.pop_back();
      }
    }
  }

  template <typename Body>
  void for_each_place(std::size_t pool, const Body& body) const {
    std::size_t place = pools_.first_place(pool);
    for (const Code value : pools_.signature(pool))
      body(value, place++);
  }

  void place_left(const Balance& balance, Arrivals& arrivals) {
    if (balance.left_wait) {
      for (Code value = 0; value < persons_.distinct; ++value) {
        const std::span<const Row> left = arrivals.take(value, balance.left[value]);
        edition_.waiting.insert(edition_.waiting.end(), left.begin(), left.end());
      }
      return;
    }
    std::vector<Row> left;
    for (Code value = 0; value < persons_.distinct; ++value) {
      const std::span<const Row> taken = arrivals.take(value, balance.left[value]);
      left.insert(left.end(), taken.begin(), taken.end());
    }
    make_new_buckets(std::move(left));
  }

  void make_new_buckets(std::vector<Row> left) {
    const ChosenSignatures chosen = choose_near_signatures(
        persons_.data, axes_, persons_.values, persons_.distinct, std::move(left),
        pools_.signatures(), {options_.m, options_.region}, random_, progress_);
    // Signatures without a person are forgotten.
    std::vector<std::optional<std::size_t>> pools(chosen.signatures.size());
    for (std::size_t i = 0; i < chosen.rows.size(); ++i) {
      progress_.checkpoint_at(i);
      std::optional<std::size_t>& pool = pools[chosen.signature_of[i]];
      if (!pool) pool = pools_.find_or_add(chosen.signatures[chosen.signature_of[i]]);
      const std::size_t place = *pools_.place(*pool, persons_.values[chosen.rows[i]]);
      placed_.add(chosen.rows[i], place);
      pools_.add(place, 1);
    }
  }

  // Lays out the persons place by place, those of a place in random order, and splits the pools.
  void split_pools() {
    std::vector<std::size_t> end(pools_.places() + 1);
    for (std::size_t place = 0; place < pools_.places(); ++place)
      end[place + 1] = end[place] + pools_.persons_at(place);
    end.erase(end.begin() + static_cast<std::ptrdiff_t>(pools_.places()));
    const std::vector<Row> rows = in_order_of_places(end);
    PoolSplitting splitting(axes_, lay_out(persons_.data, axes_, rows, {}, 1, progress_), random_);
    std::size_t begin = 0;
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
      const std::uint32_t buckets = pools_.buckets(pool);
      if (buckets == 0) continue;
      const std::span<const std::size_t> ends =
          std::span(end).subspan(pools_.first_place(pool), pools_.signature(pool).size());
      splitting.split({begin, ends, buckets}, edition_.buckets, progress_);
      begin = ends.back();
      edition_.signature_of.resize(edition_.buckets.buckets(), static_cast<std::uint32_t>(pool));
    }
  }

  // Returns the persons in the order of the places. Advances `next`, the beginning of each place,
  // to the place's end.
  std::vector<Row> in_order_of_places(std::vector<std::size_t>& next) {
    std::vector<std::uint32_t> order(placed_.rows.size());
    std::iota(order.begin(), order.end(), 0U);
    progress_.checkpoint();
    random_.shuffle(std::span(order));
    std::vector<Row> rows(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      progress_.checkpoint_at(i);
      rows[next[placed_.places[order[i]]]++] = placed_.rows[order[i]];
    }
    return rows;
  }

  // Shuffles buckets and persons, because the order in which pools were split, and values within
  // them, would disclose the values.
  void permute() {
    const TuplePartition& split = edition_.buckets;
    std::vector<std::uint32_t> order(split.buckets());
    std::iota(order.begin(), order.end(), 0U);
    progress_.checkpoint();
    random_.shuffle(std::span(order));
    TuplePartition buckets;
    buckets.rows.reserve(split.rows.size());
    buckets.offsets.reserve(split.offsets.size());
    std::vector<std::uint32_t> signature_of(order.size());
    for (std::size_t b = 0; b < order.size(); ++b) {
      progress_.checkpoint_at(b);
      const std::span<const Row> rows = split.bucket(order[b]);
      buckets.rows.insert(buckets.rows.end(), rows.begin(), rows.end());
      random_.shuffle(std::span(buckets.rows).last(rows.size()));
      buckets.offsets.push_back(static_cast<Row>(buckets.rows.size()));
      signature_of[b] = edition_.signature_of[order[b]];
    }
    edition_.buckets = std::move(buckets);
    edition_.signature_of = std::move(signature_of);
  }

  void show_valueless() {
    if (edition_.withheld.size() < options_.m) return;
    std::vector<std::uint64_t> shown(persons_.distinct);
    for (const std::uint32_t signature : edition_.signature_of) {
      for (const Code value : pools_.signature(signature))
        ++shown[value];
    }
    if (!may_show_valueless(pools_.signatures(), shown, options_.m)) return;
    edition_.valueless =
        group_near(persons_.data, axes_, edition_.withheld, options_.m, random_, progress_);
  }

  void show_harmless() {
    if (harmless_.empty()) return;
    const auto fewest = std::min<std::size_t>(options_.m, harmless_.size());
    edition_.harmless = group_near(persons_.data, axes_, std::move(harmless_),
                                   static_cast<std::uint32_t>(fewest), random_, progress_);
    for (const Row row : edition_.harmless.rows)
      edition_.harmless_values.push_back(persons_.values[row]);
  }

  const SeriesPersons& persons_;
  const EditionOptions& options_;
  Random& random_;
  const Progress& progress_;
  std::vector<Axis> axes_;
  Pools pools_;
  PersonsInPools placed_;
  std::vector<Row> harmless_;
  Edition edition_;
};

}  // namespace

std::size_t Edition::counterfeits() const {
  std::size_t values = 0;
  for (const std::uint32_t signature : signature_of)
    values += signatures[signature].size();
  return values - buckets.rows.size();
}

Edition make_edition(const SeriesPersons& persons, std::span<const Signature> known,
                     const EditionOptions& options, Random& random, const Progress& progress) {
  return EditionMaking(persons, known, options, random, progress).run();
}

}  // namespace microdata
