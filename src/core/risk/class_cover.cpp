#include "core/risk/class_cover.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

namespace {

using Ids = std::vector<std::uint32_t>;

// Search for the pairs of a kind of tuples and a class that covers it. Both are split by the values
// of one attribute after another for as long as this separates them.
class Pairing {
 public:
  Pairing(const std::vector<RegionAttribute>& attributes, const std::vector<Row>& class_rows,
          const std::vector<Row>& kind_rows, std::size_t most, const Progress& progress)
      : attributes_(attributes),
        class_rows_(class_rows),
        kind_rows_(kind_rows),
        most_(most),
        progress_(progress) {}

  // Returns false and ends early if there are too many pairs.
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

  // Returns the least and the greatest code that a class covers; an empty range if it covers no
  // code.
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
    Code last = 0;  // last code of the left side
    double work = 0;
  };

  template <typename Visit>
  static void sample(const Ids& ids, const Visit& visit) {
    const std::size_t step = std::max<std::size_t>(ids.size() / sampled, 1);
    for (std::size_t i = 0; i < ids.size(); i += step)
      visit(ids[i]);
  }

  // Returns the split that leaves the least to compare, estimated from a sample.
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

// Tuples of a kind with the same other values.
struct Supply {
  std::uint32_t kind = 0;
  std::uint32_t rest = 0;
  std::uint32_t left = 0;
};

// The published rows of each class with the same other values, numbered class by class.
class Demands {
 public:
  Demands(const ClassCover& cover, const SlicedView::Values& rest, const Progress& progress) {
    const std::uint32_t most =
        rest.published.empty() ? 0
                               : *std::max_element(rest.published.begin(), rest.published.end());
    const Grouped<std::uint32_t> rows =
        group_elements(cover.class_of_row, cover.classes, rest.published, most + 1, progress);
    for (std::uint32_t c = 0; c < cover.classes; ++c) {
      progress.checkpoint_at(c);
      const std::span<const std::uint32_t> of_class = rows[c];
      for (std::size_t i = 0; i < of_class.size(); ++i) {
        if (i == 0 || of_class[i] != of_class[i - 1]) {
          rest_.push_back(of_class[i]);
          rows_.push_back(0);
        }
        ++rows_.back();
      }
      first_.push_back(rest_.size());
    }
  }

  // Returns the number of rows of each demand.
  const std::vector<std::uint32_t>& rows() const { return rows_; }

  std::optional<std::uint32_t> find(std::uint32_t of_class, std::uint32_t rest) const {
    const std::span<const std::uint32_t> in_class =
        std::span(rest_).subspan(first_[of_class], first_[of_class + 1] - first_[of_class]);
    const auto found = std::lower_bound(in_class.begin(), in_class.end(), rest);
    if (found == in_class.end() || *found != rest) return std::nullopt;
    return static_cast<std::uint32_t>(first_[of_class] +
                                      static_cast<std::size_t>(found - in_class.begin()));
  }

