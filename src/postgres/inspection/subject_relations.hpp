#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Whether the release has tables of persons, of their rows and of their sensitive values.
bool is_of_subjects(const Release& release);

// False where persons have several rows, and no attribute of these is published but sensitive ones:
// a combination of values that a person has in several rows is published once.
bool shows_rows(const Release& release);

// Its tables, open, and what it calls columns that are no attributes.
struct SubjectRelations {
  Source persons;
  // Where an attribute of rows is published.
  std::optional<Source> rows;
  // Where there are sensitive attributes.
  std::optional<Source> values;
  std::string bucket_column;
  std::string member_column;
};

// The type of the numbers of members.
const AttributeType& member_type(const SubjectRelations& relations);

// Fails where one of the tables is gone.
SubjectRelations open_subject_relations(const Release& release);

// The release's attributes in a table.
std::vector<const ReleaseAttribute*> attributes_in(const Release& release, const Source& table);

// One table as it was read: of every row the bucket, the member where it is a table of sets, and
// the attributes. Codes are provisional ones until the dictionaries are finished.
struct SubjectTable {
  std::vector<Code> bucket_of;
  std::vector<Code> member_of;
  std::vector<std::vector<Code>> attributes;
};

// `members` is nothing for the table of persons. dictionaries[i] is that of attributes[i].
SubjectTable read_subject_table(const Source& table, const SubjectRelations& relations,
                                const std::vector<const ReleaseAttribute*>& attributes,
                                const std::vector<Dictionary*>& dictionaries, Dictionary& buckets,
                                Dictionary* members);

// The table's buckets and members in the dictionaries' codes, which are finished.
void translate_places(SubjectTable& table, const Dictionary& buckets, const Dictionary& members,
                      const Progress& progress);

// Fails where the dictionary of the buckets of all tables has NULL.
void check_bucket_numbers(const Dictionary& buckets);

}  // namespace microdata::postgres
