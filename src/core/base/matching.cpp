#include "core/base/matching.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/grouped.hpp"

namespace microdata {

namespace {

// Search for a maximum matching, as a flow. As many units as possible are given at once; then paths
// are augmented that are shortest, all of one length in one phase (Dinic; Hopcroft and Karp).
class Flow {
 public:
  Flow(std::vector<std::uint32_t> supply, std::vector<std::uint32_t> demand,
       std::vector<MatchingEdge> edges, const Progress& progress)
      : progress_(progress),
        supply_(std::move(supply)),
        demand_(std::move(demand)),
        edges_(std::move(edges)),
        flow_(edges_.size()) {
    std::vector<std::uint32_t> demands;
    demands.reserve(edges_.size());
    for (const MatchingEdge& edge : edges_) {
      progress.checkpoint_at(demands.size());
      first_edge_.resize(std::max(first_edge_.size(), std::size_t{edge.supply} + 1),
                         demands.size());
      demands.push_back(edge.demand);
    }
    first_edge_.resize(supply_.size() + 1, edges_.size());
    edges_of_demand_ = group_numbers(demands, demand_.size(), progress);
  }

  Matching run() {
    const std::size_t wanted = std::accumulate(demand_.begin(), demand_.end(), std::size_t{0});
    give_to_the_only();
    give_greedily();
    Matching result;
    while (!result.cursory && find_layers()) {
      for (const std::uint32_t needy : needy_) {
        while (demand_[needy] > 0 && augment(needy)) {
        }
      }
      result.cursory = steps_ > most_steps;
    }
    result.matched = wanted - std::accumulate(demand_.begin(), demand_.end(), std::size_t{0});
    return result;
  }

 private:
  static constexpr std::size_t most_steps = 200'000'000;
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  void give(std::uint32_t edge) {
    const auto [supply, demand] = edges_[edge];
    const std::uint32_t units = std::min(supply_[supply], demand_[demand]);
    flow_[edge] += units;
    supply_[supply] -= units;
    demand_[demand] -= units;
  }

  // Gives units that can go to only one demand to that demand, before all others.
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

  void step() {
    if (++steps_ % 65536 == 0) progress_.checkpoint();
  }

  // Computes the distance of every demand and supply from the demands that lack units. A demand
  // can receive a unit of a supply, which takes the unit back from another demand; the other
  // demand is one farther away. Returns false if no supply that can be reached has units left.
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
        if (supply_[s] > 0) last = layer_of_demand_[d];
        for (std::size_t e = first_edge_[s]; e < first_edge_[s + 1]; ++e) {
          step();
          const std::uint32_t other = edges_[e].demand;
          if (flow_[e] == 0 || layer_of_demand_[other] != none) continue;
          layer_of_demand_[other] = layer_of_demand_[d] + 1;
          queue_.push_back(other);
        }
      }
    }
    return last != none;
  }

  // Gives a demand one more unit along the layers. An edge that led nowhere is not tried again in
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
        if (supply_[s] > 0) {
          --supply_[s];
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

  // Returns an edge along which the supply can take a unit back.
  std::optional<std::uint32_t> to_be_taken(std::uint32_t s) {
    for (std::size_t& e = next_of_supply_[s]; e < first_edge_[s + 1]; ++e) {
      step();
      if (flow_[e] > 0 && layer_of_demand_[edges_[e].demand] == layer_of_supply_[s] + 1) {
        return static_cast<std::uint32_t>(e);
      }
    }
    return std::nullopt;
  }

  void give_along_path() {
    for (const Place& place : path_) {
      ++flow_[edge_at(place.demand)];
      if (place.taken != none) --flow_[place.taken];
    }
    --demand_[path_.front().demand];
  }

  // A demand on a path, and the edge along which the demand gives up a unit for the demand before
  // it.
  struct Place {
    std::uint32_t demand;
    std::uint32_t taken;
  };

  const Progress& progress_;
  // Units that are not matched yet.
  std::vector<std::uint32_t> supply_;
  std::vector<std::uint32_t> demand_;
  // Edges in the order of supplies, with the first edge of each supply, and the numbers of the
  // edges of each demand.
  std::vector<MatchingEdge> edges_;
  std::vector<std::uint32_t> flow_;
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

}  // namespace

Matching largest_matching(std::vector<std::uint32_t> supply, std::vector<std::uint32_t> demand,
                          std::vector<MatchingEdge> edges, const Progress& progress) {
  return Flow(std::move(supply), std::move(demand), std::move(edges), progress).run();
}

}  // namespace microdata
