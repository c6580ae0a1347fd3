#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Rows of a table by person: bucket p has the rows of person p, at least one; every row belongs to
// one person.
using Subjects = TuplePartition;

// Returns the rows by person; rows with the same values of all attributes of `subject` belong to
// one person. Persons are in the order of their first rows, and each person's rows are in order.
Subjects subjects_of(const Microdata& data, const AttributeSet& subject, const Progress& progress);

// Returns the number of persons whose rows differ in an attribute; 0 for an attribute of persons,
// as opposed to rows.
Row persons_with_several_values(const Microdata& data, const Subjects& subjects,
                                std::size_t attribute, const Progress& progress);

// Returns each person's value of an attribute of persons, in the order of the persons.
std::vector<Code> codes_of_persons(const Microdata& data, const Subjects& subjects,
                                   std::size_t attribute, const Progress& progress);

// Returns a table with one tuple for each person, in their order, of the given attributes, in their
// order. Requires attributes of persons.
Microdata one_tuple_each(const Microdata& data, const Subjects& subjects,
                         const AttributeSet& attributes, const Progress& progress);

}  // namespace microdata
