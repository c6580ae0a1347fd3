#include "core/gnf/dsatur.hpp"

#include <optional>
#include <set>
#include <utility>

namespace microdata {

std::vector<std::size_t> dsatur(const Adjacency& adjacent) {
  const std::size_t vertices = adjacent.size();
  std::vector<std::optional<std::size_t>> colour(vertices);
  const auto around = [&](std::size_t v) {
    std::set<std::size_t> colours;
    for (std::size_t u = 0; u < vertices; ++u) {
      if (adjacent[v][u] && colour[u]) colours.insert(*colour[u]);
    }
    return colours;
  };
  const auto uncoloured = [&](std::size_t v) {
    std::size_t count = 0;
    for (std::size_t u = 0; u < vertices; ++u)
      count += adjacent[v][u] && !colour[u] ? 1 : 0;
    return count;
  };
  for (std::size_t step = 0; step < vertices; ++step) {
    std::optional<std::size_t> next;
    std::pair<std::size_t, std::size_t> most;
    for (std::size_t v = 0; v < vertices; ++v) {
      if (colour[v]) continue;
      const std::pair urgency(around(v).size(), uncoloured(v));
      if (next && urgency <= most) continue;
      next = v;
      most = urgency;
    }
    const std::set<std::size_t> taken = around(*next);
    std::size_t lowest = 0;
    while (taken.contains(lowest))
      ++lowest;
    colour[*next] = lowest;
  }
  std::vector<std::size_t> colours;
  for (const std::optional<std::size_t>& c : colour)
    colours.push_back(*c);
  return colours;
}

}  // namespace microdata
