#include "core/risk/class_cover.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/microdata/radix_sort.hpp"

namespace microdata {

namespace {

using Ids = std::vector<std::uint32_t>;

// Pairs kinds of tuples with the classes that cover them, by dividing both by the values of one
// attribute after another for as long as that separates them.
class Pairing {
 public:
  Pairing(const std::vector<RegionAttribute>& attributes, const std::vector<Row>& class_rows,
          const std::vector<Row>& kind_rows, std::size_t most, const Progress& progress)
      : attributes_(attributes),
        class_rows_(class_rows),
        kind_rows_(kind_rows),
        most_(most),
        progress_(progress) {}

  // Ends early where there are too many pairs.
  bool run() {
    Ids kinds(kind_rows_.size());
    Ids classes(class_rows_.size());
    std::iota(kinds.begin(), kinds.end(), 0U);
    std::iota(classes.begin(), classes.end(), 0U);
    pair(std::move(kinds), std::move(classes));
    return !too_many_;
  }

  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs() const { return pairs_; }

 private:
  static constexpr std::size_t small = 2048;
  static constexpr std::size_t sampled = 64;

  // The least and the greatest code that a class covers; an empty range where it covers none.
  std::pair<Code, Code> range(const RegionAttribute& attribute, std::uint32_t c) const {
    const CodeSet& codes = attribute.covers[attribute.published[class_rows_[c]]];
    return codes.empty() ? std::pair<Code, Code>(1, 0) : std::pair(codes.front(), codes.back());
  }

  bool covers(std::uint32_t c, std::uint32_t kind) const {
    return std::all_of(attributes_.begin(), attributes_.end(), [&](const RegionAttribute& a) {
      return a.covers[a.published[class_rows_[c]]].contains(a.tuples[kind_rows_[kind]]);
    });
  }

  void list_pairs(const Ids& kinds, const Ids& classes) {
    for (const std::uint32_t kind : kinds) {
      progress_.checkpoint_at(looked_at_++);
      for (const std::uint32_t c : classes) {
        if (covers(c, kind)) pairs_.emplace_back(kind, c);
      }
      if (pairs_.size() > most_) too_many_ = true;
      if (too_many_) return;
    }
  }

  struct Split {
    std::size_t attribute = 0;
    Code last = 0;  // of the left side
    double work = 0;
  };

  template <typename Visit>
  static void sample(const Ids& ids, const Visit& visit) {
    const std::size_t step = std::max<std::size_t>(ids.size() / sampled, 1);
    for (std::size_t i = 0; i < ids.size(); i += step)
      visit(ids[i]);
  }

  // The split after which least is left to compare, as a sample tells.
  Split find_split(const Ids& kinds, const Ids& classes) const {
    Split best;
    best.work = 1;
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      const RegionAttribute& attribute = attributes_[a];
      std::vector<Code> codes;
      sample(kinds, [&](std::uint32_t k) { codes.push_back(attribute.tuples[kind_rows_[k]]); });
      std::sort(codes.begin(), codes.end());
      for (const std::size_t part : {4, 2}) {
        const Code last = codes[codes.size() / part];
        double left_kinds = 0;
        for (const Code code : codes)
          left_kinds += code <= last ? 1 : 0;
        double left = 0;
        double right = 0;
        double all = 0;
        sample(classes, [&](std::uint32_t c) {
          const auto [low, high] = range(attribute, c);
          left += low <= last && low <= high ? 1 : 0;
          right += high > last && low <= high ? 1 : 0;
          ++all;
        });
        const double share = left_kinds / static_cast<double>(codes.size());
        const double work = (share * left + (1 - share) * right) / all;
        if (work < best.work) best = {a, last, work};
      }
    }
    return best;
  }

  void pair(Ids kinds, Ids classes) {
    if (kinds.empty() || classes.empty() || too_many_) return;
    progress_.checkpoint();
    if (kinds.size() * classes.size() <= small) {
      list_pairs(kinds, classes);
      return;
    }
    const Split split = find_split(kinds, classes);
    constexpr double not_worth_it = 0.95;
    if (split.work > not_worth_it) {
      list_pairs(kinds, classes);
      return;
    }
    const RegionAttribute& attribute = attributes_[split.attribute];
    std::array<Ids, 2> side_kinds;
    std::array<Ids, 2> side_classes;
    for (const std::uint32_t kind : kinds)
      side_kinds[attribute.tuples[kind_rows_[kind]] <= split.last ? 0 : 1].push_back(kind);
    for (const std::uint32_t c : classes) {
      const auto [low, high] = range(attribute, c);
      if (low > high) continue;
      if (low <= split.last) side_classes[0].push_back(c);
      if (high > split.last) side_classes[1].push_back(c);
    }
    kinds = {};
    classes = {};
    for (std::size_t side = 0; side < 2; ++side)
      pair(std::move(side_kinds[side]), std::move(side_classes[side]));
  }

