#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Persons by what an adversary knows of them: those who are alike are one class. A person with
// several rows is known by all of them, in any order. Bucket p of `rows_of_persons` has those of
// person p.
struct PersonClasses {
  std::vector<std::uint32_t> class_of;  // of every person
  std::uint32_t classes = 0;
};

PersonClasses classes_of_persons(const Microdata& data, const AttributeSet& known,
                                 const TuplePartition& rows_of_persons, const Progress& progress);

// How likely a person of a table is found in it, where the quasi-identifiers are published as they
// are: the risk of a person is 1 / the number of persons who are alike, among those of whom the
// adversary knows that they may be in the table.
struct ReidentificationRisk {
  std::size_t persons = 0;
  std::size_t classes = 0;
  // Persons with nobody alike; persons with fewer than k alike, themselves among them. Expected
  // numbers where the population is estimated.
  double uniques = 0;
  double below_k = 0;
  double highest = 0;
  // Over all persons: the share that is found when everybody is looked for.
  double mean = 0;
};

// in_table and among: for every class, how many persons of it are in the table, and how many there
// are among whom the adversary looks (at least those of the table). Classes without a person of the
// table do not count.
ReidentificationRisk reidentification_risk(std::span<const std::uint32_t> in_table,
                                           std::span<const std::uint32_t> among, std::uint32_t k);

}  // namespace microdata
