#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// True if the release is of persons with several rows each. It has tables of persons, of their rows
// and of their sensitive values, or one table that shows the three.
bool is_of_subjects(const Release& release);

// Parts of such a release: what is published of persons, of their rows, and of their sets of
// sensitive values. Within a bucket nothing links one part to another.
enum class SubjectPart : std::uint8_t { persons, rows, values };

// Returns the part that shows an attribute.
SubjectPart part_of(const Release& release, const ReleaseAttribute& attribute);

// False if people have several rows, and only sensitive attributes of these rows are published, in
// a table of their own. A combination of values that a person has in several rows is then published
// once.
bool shows_rows(const Release& release);

// Open tables of a release, with the names of columns that are not attributes.
struct SubjectRelations {
  // Table of persons or, of joined persons, the one table.
  Source persons;
  // Table of rows; empty if no attribute of rows is published, or if persons are joined.
  std::optional<Source> rows;
  // Table of sensitive values; empty if there are no sensitive attributes, or if persons are
  // joined.
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