  const std::vector<RegionAttribute>& attributes_;
  const std::vector<Row>& class_rows_;
  const std::vector<Row>& kind_rows_;
  std::size_t most_;
  const Progress& progress_;
  std::size_t looked_at_ = 0;
  bool too_many_ = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

// Tuples of a kind, and rows of a class, with the same other values.
struct Supply {
  std::uint32_t kind = 0;
  std::uint32_t rest = 0;
  std::uint32_t left = 0;
};

// The published rows of a class with the same other values, numbered class by class.
class Demands {
 public:
  Demands(const ClassCover& cover, const SlicedView::Values& rest, const Progress& progress)
      : first_(cover.classes + std::size_t{1}) {
    struct Element {
      std::uint32_t of_class;
      std::uint32_t rest;
    };
    std::vector<Element> sorted;
    sorted.reserve(cover.class_of_row.size());
    std::uint32_t most = 0;
    for (std::size_t row = 0; row < cover.class_of_row.size(); ++row) {
      progress.checkpoint_at(row);
      sorted.push_back({cover.class_of_row[row], rest.published[row]});
      most = std::max(most, rest.published[row]);
    }
    radix_sort(
        std::span(sorted), std::uint64_t{most} + 1, [](const Element& e) { return e.rest; },
        progress);
    radix_sort(
        std::span(sorted), cover.classes, [](const Element& e) { return e.of_class; }, progress);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      progress.checkpoint_at(i);
      const bool is_new = i == 0 || sorted[i].of_class != sorted[i - 1].of_class ||
                          sorted[i].rest != sorted[i - 1].rest;
      if (is_new) {
        rest_.push_back(sorted[i].rest);
        rows_.push_back(0);
        ++first_[sorted[i].of_class + std::size_t{1}];
      }
      ++rows_.back();
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
  }

  // How many rows each has.
  const std::vector<std::uint32_t>& rows() const { return rows_; }

  std::optional<std::uint32_t> find(std::uint32_t of_class, std::uint32_t rest) const {
    const auto begin = rest_.begin() + first_[of_class];
    const auto end = rest_.begin() + first_[of_class + std::size_t{1}];
    const auto found = std::lower_bound(begin, end, rest);
    if (found == end || *found != rest) return std::nullopt;
    return static_cast<std::uint32_t>(found - rest_.begin());
  }

 private:
  // By class, and the end.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> rest_;
  std::vector<std::uint32_t> rows_;
};

class Matching {
 public:
  Matching(const ClassCover& cover, const SlicedView::Values& rest, const Progress& progress)
      : progress_(progress) {
    const auto key = [](std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32U | b; };
    const Demands demands(cover, rest, progress);
    demand_ = demands.rows();
    std::unordered_map<std::uint64_t, std::uint32_t> supply_of;
    for (std::size_t tuple = 0; tuple < cover.kind_of_tuple.size(); ++tuple) {
      progress.checkpoint_at(tuple);
      const auto [found, is_new] =
          supply_of.try_emplace(key(cover.kind_of_tuple[tuple], rest.tuples[tuple]),
                                static_cast<std::uint32_t>(supply_.size()));
      if (is_new) supply_.push_back({cover.kind_of_tuple[tuple], rest.tuples[tuple], 0});
      ++supply_[found->second].left;
    }
    edges_of_demand_.resize(demand_.size());
    for (std::uint32_t s = 0; s < supply_.size(); ++s) {
      progress.checkpoint_at(s);
      first_edge_.push_back(edges_.size());
      for (std::size_t i = cover.offsets[supply_[s].kind]; i < cover.offsets[supply_[s].kind + 1];
           ++i) {
        const std::optional<std::uint32_t> d = demands.find(cover.covering[i], supply_[s].rest);
        if (!d) continue;
        edges_of_demand_[*d].push_back(static_cast<std::uint32_t>(edges_.size()));
        edges_.push_back({s, *d, 0});
      }
    }
    first_edge_.push_back(edges_.size());
  }

  ClassAssignment run() {
    give_to_the_only();
    give_greedily();
    ClassAssignment result;
    for (std::uint32_t d = 0; d < demand_.size(); ++d) {
      while (demand_[d] > 0 && !result.cursory) {
        if (steps_ > most_steps) {
          result.cursory = true;
        } else if (!augment(d)) {
          break;
        }
      }
      result.impossible_rows += demand_[d];
    }
    return result;
  }

 private:
  struct Edge {
    std::uint32_t supply;
    std::uint32_t demand;
    std::uint32_t flow;
  };

