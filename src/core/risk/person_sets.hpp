#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/microdata/code_set.hpp"
#include "core/risk/published_table.hpp"

namespace microdata {

// A table of sets as published, beside the rows of some persons.
struct PublishedRowSets {
  // Set of every published row.
  std::span<const std::uint32_t> set_of;
  std::uint32_t sets = 0;
  std::span<const PublishedTable::Attribute> attributes;
  // Rows of persons in the codes of the attributes, and the person of each row.
  const PersonValues& rows;
  std::span<const std::uint32_t> person_of;
  std::size_t persons = 0;
};

// Published sets as values of one attribute of persons. A person has a set if, for each row that
// the set shows, the person has as many such rows as the set. Further rows of a person may have
// been left out.
struct PersonSets {
  // Number of each set; sets that show the same have the same number.
  std::vector<Code> number_of_set;
  // Published sets that show all that a set shows, by number. A person who has one of them also has
  // the set.
  std::vector<CodeSet> asks;
  // Sets that every person has.
  Grouped<std::uint32_t> of_persons;

  Code distinct() const { return static_cast<Code>(asks.size()); }
};

PersonSets person_sets(const PublishedRowSets& shown, const Progress& progress);

}  // namespace microdata
