#include "core/series/edition.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/partition/mondrian_space.hpp"
#include "core/series/balancing.hpp"
#include "core/series/new_buckets.hpp"
#include "core/series/pool_split.hpp"
#include "core/series/pools.hpp"

namespace microdata {

namespace {

// Persons who are published, and the place in a pool that each takes.
struct PlacedPersons {
  std::vector<Row> rows;
  std::vector<std::size_t> places;

  void add(Row row, std::size_t place) {
    rows.push_back(row);
    places.push_back(place);
  }
};

// Arrivals by value, each value's in the order in which they get places.
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
  EditionMaking(const SeriesPersons& persons, std::span<const Signature> known, std::uint32_t m,
                Random& random, const Progress& progress)
      : persons_(persons), m_(m), random_(random), progress_(progress), pools_(known) {}

  Edition run() {
    progress_.phase("partition");
    Arrivals arrivals = divide();
    const Balance balance = balance_pools(arrivals);
    place_left(balance, arrivals);
    split_pools();
    progress_.phase("permute");
    permute();
    std::sort(edition_.waiting.begin(), edition_.waiting.end());
    edition_.signatures = std::move(pools_).take_signatures();
    return std::move(edition_);
  }

 private:
  // Those with a signature go to their pools.
  Arrivals divide() {
    std::vector<Row> arrivals;
    for (Row row = 0; row < persons_.data.rows; ++row) {
      progress_.checkpoint_at(row);
      const std::uint32_t pool = persons_.remembered[row];
      if (pool == no_signature) {
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

  void place(Code value, std::uint32_t persons, std::size_t place, Arrivals& arrivals) {
    for (const Row row : arrivals.take(value, persons))
      placed_.add(row, place);
    pools_.add(place, persons);
  }

  // Large pools first: what small ones lack soon leaves with their last persons.
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
    Balance balance = microdata::balance(arrivals.counts(), lacking, m_);
    std::vector<std::size_t> order(pools_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return buckets[a] > buckets[b]; });
    std::vector<std::uint32_t> filling = balance.filling;
    for (std::size_t i = 0; i < order.size(); ++i) {
      progress_.checkpoint_at(i);
      const std::size_t pool = order[i];
      for_each_place(pool, [&](Code value, std::size_t at) {
        const std::uint32_t persons =
            std::min(filling[value], buckets[pool] - pools_.persons_at(at));
        place(value, persons, at, arrivals);
        filling[value] -= persons;
      });
    }
    return balance;
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
    for (const SignatureUse& use :
         draw_signatures(balance.left, pools_.signatures(), m_, progress_)) {
      progress_.checkpoint();
      const std::size_t pool = pools_.find_or_add(use.signature);
      for_each_place(pool,
                     [&](Code value, std::size_t at) { place(value, use.buckets, at, arrivals); });
    }
  }

  // Lays the persons out place by place, those of a place in random order, and splits the pools.
  void split_pools() {
    std::vector<std::size_t> end(pools_.places() + 1);
    for (std::size_t place = 0; place < pools_.places(); ++place)
      end[place + 1] = end[place] + pools_.persons_at(place);
    end.erase(end.begin() + static_cast<std::ptrdiff_t>(pools_.places()));
    const std::vector<Row> rows = in_order_of_places(end);
    const std::vector<Axis> axes = make_axes(persons_.data, persons_.near_by, progress_);
    PoolSplitting splitting(axes, lay_out(persons_.data, axes, rows, {}, 1, progress_), random_);
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

  // Advances `next`, where each place begins, to where it ends.
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

  // The order in which pools were split, and values within them, would tell the values.
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

  const SeriesPersons& persons_;
  std::uint32_t m_;
  Random& random_;
  const Progress& progress_;
  Pools pools_;
  PlacedPersons placed_;
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
                     std::uint32_t m, Random& random, const Progress& progress) {
  return EditionMaking(persons, known, m, random, progress).run();
}

}  // namespace microdata
