#include "property/privacy_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

namespace oracle {
namespace {

constexpr double kModelTolerance = 1e-9;

bool at_most(double figure, double bound) {
  return figure <= bound + kModelTolerance;
}

bool less_than(double figure, double bound) {
  return figure < bound - kModelTolerance;
}

std::set<Value> distinct(const Values& values) {
  return {values.begin(), values.end()};
}

long rows_with(const Values& values, Value v) {
  return static_cast<long>(std::ranges::count(values, v));
}

long size(const Values& values) {
  return static_cast<long>(values.size());
}

GroundDistance no_distance(std::size_t domain) {
  return {std::vector<std::vector<long>>(domain, std::vector<long>(domain, 0)), 1};
}

// Returns the lowest level at which both values have one label.
long lowest_common_level(const Labels& labels, std::size_t v, std::size_t w) {
  long level = 0;
  while (labels[static_cast<std::size_t>(level)][v] != labels[static_cast<std::size_t>(level)][w]) {
    ++level;
  }
  return level;
}

// A flow network with the remaining capacity and the unit cost of each arc. cost[to][from] is
// -cost[from][to], so that flow can be cancelled. Whole numbers make the optimum exact.
struct Network {
  explicit Network(std::size_t nodes)
      : capacity(nodes, std::vector<long>(nodes, 0)), cost(nodes, std::vector<long>(nodes, 0)) {}

  void add_arc(std::size_t from, std::size_t to, long units, long cost_of_unit) {
    capacity[from][to] = units;
    cost[from][to] = cost_of_unit;
    cost[to][from] = -cost_of_unit;
  }

  std::size_t nodes() const { return capacity.size(); }

  std::vector<std::vector<long>> capacity;
  std::vector<std::vector<long>> cost;
};

constexpr long kUnreachable = std::numeric_limits<long>::max();

// The cheapest ways to all nodes by arcs with remaining capacity (Bellman and Ford), as each node's
// predecessor. A node without a way is its own predecessor.
struct Ways {
  std::vector<long> cost;
  std::vector<std::size_t> from;
};

bool improve(const Network& network, Ways& ways) {
  bool improved = false;
  for (std::size_t u = 0; u < network.nodes(); ++u) {
    for (std::size_t v = 0; v < network.nodes(); ++v) {
      if (ways.cost[u] == kUnreachable || network.capacity[u][v] == 0) {
        continue;
      }
      if (ways.cost[u] + network.cost[u][v] < ways.cost[v]) {
        ways.cost[v] = ways.cost[u] + network.cost[u][v];
        ways.from[v] = u;
        improved = true;
      }
    }
  }
  return improved;
}

Ways cheapest_ways(const Network& network, std::size_t source) {
  Ways ways;
  ways.cost.assign(network.nodes(), kUnreachable);
  ways.cost[source] = 0;
  for (std::size_t v = 0; v < network.nodes(); ++v) {
    ways.from.push_back(v);
  }
  while (improve(network, ways)) {
  }
  return ways;
}

// Sends the largest possible flow along the way to the sink and returns its cost.
long augment(Network& network, const Ways& ways, std::size_t source, std::size_t sink) {
  long units = kUnreachable;
  for (std::size_t v = sink; v != source; v = ways.from[v]) {
    units = std::min(units, network.capacity[ways.from[v]][v]);
  }
  for (std::size_t v = sink; v != source; v = ways.from[v]) {
    network.capacity[ways.from[v]][v] -= units;
    network.capacity[v][ways.from[v]] += units;
  }
  return units * ways.cost[sink];
}

// Returns the cost of the cheapest maximum flow, by successive shortest paths.
long least_cost(Network network, std::size_t source, std::size_t sink) {
  long total = 0;
  for (Ways ways = cheapest_ways(network, source); ways.cost[sink] != kUnreachable;
       ways = cheapest_ways(network, source)) {
    total += augment(network, ways, source, sink);
  }
  return total;
}

// Returns the divergence of one distribution from another, both given by the shares of the same
// values.
double divergence(const std::vector<double>& of, const std::vector<double>& from) {
  double sum = 0.0;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (of[i] > 0.0) {
      sum += of[i] * std::log(of[i] / from[i]);
    }
  }
  return sum;
}

// Returns the shares in `values` of the table's values, in order.
std::vector<double> shares(const Values& values, const Values& table) {
  std::vector<double> result;
  for (const Value s : distinct(table)) {
    result.push_back(share_of(values, s));
  }
  return result;
}

}  // namespace

GroundDistance equal_distance(std::size_t domain) {
  GroundDistance distance = no_distance(domain);
  for (std::size_t v = 0; v < domain; ++v) {
    for (std::size_t w = 0; w < domain; ++w) {
      distance.steps[v][w] = v == w ? 0 : 1;
    }
  }
  return distance;
}

GroundDistance ordered_distance(std::size_t domain) {
  GroundDistance distance = no_distance(domain);
  if (domain <= 1) {
    return distance;
  }
  distance.longest = static_cast<long>(domain) - 1;
  for (std::size_t v = 0; v < domain; ++v) {
    for (std::size_t w = 0; w < domain; ++w) {
      distance.steps[v][w] = std::labs(static_cast<long>(v) - static_cast<long>(w));
    }
  }
  return distance;
}

