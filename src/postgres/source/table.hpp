#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/subject/subjects.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Persons of the rows of a table.
struct SubjectRows {
  // Attributes of the subject, row by row; all of them are identifiers.
  Microdata names;
  // Rows of each person.
  Subjects persons;
  // Attributes of the table that are constant within every person.
  AttributeSet of_person;
  // True if the rows are a region of a table in which some person has several rows.
  bool several_elsewhere = false;

  // True if each row is a person, as without a subject.
  bool one_row_each() const { return !several_elsewhere && persons.buckets() == names.rows; }
  // Return the number of persons with several rows, and the largest number of rows of a person.
  Row with_several_rows() const;
  Row most_rows() const;
};

// Groups the rows of `data` by the attributes of `names`, which has the same rows. If a person has
// several rows, a NOTICE lists the attributes of persons and of rows. Fails if a name is NULL, or
// if an attribute of `declared` is not constant within every person.
SubjectRows find_subjects(const Microdata& data, Microdata names, const AttributeSet& declared,
                          const Progress& progress);

// Sorts the rows by their codes, with those of `subjects` last. The result does not depend on the
// order in which rows were read, and the same rows belong to the same persons.
void sort_rows(Microdata& data, SubjectRows& subjects, const Progress& progress);

// Fails if a person has several rows: `what`, as the user calls it, cannot keep them together.
void require_one_row_each(const std::optional<SubjectRows>& subjects, const std::string& what,
                          const char* hint = one_row_hint);

// Returns the names of the subject's attributes as a JSON array.
Json subject_json(const SubjectRows& subjects);

// A source as core data, with the dictionaries and columns that lead back to its values.
struct Table {
  Microdata data;
  // Values of each attribute, and its column among the source's.
  std::vector<Dictionary> dictionaries;
  std::vector<std::size_t> columns;
  // Persons of the rows; empty if no subject is named, so that each row is a person.
  std::optional<SubjectRows> subjects;
  // Values of the subject's attributes; only for an edition.
  std::vector<Dictionary> subject_values;
  // Attributes that are sensitive only because they are computed from sensitive ones.
  AttributeSet computed_from_sensitive = {};
  // Harmless values of each attribute. Attribute::harmless has those that rows have.
  std::vector<HarmlessValues> harmless = {};
};

// Purpose of reading a table. A measurement publishes nothing, and warns of no column. An edition
// of a series needs the subject's values to recognize persons; warnings were given at the beginning
// of the series.
enum class Purpose { publication, measurement, edition };

// Reads the columns that are not identifiers, and those of the subject. Unless for a measurement,
// checks columns without a chosen role for disclosing sensitive ones (disclosing_columns.hpp) or
// identifying persons (unclassified.hpp). Warns of repeating identifiers if no subject is named.
// Fails for an empty table. A region (region_rows.hpp) is not checked, because planning regions
// checks the source (regions/region_plan.hpp); its attributes of persons are those that the scope
// knows.
Table read_table(const Source& source, const std::vector<AssignedRole>& roles, Purpose purpose,
                 const Progress& progress);

// Reads, under a snapshot, the rows for which an SQL expression is true, or all rows if it is
// empty. Dictionaries begin with the values of the source's columns that the innermost RegionRows
// knows. With the facts about persons, reads subjects as well; rows are then all those of some
// persons. Warns of nothing.
Table read_sample(const Source& source, const std::vector<AssignedRole>& roles,
                  const std::string& condition, const std::optional<PersonFacts>& persons,
                  const KeptSnapshot& snapshot, const Progress& progress);

// Reads all rows, with equal ones once (Microdata::times). The types must have an equality. Warns
// of nothing.
Table read_histogram(const Source& source, const std::vector<AssignedRole>& roles,
                     const KeptSnapshot& snapshot, const Progress& progress);

// Sorts the rows independently of their order in the source, together with their persons.
void sort_rows(Table& table, const Progress& progress);

// Gives the attributes their harmless values. Requires the table's columns.
void set_harmless(const std::vector<AssignedRole>& roles, Table& table, const Progress& progress);

// Returns a column as core attribute.
Attribute make_attribute(const std::string& name, Role role, const Dictionary& dictionary);

// Returns the values that models name and the attribute has, with their codes.
std::map<std::string, Code> named_values(const std::vector<PrivacyModel>& models,
                                         const Dictionary& dictionary);

// True if one of the models measures distances on the hierarchies of sensitive attributes.
bool need_hierarchies(const std::vector<PrivacyModel>& models);

// Gives the table's sensitive attributes the facts that the models need. Fails if a model names a
// value that no attribute has, or a harmless one, needs an order or a hierarchy that an attribute
// does not have, or judges harmless values like others.
void prepare_for_models(const std::vector<PrivacyModel>& models, Table& table);

}  // namespace microdata::postgres
