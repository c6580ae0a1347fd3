#include "core/gnf/dsatur.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace microdata {

std::vector<std::size_t> dsatur(const Adjacency& adjacent, const Progress& progress) {
  const std::size_t vertices = adjacent.size();
  std::vector<std::optional<std::size_t>> colour(vertices);
  // Colours around each vertex, and its number of uncoloured neighbours.
  std::vector<std::set<std::size_t>> around(vertices);
  std::vector<std::size_t> uncoloured(vertices);
  for (std::size_t v = 0; v < vertices; ++v) {
    progress.checkpoint();
    uncoloured[v] =
        static_cast<std::size_t>(std::count(adjacent[v].begin(), adjacent[v].end(), true));
  }
  for (std::size_t step = 0; step < vertices; ++step) {
    progress.checkpoint();
    std::optional<std::size_t> next;
    std::pair<std::size_t, std::size_t> most;
    for (std::size_t v = 0; v < vertices; ++v) {
      if (colour[v]) continue;
      const std::pair urgency(around[v].size(), uncoloured[v]);
      if (next && urgency <= most) continue;
      next = v;
      most = urgency;
    }
    std::size_t lowest = 0;
    while (around[*next].contains(lowest))
      ++lowest;
    colour[*next] = lowest;
    for (std::size_t v = 0; v < vertices; ++v) {
      if (!adjacent[*next][v]) continue;
      around[v].insert(lowest);
      --uncoloured[v];
    }
  }
  std::vector<std::size_t> colours;
  for (const std::optional<std::size_t>& c : colour)
    colours.push_back(*c);
  return colours;
}

}  // namespace microdata