  static constexpr std::size_t most_steps = 200'000'000;
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  void give(std::uint32_t edge) {
    Edge& e = edges_[edge];
    const std::uint32_t tuples = std::min(supply_[e.supply].left, demand_[e.demand]);
    e.flow += tuples;
    supply_[e.supply].left -= tuples;
    demand_[e.demand] -= tuples;
  }

  // What can go to one place only goes there first.
  void give_to_the_only() {
    for (std::uint32_t s = 0; s < supply_.size(); ++s) {
      if (first_edge_[s + 1] - first_edge_[s] == 1)
        give(static_cast<std::uint32_t>(first_edge_[s]));
    }
  }

  void give_greedily() {
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
      progress_.checkpoint_at(e);
      give(e);
    }
  }

  // Fills one more of a demand, moving others' tuples to other places where that takes it.
  bool augment(std::uint32_t needy) {
    seen_.resize(demand_.size());
    ++round_;
    queue_.assign(1, needy);
    seen_[needy] = round_;
    from_.resize(demand_.size());
    from_[needy] = none;
    for (std::size_t q = 0; q < queue_.size(); ++q) {
      const std::uint32_t d = queue_[q];
      for (const std::uint32_t edge : edges_of_demand_[d]) {
        if (++steps_ % 65536 == 0) progress_.checkpoint();
        const std::uint32_t s = edges_[edge].supply;
        if (supply_[s].left > 0) {
          move_along(edge);
          return true;
        }
        for (std::size_t other = first_edge_[s]; other < first_edge_[s + 1]; ++other) {
          ++steps_;
          const std::uint32_t next = edges_[other].demand;
          if (edges_[other].flow == 0 || seen_[next] == round_) continue;
          seen_[next] = round_;
          // A tuple of s would go from `next` to d, and `next` would need another.
          from_[next] = edge;
          taken_.resize(demand_.size());
          taken_[next] = static_cast<std::uint32_t>(other);
          queue_.push_back(next);
        }
      }
    }
    return false;
  }

  // `edge` has a tuple to spare for its demand; what that demand's place in the search stands for
  // is moved on, up to the needy one.
  void move_along(std::uint32_t edge) {
    --supply_[edges_[edge].supply].left;
    while (true) {
      ++edges_[edge].flow;
      const std::uint32_t d = edges_[edge].demand;
      if (from_[d] == none) {
        --demand_[d];
        return;
      }
      --edges_[taken_[d]].flow;
      edge = from_[d];
    }
  }

  const Progress& progress_;
  std::vector<std::uint32_t> demand_;
  std::vector<Supply> supply_;
  std::vector<Edge> edges_;
  std::vector<std::size_t> first_edge_;
  std::vector<std::vector<std::uint32_t>> edges_of_demand_;
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> from_;
  std::vector<std::uint32_t> taken_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t round_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

ClassCover find_classes(std::size_t rows, const std::vector<RegionAttribute>& quasi_identifiers,
                        const Progress& progress) {
  Combinations classes = combine_regions(static_cast<Row>(rows), quasi_identifiers, true, progress);
  ClassCover cover;
  cover.class_of_row = std::move(classes.of_row);
  cover.classes = classes.distinct;
  return cover;
}

ClassCover cover_tuples(std::size_t rows, std::size_t tuples,
                        const std::vector<RegionAttribute>& quasi_identifiers, std::size_t most,
                        const Progress& progress) {
  const Combinations classes =
      combine_regions(static_cast<Row>(rows), quasi_identifiers, true, progress);
  const Combinations kinds =
      combine_regions(static_cast<Row>(tuples), quasi_identifiers, false, progress);
  const std::vector<Row> class_rows = representatives(classes);
  const std::vector<Row> kind_rows = representatives(kinds);
  Pairing pairing(quasi_identifiers, class_rows, kind_rows, most, progress);
  ClassCover cover;
  cover.cursory = !pairing.run();
  cover.offsets.assign(kinds.distinct + std::size_t{1}, 0);
  for (const auto& [kind, c] : pairing.pairs())
    ++cover.offsets[kind + 1];
  std::partial_sum(cover.offsets.begin(), cover.offsets.end(), cover.offsets.begin());
  std::vector<std::size_t> next(cover.offsets.begin(), cover.offsets.end() - 1);
  cover.covering.resize(pairing.pairs().size());
  for (const auto& [kind, c] : pairing.pairs())
    cover.covering[next[kind]++] = c;
  cover.class_of_row = classes.of_row;
  cover.classes = classes.distinct;
  cover.kind_of_tuple = kinds.of_row;
  cover.kinds = kinds.distinct;
  return cover;
}

ClassAssignment assign_tuples(const ClassCover& cover, const SlicedView::Values& rest,
                              const Progress& progress) {
  ClassAssignment result = Matching(cover, rest, progress).run();
  result.cursory = result.cursory || cover.cursory;
  return result;
}

}  // namespace microdata
