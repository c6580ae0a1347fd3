#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/risk/placed_persons.hpp"

namespace microdata {

// Where each of some persons may be in all tables of a release that show sensitive attributes, for
// who knows the quasi-identifiers of all persons. A table may show several of the attributes, and
// an attribute may stand in several tables.
struct JointPlacement {
  // What somebody may have, by the table: one value of each of its attributes or, where persons
  // have several rows, several. Values are elements, numbered through attribute by attribute.
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
    // A slot's value is an outcome.
    PlacedPersons placed;
    Outcomes outcomes;
  };

  // Where the elements of each attribute begin, and the end.
  std::vector<std::uint32_t> first_element{0};
  // All have the same persons in the same order. Of an acyclic release every table shares what it
  // has in common with those after it with one of these: a join tree, its root last.
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
  // In the first table that shows the attribute, by value.
  std::vector<std::uint64_t> rows_of_values(std::size_t attribute) const;
};

// The placement of one attribute by one table.
JointPlacement joint_placement(PlacedPersons placed);
// The same of `persons` who are not in the release: keep_all_persons() of it.
JointPlacement joint_outsiders(PlacedPersons placed, std::span<const Row> persons);

// The first of the persons: so many that what models say of them, by class of values, stays below a
// bound.
std::span<const Row> persons_to_predict(std::span<const Row> persons,
                                        std::span<const std::uint32_t> first_element,
                                        std::size_t most);

// Leaves those persons who are in all tables.
void keep_common_persons(JointPlacement& placement);

// For persons who are not in a release, and are placed as if they were: makes all tables have the
// first of `persons`, up to those whom a table left out, in their order, without a place in a table
// where they match nothing. Requires that the tables were made by going through these persons.
void keep_all_persons(JointPlacement& placement, std::span<const Row> persons);

}  // namespace microdata