GroundDistance hierarchical_distance(const Labels& labels) {
  const std::size_t domain = labels.front().size();
  GroundDistance distance = no_distance(domain);
  if (labels.size() == 1) {
    return distance;
  }
  distance.longest = static_cast<long>(labels.size()) - 1;
  for (std::size_t v = 0; v < domain; ++v) {
    for (std::size_t w = 0; w < domain; ++w) {
      distance.steps[v][w] = lowest_common_level(labels, v, w);
    }
  }
  return distance;
}

double earth_movers_distance(const Values& group, const Values& table,
                             const GroundDistance& distance) {
  // Both distributions are multiplied by |group| * |table|, so that all masses are whole numbers.
  // The group's values are nodes 0 .. m - 1, the table's m .. 2m - 1.
  const std::size_t m = distance.steps.size();
  const std::size_t source = 2 * m;
  const std::size_t sink = source + 1;
  const long mass = size(group) * size(table);
  Network network(sink + 1);
  for (std::size_t v = 0; v < m; ++v) {
    network.add_arc(source, v, rows_with(group, static_cast<Value>(v)) * size(table), 0);
    network.add_arc(m + v, sink, rows_with(table, static_cast<Value>(v)) * size(group), 0);
    for (std::size_t w = 0; w < m; ++w) {
      network.add_arc(v, m + w, mass, distance.steps[v][w]);
    }
  }
  return static_cast<double>(least_cost(network, source, sink)) /
         static_cast<double>(mass * distance.longest);
}

bool t_close(const Values& group, const Values& table, const GroundDistance& distance, double t) {
  return at_most(earth_movers_distance(group, table, distance), t);
}

double share_of(const Values& values, Value s) {
  return static_cast<double>(rows_with(values, s)) / static_cast<double>(values.size());
}

double largest_share(const Values& group) {
  double largest = 0.0;
  for (const Value s : distinct(group)) {
    largest = std::max(largest, share_of(group, s));
  }
  return largest;
}

bool alpha_k_anonymous(const Values& group, double alpha, double k, Value s) {
  return static_cast<double>(group.size()) >= k && at_most(share_of(group, s), alpha);
}

bool alpha_k_anonymous(const Values& group, double alpha, double k) {
  return static_cast<double>(group.size()) >= k && at_most(largest_share(group), alpha);
}

double frequency_diversity(const Values& group) {
  return 1.0 / largest_share(group);
}

double distinct_diversity(const Values& group) {
  return static_cast<double>(distinct(group).size());
}

double entropy_diversity(const Values& group) {
  double entropy = 0.0;
  for (const Value s : distinct(group)) {
    entropy -= share_of(group, s) * std::log(share_of(group, s));
  }
  return std::exp(entropy);
}

double recursive_ratio(const Values& group, double l) {
  std::vector<long> r;
  for (const Value s : distinct(group)) {
    r.push_back(rows_with(group, s));
  }
  std::ranges::sort(r, std::greater<>());
  const double rank = std::ceil(l);
  if (static_cast<double>(r.size()) < rank) {
    return std::numeric_limits<double>::infinity();
  }
  const long tail = std::accumulate(r.begin() + static_cast<long>(rank) - 1, r.end(), 0L);
  return static_cast<double>(r.front()) / static_cast<double>(tail);
}

double disclosure(const Values& group, const Values& table) {
  double largest = 0.0;
  for (const Value s : distinct(table)) {
    if (rows_with(group, s) == 0) {
      return std::numeric_limits<double>::infinity();
    }
    largest = std::max(largest, std::abs(std::log(share_of(group, s) / share_of(table, s))));
  }
  return largest;
}

bool delta_disclosure_private(const Values& group, const Values& table, double delta) {
  return less_than(disclosure(group, table), delta);
}

double relative_gain(const Values& group, const Values& table) {
  double largest = -1.0;
  for (const Value s : distinct(table)) {
    const double q = share_of(table, s);
    largest = std::max(largest, (share_of(group, s) - q) / q);
  }
  return largest;
}

bool beta_like(const Values& group, const Values& table, double beta) {
  return at_most(relative_gain(group, table), beta);
}

double posterior_of_unlikely(const Values& group, const Values& table, double rho1) {
  double largest = 0.0;
  for (const Value s : distinct(table)) {
    if (at_most(share_of(table, s), rho1)) {
      largest = std::max(largest, share_of(group, s));
    }
  }
  return largest;
}

bool breached(const Values& group, const Values& table, double rho1, double rho2) {
  return !at_most(posterior_of_unlikely(group, table, rho1), rho2);
}

double total_variation(const Values& group, const Values& table) {
  double sum = 0.0;
  for (const Value s : distinct(table)) {
    sum += std::abs(share_of(group, s) - share_of(table, s));
  }
  return sum / 2.0;
}

double kullback_leibler(const Values& group, const Values& table) {
  return divergence(shares(group, table), shares(table, table));
}

double jensen_shannon(const Values& group, const Values& table) {
  const std::vector<double> p = shares(group, table);
  const std::vector<double> q = shares(table, table);
  std::vector<double> middle;
  for (std::size_t i = 0; i < p.size(); ++i) {
    middle.push_back((p[i] + q[i]) / 2.0);
  }
  return (divergence(p, middle) + divergence(q, middle)) / 2.0;
}

}  // namespace oracle
