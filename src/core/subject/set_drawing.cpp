#include "core/subject/set_drawing.hpp"

#include <utility>

#include "core/partition/drawing.hpp"

namespace microdata {

TuplePartition draw_persons(const SetRule& rule, std::span<const Row> persons, Random& random,
                            const Progress& progress) {
  DrawableSets sets;
  sets.end = static_cast<Item>(rule.sets().items());
  sets.begin.reserve(persons.size() + 1);
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i);
    const std::span<const Item> set = rule.sets().of(persons[i]);
    sets.items.insert(sets.items.end(), set.begin(), set.end());
    sets.begin.push_back(sets.items.size());
  }
  constexpr std::size_t compared = 8;
  return draw_buckets(std::move(sets), persons, {rule.l(), rule.fewest(), compared, true}, random,
                      progress);
}

}  // namespace microdata
