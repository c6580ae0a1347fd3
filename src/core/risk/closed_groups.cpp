#include "core/risk/closed_groups.hpp"

#include <numeric>
#include <utility>

#include "core/microdata/linking_marginals.hpp"

namespace microdata {

namespace {

std::vector<std::uint32_t> counts_of(const PlacedPersons& placed, const ClosedGroup& group) {
  std::vector<std::uint32_t> counts;
  for (std::size_t slot = group.first_slot; slot < group.first_slot + group.slots; ++slot)
    counts.push_back(placed.slots[slot].rows);
  return counts;
}

}  // namespace

std::vector<ClosedGroup> closed_groups(const PlacedPersons& placed) {
  // Groups are indexed by their first slot.
  std::vector<ClosedGroup> groups(placed.slots.size());
  std::vector<bool> closed(placed.slots.size(), true);
  for (std::uint32_t i = 0; i < placed.persons.size(); ++i) {
    const auto places = placed.of(i);
    for (const PlacedPersons::Place& place : places) {
      if (places.size() > 1) closed[place.first_slot] = false;
      groups[place.first_slot].first_slot = place.first_slot;
      groups[place.first_slot].slots = place.slots;
      if (places.size() == 1) groups[place.first_slot].persons.push_back(i);
    }
  }
  for (std::size_t n = 0; n < placed.nobody.size(); ++n)
    groups[placed.nobody[n].first_slot].nobody = n;
  constexpr std::size_t most = LinkingMarginals::most_states;
  std::vector<ClosedGroup> result;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!closed[g] || groups[g].persons.empty()) continue;
    const std::vector<std::uint32_t> counts = counts_of(placed, groups[g]);
    const auto rows = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    const std::size_t nobody = groups[g].nobody ? placed.nobody[*groups[g].nobody].rows : 0;
    if (rows == groups[g].persons.size() + nobody &&
        LinkingMarginals::states(counts, most) <= most) {
      result.push_back(std::move(groups[g]));
    }
  }
  return result;
}

bool link_group(const PlacedPersons& placed, const ClosedGroup& group, std::span<double> weights) {
  return LinkingMarginals(counts_of(placed, group)).find(weights);
}

}  // namespace microdata
