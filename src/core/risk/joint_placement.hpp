#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/risk/placed_persons.hpp"

namespace microdata {

// Places of some persons in all tables of a release that show sensitive attributes, for an attacker
// who knows the quasi-identifiers of all persons. A table can show several of the attributes, and
// an attribute can occur in several tables.
struct JointPlacement {
  // Values that a person can have by the table: one value of each of its attributes or, if persons
  // have several rows, several values. Values are elements, which are numbered attribute by
  // attribute.
  struct Outcomes {
    std::vector<std::size_t> first{0};
    std::vector<std::uint32_t> elements;

    std::span<const std::uint32_t> of(Code outcome) const {
      return std::span(elements).subspan(first[outcome],
                                         first[outcome + std::size_t{1}] - first[outcome]);
    }
    void add(std::span<const std::uint32_t> outcome) {
      elements.insert(elements.end(), outcome.begin(), outcome.end());
      first.push_back(elements.size());
    }
  };
  struct Table {
    // Places of persons; a slot's value is an outcome.
    PlacedPersons placed;
    Outcomes outcomes;
  };

  // First element of each attribute, and the end.
  std::vector<std::uint32_t> first_element{0};
  // Tables with the same persons in the same order. An acyclic release has a join tree, with its
  // root last: one later table has all attributes that a table shares with later tables.
  std::vector<Table> tables;

  std::size_t attributes() const { return first_element.size() - 1; }
  const std::vector<Row>& persons() const { return tables.front().placed.persons; }
  std::span<const Row> persons_to(std::size_t end) const { return std::span(persons()).first(end); }
  std::size_t attribute_of(std::uint32_t element) const {
    std::size_t attribute = 0;
    while (element >= first_element[attribute + 1])
      ++attribute;
    return attribute;
  }
  // Returns the number of rows by value, in the first table that shows the attribute.
  std::vector<std::uint64_t> rows_of_values(std::size_t attribute) const;
};

// Returns the placement of one attribute by one table.
JointPlacement joint_placement(PlacedPersons placed);

// Returns the first persons, so many that the models' probabilities of classes of values for all of
// them stay below a bound.
std::span<const Row> persons_to_predict(std::span<const Row> persons,
                                        std::span<const std::uint32_t> first_element,
                                        std::size_t most);

// Removes the persons who were not looked for in all tables. Requires that all tables were asked
// for the same persons in the same order.
void keep_looked_for(JointPlacement& placement);

// Removes also the persons without a place in one of the tables.
void keep_placed(JointPlacement& placement);

}  // namespace microdata
