#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/subject/subjects.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

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

// A source as the core sees it, with what it takes to find the way back.
struct Table {
  Microdata data;
  // For each attribute, its values and its column among the source's.
  std::vector<Dictionary> dictionaries;
  std::vector<std::size_t> columns;
  // Whose rows these are; nothing where a row is a person because no subject is named.
  std::optional<SubjectRows> subjects;
  // For an edition: the values of the attributes of the subject.
  std::vector<Dictionary> subject_values;
  // The attributes that are sensitive for no reason but that they are computed from others.
  AttributeSet computed_from_sensitive = {};
};

// What a table is read for: what only measures warns of no column that it would publish; for an
// edition of a series, whoever began that was warned, and persons are known by the subject's
// values.
enum class Purpose { publication, measurement, edition };

// Reads the columns that are no identifiers, and those of the subject. Unless for measurement,
// looks at columns that disclose sensitive ones (disclosing_columns.hpp), or look like identifiers
// (unclassified.hpp), though nobody chose a role for them. Warns of identifiers that
// repeat though nobody named a subject. Fails for an empty table. Of a region (region_rows.hpp)
// looks at nothing: planning regions does (regions/region_plan.hpp).
Table read_table(const Source& source, const std::vector<AssignedRole>& roles, Purpose purpose,
                 const Progress& progress);

// Those rows, without subjects, for which an SQL expression is true, or all where it is empty,
// under a snapshot; dictionaries begin with what the innermost RegionRows knows of the source's
// columns. Warns of nothing.
Table read_sample(const Source& source, const std::vector<AssignedRole>& roles,
                  const std::string& condition, const KeptSnapshot& snapshot,
                  const Progress& progress);

// All rows, those that are equal once (Microdata::times). Types have an equality. Warns of nothing.
Table read_histogram(const Source& source, const std::vector<AssignedRole>& roles,
                     const KeptSnapshot& snapshot, const Progress& progress);

// Puts the rows in an order that does not depend on how they lay, and those of persons with them.
void sort_rows(Table& table, const Progress& progress);

// The core's view of a column.
Attribute make_attribute(const std::string& name, Role role, const Dictionary& dictionary);

// Those of the values that models name which the attribute has, with their codes.
std::map<std::string, Code> named_values(const std::vector<PrivacyModel>& models,
                                         const Dictionary& dictionary);

// Whether one of the models measures distances on the hierarchies of sensitive attributes.
bool need_hierarchies(const std::vector<PrivacyModel>& models);

// Gives the sensitive attributes of the table what the models need to know of them; fails where a
// model names a value that none of them has, asks for an order where there is none, or for a
// hierarchy that the attribute does not have.
void prepare_for_models(const std::vector<PrivacyModel>& models, Table& table);

}  // namespace microdata::postgres