 private:
  // First demand of each class, and the end.
  std::vector<std::size_t> first_{0};
  std::vector<std::uint32_t> rest_;
  std::vector<std::uint32_t> rows_;
};

// Search for a maximum matching, as a flow. As many tuples as possible are given at once; then
// paths are augmented that are shortest, all of one length in one phase (Dinic; Hopcroft and Karp).
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
    for (std::uint32_t s = 0; s < supply_.size(); ++s) {
      progress.checkpoint_at(s);
      first_edge_.push_back(edges_.size());
      for (std::size_t i = cover.offsets[supply_[s].kind]; i < cover.offsets[supply_[s].kind + 1];
           ++i) {
        const std::optional<std::uint32_t> d = demands.find(cover.covering[i], supply_[s].rest);
        if (d) edges_.push_back({s, *d, 0});
      }
    }
    first_edge_.push_back(edges_.size());
    list_edges_of_demands();
  }

  ClassAssignment run() {
    give_to_the_only();
    give_greedily();
    ClassAssignment result;
    while (!result.cursory && find_layers()) {
      for (const std::uint32_t needy : needy_) {
        while (demand_[needy] > 0 && augment(needy)) {
        }
      }
      result.cursory = steps_ > most_steps;
    }
    for (const std::uint32_t left : demand_)
      result.impossible_rows += left;
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

  // Gives tuples that can go to only one demand to that demand, before all others.
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

  void list_edges_of_demands() {
    std::vector<std::uint32_t> demands;
    demands.reserve(edges_.size());
    for (const Edge& edge : edges_)
      demands.push_back(edge.demand);
    edges_of_demand_ = group_numbers(demands, demand_.size(), progress_);
  }

  void step() {
    if (++steps_ % 65536 == 0) progress_.checkpoint();
  }

  // Computes the distance of every demand and supply from the demands that lack tuples. A demand
  // can receive a tuple of a supply, which takes the tuple back from another demand; the other
  // demand is one farther away. Returns false if no supply that can be reached has tuples left.
  bool find_layers() {
    layer_of_demand_.assign(demand_.size(), none);
    layer_of_supply_.assign(supply_.size(), none);
    next_of_demand_.assign(edges_of_demand_.first.begin(), edges_of_demand_.first.end() - 1);
    next_of_supply_.assign(first_edge_.begin(), first_edge_.end() - 1);
    needy_.clear();
    for (std::uint32_t d = 0; d < demand_.size(); ++d) {
      if (demand_[d] > 0) needy_.push_back(d);
    }
    for (const std::uint32_t d : needy_)
      layer_of_demand_[d] = 0;
    queue_ = needy_;
    std::uint32_t last = none;
    for (std::size_t q = 0; q < queue_.size(); ++q) {
      const std::uint32_t d = queue_[q];
      if (layer_of_demand_[d] > last) break;
      for (const std::uint32_t edge : edges_of_demand_[d]) {
        step();
        const std::uint32_t s = edges_[edge].supply;
        if (layer_of_supply_[s] != none) continue;
        layer_of_supply_[s] = layer_of_demand_[d];
        if (supply_[s].left > 0) last = layer_of_demand_[d];
        for (std::size_t e = first_edge_[s]; e < first_edge_[s + 1]; ++e) {
          step();
          const std::uint32_t other = edges_[e].demand;
          if (edges_[e].flow == 0 || layer_of_demand_[other] != none) continue;
          layer_of_demand_[other] = layer_of_demand_[d] + 1;
          queue_.push_back(other);
        }
      }
    }
    return last != none;
  }

  // Gives a demand one more tuple along the layers. An edge that led nowhere is not tried again in
  // these layers.
  bool augment(std::uint32_t needy) {
    path_.assign(1, {needy, none});
    while (!path_.empty()) {
      const std::uint32_t d = path_.back().demand;
      if (next_of_demand_[d] == edges_of_demand_.first[d + std::size_t{1}]) {
        path_.pop_back();
        if (!path_.empty()) ++next_of_supply_[edges_[edge_at(path_.back().demand)].supply];
        continue;
      }
      step();
      const std::uint32_t s = edges_[edge_at(d)].supply;
      if (layer_of_supply_[s] == layer_of_demand_[d]) {
        if (supply_[s].left > 0) {
          --supply_[s].left;
          give_along_path();
          return true;
        }
        if (const std::optional<std::uint32_t> taken = to_be_taken(s)) {
          path_.push_back({edges_[*taken].demand, *taken});
          continue;
        }
      }
      ++next_of_demand_[d];
    }
    return false;
  }

  std::uint32_t edge_at(std::uint32_t demand) const {
    return edges_of_demand_.items[next_of_demand_[demand]];
  }

  // Returns an edge along which the supply can take a tuple back.
  std::optional<std::uint32_t> to_be_taken(std::uint32_t s) {
    for (std::size_t& e = next_of_supply_[s]; e < first_edge_[s + 1]; ++e) {
      step();
      if (edges_[e].flow > 0 && layer_of_demand_[edges_[e].demand] == layer_of_supply_[s] + 1) {
        return static_cast<std::uint32_t>(e);
      }
    }
    return std::nullopt;
  }

  void give_along_path() {
    for (const Place& place : path_) {
      ++edges_[edge_at(place.demand)].flow;
      if (place.taken != none) --edges_[place.taken].flow;
    }
    --demand_[path_.front().demand];
  }

  // A demand on a path, and the edge along which the demand gives up a tuple for the demand before
  // it.
  struct Place {
    std::uint32_t demand;
    std::uint32_t taken;
  };

  const Progress& progress_;
  std::vector<std::uint32_t> demand_;
  std::vector<Supply> supply_;
  // Edges in the order of supplies, with the first edge of each supply, and the numbers of the
  // edges of each demand.
  std::vector<Edge> edges_;
  std::vector<std::size_t> first_edge_;
  Grouped<std::uint32_t> edges_of_demand_;
  // State of a phase: the layers, and the next edge to try of each demand and supply.
  std::vector<std::uint32_t> layer_of_demand_;
  std::vector<std::uint32_t> layer_of_supply_;
  std::vector<std::size_t> next_of_demand_;
  std::vector<std::size_t> next_of_supply_;
  std::vector<std::uint32_t> needy_;
  std::vector<std::uint32_t> queue_;
  std::vector<Place> path_;
  std::size_t steps_ = 0;
};

