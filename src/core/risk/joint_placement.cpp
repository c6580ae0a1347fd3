#include "core/risk/joint_placement.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/risk/value_classes.hpp"

namespace microdata {

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

std::span<const Row> persons_to_predict(std::span<const Row> persons,
                                        std::span<const std::uint32_t> first_element,
                                        std::size_t most) {
  std::size_t classes = 1;
  for (std::size_t a = 0; a + 1 < first_element.size(); ++a)
    classes += std::min(first_element[a + 1] - first_element[a], std::uint32_t{ValueClasses::most});
  return persons.first(std::min(persons.size(), most / classes));
}

void keep_looked_for(JointPlacement& placement) {
  std::size_t persons = std::numeric_limits<std::size_t>::max();
  for (const JointPlacement::Table& table : placement.tables)
    persons = std::min(persons, table.placed.persons.size());
  for (JointPlacement::Table& table : placement.tables) {
    if (table.placed.persons.size() == persons) continue;
    std::vector<bool> kept(table.placed.persons.size());
    std::fill_n(kept.begin(), persons, true);
    table.placed = kept_persons(std::move(table.placed), kept);
  }
}

void keep_placed(JointPlacement& placement) {
  keep_looked_for(placement);
  std::vector<bool> kept(placement.persons().size(), true);
  for (const JointPlacement::Table& table : placement.tables) {
    for (std::size_t i = 0; i < kept.size(); ++i)
      kept[i] = kept[i] && table.placed.has_place(i);
  }
  if (std::find(kept.begin(), kept.end(), false) == kept.end()) return;
  for (JointPlacement::Table& table : placement.tables)
    table.placed = kept_persons(std::move(table.placed), kept);
}

}  // namespace microdata
