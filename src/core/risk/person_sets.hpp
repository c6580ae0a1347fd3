#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/grouped.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/published_table.hpp"

namespace microdata {

// A table of sets as it was published, beside the rows of some persons.
struct PublishedRowSets {
  // The set of every published row.
  std::span<const std::uint32_t> set_of;
  std::uint32_t sets = 0;
  std::span<const PublishedTable::Attribute> attributes;
  // The rows of persons, in the codes of the attributes, and whose they are.
  const PersonValues& rows;
  std::span<const std::uint32_t> person_of;
  std::size_t persons = 0;
};

// Published sets as values of one attribute of persons. A person has a set who has, for everything
// that a row of the set shows, as many rows like it as the set has: further rows of a person may
// have been left out.
struct PersonSets {
  // Sets that show the same have the same number.
  std::vector<Code> number_of_set;
  // By number, the published sets that show all that it shows: those who have one of them have it.
  std::vector<CodeSet> asks;
  // The sets that every person has.
  Grouped<std::uint32_t> of_persons;

  Code distinct() const { return static_cast<Code>(asks.size()); }
};

PersonSets person_sets(const PublishedRowSets& shown, const Progress& progress);

}  // namespace microdata