// Returns the multiplicity of a multiset's value, divided by the mean multiplicity of all its
// values.
float likelier_in(const RegionAttribute& attribute, Code label, Code value) {
  const std::vector<std::uint32_t>& counts = attribute.counts[label];
  float all = 0;
  float of_value = 0;
  std::size_t next = 0;
  attribute.covers[label].for_each([&](Code code) {
    const auto count = static_cast<float>(counts[next++]);
    all += count;
    if (code == value) of_value = count;
  });
  return of_value * static_cast<float>(counts.size()) / all;
}

// Returns the number of combinations of values that the class of a published row covers.
double combinations_covered(const std::vector<RegionAttribute>& attributes, Row published) {
  constexpr double most = 1e300;
  double combinations = 1;
  for (const RegionAttribute& attribute : attributes)
    combinations *= static_cast<double>(attribute.covers[attribute.published[published]].size());
  return std::min(combinations, most);
}

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
  std::vector<std::uint32_t> kinds_of_pairs;
  for (const auto& [kind, c] : pairing.pairs())
    kinds_of_pairs.push_back(kind);
  Grouped<std::uint32_t> covering = group_by(
      std::span<const std::uint32_t>(kinds_of_pairs), kinds.distinct,
      [&](std::size_t i) { return pairing.pairs()[i].second; }, progress);
  cover.offsets = std::move(covering.first);
  cover.covering = std::move(covering.items);
  cover.class_of_row = classes.of_row;
  cover.classes = classes.distinct;
  for (const Row row : class_rows)
    cover.combinations.push_back(combinations_covered(quasi_identifiers, row));
  cover.kind_of_tuple = kinds.of_row;
  cover.kinds = kinds.distinct;
  return cover;
}

void keep_exact_classes(ClassCover& cover, const Progress& progress) {
  std::size_t kept = 0;
  std::size_t begin = 0;
  for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
    progress.checkpoint_at(kind);
    const std::span<const std::uint32_t> classes =
        std::span(cover.covering).subspan(begin, cover.offsets[kind + std::size_t{1}] - begin);
    begin = cover.offsets[kind + std::size_t{1}];
    const auto exact = std::find_if(classes.begin(), classes.end(),
                                    [&](std::uint32_t c) { return cover.combinations[c] == 1; });
    if (exact != classes.end()) {
      cover.covering[kept++] = *exact;
    } else {
      for (const std::uint32_t c : classes)
        cover.covering[kept++] = c;
    }
    cover.offsets[kind + std::size_t{1}] = kept;
  }
  cover.covering.resize(kept);
  cover.likelier.clear();
}

void count_values(ClassCover& cover, const std::vector<RegionAttribute>& quasi_identifiers,
                  const Progress& progress) {
  const auto has_counts = [](const RegionAttribute& attribute) {
    return !attribute.counts.empty();
  };
  if (std::none_of(quasi_identifiers.begin(), quasi_identifiers.end(), has_counts)) return;
  std::vector<std::size_t> row_of_class(cover.classes);
  for (std::size_t row = 0; row < cover.class_of_row.size(); ++row)
    row_of_class[cover.class_of_row[row]] = row;
  std::vector<std::size_t> tuple_of_kind(cover.kinds);
  for (std::size_t tuple = 0; tuple < cover.kind_of_tuple.size(); ++tuple)
    tuple_of_kind[cover.kind_of_tuple[tuple]] = tuple;
  cover.likelier.assign(cover.covering.size(), 1);
  for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
    for (std::size_t at = cover.offsets[kind]; at < cover.offsets[kind + std::size_t{1}]; ++at) {
      progress.checkpoint_at(at);
      for (const RegionAttribute& attribute : quasi_identifiers) {
        const Code label = attribute.published[row_of_class[cover.covering[at]]];
        if (!attribute.counts.empty())
          cover.likelier[at] *=
              likelier_in(attribute, label, attribute.tuples[tuple_of_kind[kind]]);
      }
    }
  }
}

ClassAssignment assign_tuples(const ClassCover& cover, const SlicedView::Values& rest,
                              const Progress& progress) {
  ClassAssignment result = Matching(cover, rest, progress).run();
  result.cursory = result.cursory || cover.cursory;
  return result;
}

}  // namespace microdata
