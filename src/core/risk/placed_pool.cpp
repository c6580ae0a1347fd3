#include "core/risk/placed_pool.hpp"

#include <numeric>
#include <utility>

namespace microdata {

namespace {

void add_person(PlacedPersons& pool, std::size_t person,
                std::span<const PlacedPersons::Place> places, std::size_t first_slot) {
  pool.persons.push_back(static_cast<Row>(person));
  for (PlacedPersons::Place place : places) {
    place.first_slot += first_slot;
    pool.pairs += place.slots;
    pool.places.push_back(place);
  }
  pool.first_place.push_back(pool.places.size());
}

}  // namespace

void PlacedPool::add(const Region& region) {
  const PlacedPersons& placed = region.placed;
  const std::size_t first_slot = placed_.slots.size();
  for (const PlacedPersons::Slot& slot : placed.slots)
    placed_.slots.push_back({region.codes[slot.value], slot.rows});
  for (PlacedPersons::Nobody group : placed.nobody) {
    group.first_slot += first_slot;
    placed_.nobody.push_back(group);
  }
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    if (!placed.has_place(i)) continue;
    add_person(placed_, members_ + placed.persons[i], placed.of(i), first_slot);
    ranks_.push_back(static_cast<float>(i) / static_cast<float>(region.members));
  }
  for (std::size_t i = 0; i < region.outside.persons.size(); ++i) {
    add_person(outside_, outsiders_ + (region.outside.persons[i] - region.members),
               region.outside.of(i), first_slot);
  }
  members_ += region.members;
  outsiders_ += region.outsiders;
}

PlacedPersons PlacedPool::take_members(std::span<const Code> codes, Random& random) {
  for (PlacedPersons::Slot& slot : placed_.slots)
    slot.value = codes[slot.value];
  std::vector<std::size_t> order(placed_.persons.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(std::span(order));
  PlacedPersons shuffled;
  shuffled.slots = placed_.slots;
  shuffled.nobody = std::move(placed_.nobody);
  std::vector<float> ranks;
  for (const std::size_t i : order) {
    add_person(shuffled, placed_.persons[i], placed_.of(i), 0);
    ranks.push_back(ranks_[i]);
  }
  ranks_ = std::move(ranks);
  outside_.slots = std::move(placed_.slots);
  placed_ = {};
  return shuffled;
}

PlacedPersons PlacedPool::take_outsiders() {
  for (Row& person : outside_.persons)
    person += static_cast<Row>(members_);
  return std::move(outside_);
}

}  // namespace microdata
