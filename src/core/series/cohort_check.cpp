#include "core/series/cohort_check.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "core/base/matching.hpp"

namespace microdata {

namespace {

// True if every set can have grown to a later one of its own.
bool can_grow(const std::vector<ItemSet>& before, const std::vector<ItemSet>& after,
              const Progress& progress) {
  std::vector<MatchingEdge> edges;
  for (std::uint32_t b = 0; b < before.size(); ++b) {
    for (std::uint32_t a = 0; a < after.size(); ++a) {
      progress.checkpoint_at(a);
      if (std::includes(after[a].begin(), after[a].end(), before[b].begin(), before[b].end()))
        edges.push_back({b, a});
    }
  }
  const Matching found =
      largest_matching(std::vector<std::uint32_t>(before.size(), 1),
                       std::vector<std::uint32_t>(after.size(), 1), std::move(edges), progress);
  return found.matched == before.size();
}

}  // namespace

CohortFigures measure_cohort(const ShownCohort& cohort, std::span<const std::uint8_t> harmless) {
  CohortFigures figures;
  figures.sets = cohort.sets.size();
  figures.persons = cohort.persons;
  std::map<Item, std::size_t> with;
  for (const ItemSet& set : cohort.sets) {
    ItemSet values = set;
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() < set.size()) ++figures.repeating;
    for (const Item item : values) {
      if (item < harmless.size() && harmless[item] != 0) continue;
      figures.most_with_a_value = std::max(figures.most_with_a_value, ++with[item]);
    }
  }
  return figures;
}

bool may_follow(const ShownCohort& before, const ShownCohort& after, bool closed,
                const Progress& progress) {
  if (before.sets.size() != after.sets.size()) return false;
  std::vector<ItemSet> earlier = before.sets;
  std::vector<ItemSet> later = after.sets;
  std::sort(earlier.begin(), earlier.end());
  std::sort(later.begin(), later.end());
  // Equal sets can be taken to be the same. If one became a larger set, and another set became
  // equal to it, then that other set could have become the larger one.
  std::vector<ItemSet> grown;
  std::vector<ItemSet> larger;
  std::set_difference(earlier.begin(), earlier.end(), later.begin(), later.end(),
                      std::back_inserter(grown));
  std::set_difference(later.begin(), later.end(), earlier.begin(), earlier.end(),
                      std::back_inserter(larger));
  if (grown.empty()) return true;
  return !closed && can_grow(grown, larger, progress);
}

}  // namespace microdata
