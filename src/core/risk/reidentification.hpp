#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Persons by what an attacker knows of them: persons who are alike form a class. A person with
// several rows is known by all of them, in any order. Bucket p of `rows_of_persons` has the rows of
// person p.
struct PersonClasses {
  std::vector<std::uint32_t> class_of;  // class of every person
  std::uint32_t classes = 0;
};

PersonClasses classes_of_persons(const Microdata& data, const AttributeSet& known,
                                 const TuplePartition& rows_of_persons, const Progress& progress);

// Probability that a person of a table is found in it, if the quasi-identifiers are published
// unchanged. The risk of a person is 1 divided by the number of persons alike. Only persons who may
// be in the table, as far as the attacker knows, count.
struct ReidentificationRisk {
  std::size_t persons = 0;
  std::size_t classes = 0;
  // Number of persons without another person alike, and number of persons with fewer than k persons
  // alike, including themselves. These are expected numbers if the population is estimated.
  double uniques = 0;
  double below_k = 0;
  // Number of persons of below_k who are exposed: those with something to lose.
  double exposed_below_k = 0;
  double highest = 0;
  // Mean risk over all persons: the share that is found if the attacker looks for all persons.
  double mean = 0;
};

// Returns the risk of a table. `in_table` has the number of persons of each class in the table, and
// `exposed` the number of those with a sensitive value that is not harmless. `among` has the number
// of persons of each class among whom the attacker looks, at least those in the table. Classes
// without a person in the table do not count.
ReidentificationRisk reidentification_risk(std::span<const std::uint32_t> in_table,
                                           std::span<const std::uint32_t> exposed,
                                           std::span<const std::uint32_t> among, std::uint32_t k);

}  // namespace microdata
