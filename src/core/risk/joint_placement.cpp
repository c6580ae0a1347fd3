#include "core/risk/joint_placement.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/risk/value_classes.hpp"

namespace microdata {

namespace {

// Returns the places of the marked persons alone.
PlacedPersons kept_persons(PlacedPersons placed, const std::vector<bool>& kept) {
  PlacedPersons result;
  result.unmatched = placed.unmatched;
  result.left_out = placed.left_out;
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    if (!kept[i]) {
      ++result.unmatched;
      continue;
    }
    for (const PlacedPersons::Place& place : placed.of(i)) {
      result.places.push_back(place);
      result.pairs += place.slots;
    }
    result.persons.push_back(placed.persons[i]);
    result.first_place.push_back(result.places.size());
  }
  result.slots = std::move(placed.slots);
  result.nobody = std::move(placed.nobody);
  return result;
}

}  // namespace

std::vector<std::uint64_t> JointPlacement::rows_of_values(std::size_t attribute) const {
  const std::uint32_t begin = first_element[attribute];
  const std::uint32_t end = first_element[attribute + 1];
  std::vector<std::uint64_t> rows(end - begin);
  for (const Table& table : tables) {
    bool shown = false;
    for (const PlacedPersons::Slot& slot : table.placed.slots) {
      for (const std::uint32_t element : table.outcomes.of(slot.value)) {
        if (element < begin || element >= end) continue;
        rows[element - begin] += slot.rows;
        shown = true;
      }
    }
    if (shown) break;
  }
  return rows;
}

JointPlacement joint_placement(PlacedPersons placed) {
  JointPlacement placement;
  JointPlacement::Table& table = placement.tables.emplace_back();
  const auto values = static_cast<std::uint32_t>(placed.rows_of_values().size());
  for (std::uint32_t value = 0; value < values; ++value)
    table.outcomes.add({&value, 1});
  table.placed = std::move(placed);
  placement.first_element.push_back(values);
  return placement;
}

JointPlacement joint_outsiders(PlacedPersons placed, std::span<const Row> persons) {
  JointPlacement placement = joint_placement(std::move(placed));
  keep_all_persons(placement, persons);
  return placement;
}

std::span<const Row> persons_to_predict(std::span<const Row> persons,
                                        std::span<const std::uint32_t> first_element,
                                        std::size_t most) {
  std::size_t classes = 1;
  for (std::size_t a = 0; a + 1 < first_element.size(); ++a)
    classes += std::min(first_element[a + 1] - first_element[a], std::uint32_t{ValueClasses::most});
  return persons.first(std::min(persons.size(), most / classes));
}

void keep_common_persons(JointPlacement& placement) {
  std::unordered_map<Row, std::size_t> tables_with;
  for (const JointPlacement::Table& table : placement.tables) {
    for (const Row person : table.placed.persons)
      ++tables_with[person];
  }
  for (JointPlacement::Table& table : placement.tables) {
    std::vector<bool> kept;
    for (const Row person : table.placed.persons)
      kept.push_back(tables_with[person] == placement.tables.size());
    if (std::find(kept.begin(), kept.end(), false) == kept.end()) continue;
    table.placed = kept_persons(std::move(table.placed), kept);
  }
}

void keep_all_persons(JointPlacement& placement, std::span<const Row> persons) {
  std::size_t left_out = 0;
  for (const JointPlacement::Table& table : placement.tables)
    left_out = std::max(left_out, table.placed.left_out);
  persons = persons.first(persons.size() - left_out);
  for (JointPlacement::Table& table : placement.tables) {
    PlacedPersons& placed = table.placed;
    std::vector<std::size_t> first_place{0};
    std::size_t next = 0;
    for (const Row person : persons) {
      if (next < placed.persons.size() && placed.persons[next] == person) ++next;
      first_place.push_back(placed.first_place[next]);
    }
    placed.places.resize(first_place.back());
    placed.first_place = std::move(first_place);
    placed.persons.assign(persons.begin(), persons.end());
    placed.pairs = 0;
    for (const PlacedPersons::Place& place : placed.places)
      placed.pairs += place.slots;
  }
}

}  // namespace microdata
