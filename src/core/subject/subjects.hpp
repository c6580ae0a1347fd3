#pragma once

#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// The rows of a table person by person: bucket p has the rows of person p, at least one; every row
// is one person's.
using Subjects = TuplePartition;

// Rows with the same values of all attributes of `subject` are one person's. Persons are in the
// order of their first rows, and so are each one's rows.
Subjects subjects_of(const Microdata& data, const AttributeSet& subject, const Progress& progress);

// Of how many persons the rows differ in an attribute; 0: it is an attribute of persons, not of
// their rows.
Row persons_with_several_values(const Microdata& data, const Subjects& subjects,
                                std::size_t attribute, const Progress& progress);

// The value that each person has of an attribute of persons, in their order.
std::vector<Code> codes_of_persons(const Microdata& data, const Subjects& subjects,
                                   std::size_t attribute, const Progress& progress);

// A table with one tuple a person, in their order, of the given attributes, in theirs. Requires
// that they are attributes of persons.
Microdata one_tuple_each(const Microdata& data, const Subjects& subjects,
                         const AttributeSet& attributes, const Progress& progress);

}  // namespace microdata
