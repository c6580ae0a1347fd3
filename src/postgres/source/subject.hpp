#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/subject/subjects.hpp"
#include "postgres/server/json.hpp"

namespace microdata::postgres {

// Whose the rows of a table are.
struct SubjectRows {
  // The attributes that tell persons apart, row by row; all of them are identifiers.
  Microdata names;
  // The rows of each person.
  Subjects persons;
  // Attributes of the table that are constant within every person.
  AttributeSet of_person;

  // A row is a person, then, as where no subject is named.
  bool one_row_each() const { return persons.buckets() == names.rows; }
  // How many have several rows, and the most rows that one has.
  Row with_several_rows() const;
  Row most_rows() const;
};

// Groups the rows of `data` by the attributes of `names`, which has the same rows. Where somebody
// has several, a NOTICE says which attributes are of persons and which of rows. Fails where a name
// is NULL, and where an attribute of `declared` is not constant within every person.
SubjectRows find_subjects(const Microdata& data, Microdata names, const AttributeSet& declared,
                          const Progress& progress);

// Puts the rows in the order of their codes, those of `subjects` last, so that the same rows come
// in the same order and are the same persons' however they were read.
void sort_rows(Microdata& data, SubjectRows& subjects, const Progress& progress);

// Fails where somebody has several rows: `what`, as the user calls it, cannot keep them together.
void require_one_row_each(const std::optional<SubjectRows>& subjects, const std::string& what,
                          const char* hint =
                              "Publish a view with one row a person, or use bucketize_table() with "
                              "the default format.");

// The names of the attributes that tell persons apart, as a JSON array.
Json subject_json(const SubjectRows& subjects);

}  // namespace microdata::postgres
