#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// True if the release has tables of people, of their rows and of their sensitive values.
bool is_of_subjects(const Release& release);

// False if people have several rows, and only sensitive attributes of these rows are published. A
// combination of values that a person has in several rows is then published once.
bool shows_rows(const Release& release);

// Open tables of a release, with the names of columns that are not attributes.
struct SubjectRelations {
  Source persons;
  // Table of rows; empty if no attribute of rows is published.
  std::optional<Source> rows;
  // Table of sensitive values; empty if there are no sensitive attributes.
  std::optional<Source> values;
  std::string bucket_column;
  std::string member_column;
};

// Returns the type of member numbers.
const AttributeType& member_type(const SubjectRelations& relations);

// Opens the tables of a release. Fails if one of the tables no longer exists.
SubjectRelations open_subject_relations(const Release& release);

// Returns the release's attributes in a table.
std::vector<const ReleaseAttribute*> attributes_in(const Release& release, const Source& table);

// A table as it was read: the bucket of every row, its member if the table has sets, and its
// attributes. Codes are provisional until the dictionaries are finished.
struct SubjectTable {
  std::vector<Code> bucket_of;
  std::vector<Code> member_of;
  std::vector<std::vector<Code>> attributes;
};

// Reads a table. `members` is null for the table of people; dictionaries[i] belongs to
// attributes[i].
SubjectTable read_subject_table(const Source& table, const SubjectRelations& relations,
                                const std::vector<const ReleaseAttribute*>& attributes,
                                const std::vector<Dictionary*>& dictionaries, Dictionary& buckets,
                                Dictionary* members);

// Translates the table's buckets and members into codes of the dictionaries, which must be
// finished.
void translate_places(SubjectTable& table, const Dictionary& buckets, const Dictionary& members,
                      const Progress& progress);

// Fails if a bucket number is NULL. The dictionary has the buckets of all tables.
void check_bucket_numbers(const Dictionary& buckets);

}  // namespace microdata::postgres
