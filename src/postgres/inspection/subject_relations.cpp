#include "postgres/inspection/subject_relations.hpp"

#include <algorithm>
#include <utility>

#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// Returns a column of bucket or member numbers. Fails if it is not an integer column, because these
// numbers are compared between tables.
const SourceColumn& number_column(const Source& table, const std::string& name, const char* what) {
  const SourceColumn& column = require_column(table, name);
  check_is_integer(column, what);
  return column;
}

void check_same_numbers(const Source& a, const Source& b, const std::string& name,
                        const char* what) {
  const AttributeType& type = number_column(a, name, what).type;
  if (type.base == number_column(b, name, what).type.base) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "column " + in_quotes(name) +
                                             " is of different types in " + in_quotes(a.name) +
                                             " and " + in_quotes(b.name))
      .detail("Tables of a release have numbers of one type in it.");
}

SubjectRelations open_joined(const Release& release) {
  const Oid table = release.relations.front();
  if (kind_in_release(release, table) == RELKIND_VIEW ||
      std::any_of(release.attributes.begin(), release.attributes.end(),
                  [&](const ReleaseAttribute& attribute) { return attribute.relation != table; }))
    fail_incomplete(release);
  SubjectRelations relations{open_source(table), std::nullopt, std::nullopt,
                             release.layout.bucket.name, release.layout.person.name};
  number_column(relations.persons, relations.bucket_column, "bucket");
  number_column(relations.persons, relations.member_column, "person");
  return relations;
}

}  // namespace

bool is_of_subjects(const Release& release) {
  return release.layout.member.recorded || release.layout.persons_joined();
}

SubjectPart part_of(const Release& release, const ReleaseAttribute& attribute) {
  if (attribute.role == Role::sensitive) return SubjectPart::values;
  return attribute.column > release.layout.person_columns.value_or(0) ? SubjectPart::rows
                                                                      : SubjectPart::persons;
}

bool shows_rows(const Release& release) {
  if (!is_of_subjects(release) || release.layout.persons_joined()) return true;
  return std::any_of(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& attribute) {
                       return part_of(release, attribute) == SubjectPart::rows;
                     });
}

const AttributeType& member_type(const SubjectRelations& relations) {
  if (relations.values) return require_column(*relations.values, relations.member_column).type;
  if (relations.rows) return require_column(*relations.rows, relations.member_column).type;
  const SourceColumn* joined = relations.persons.find(relations.member_column);
  return joined != nullptr ? joined->type
                           : require_column(relations.persons, relations.bucket_column).type;
}

SubjectRelations open_subject_relations(const Release& release) {
  if (release.layout.persons_joined()) return open_joined(release);
  const auto columns = static_cast<int>(release.layout.person_columns.value_or(0));
  std::optional<Oid> rows;
  std::optional<Oid> values;
  bool has_values = release.layout.value_sets;
  bool has_rows = release.layout.row_sets;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive) {
      values = attribute.relation;
      // The rows' column stands between the columns of people and of sensitive values.
      has_rows = attribute.column == columns + 2;
    } else if (attribute.column > columns) {
      rows = attribute.relation;
    }
  }
  const Oid first = release.relations.front();
  const bool has_persons =
      kind_in_release(release, first) != RELKIND_VIEW && rows != first && values != first;
  if (values.has_value() != has_values || !has_persons || rows.has_value() != has_rows)
    fail_incomplete(release);
  SubjectRelations relations{open_source(first), std::nullopt, std::nullopt,
                             release.layout.bucket.name, release.layout.member.name};
  const auto open_sets = [&](Oid table, std::optional<Source>& sets) {
    sets = open_source(table);
    check_same_numbers(*sets, relations.persons, relations.bucket_column, "bucket");
  };
  if (values) {
    open_sets(*values, relations.values);
    number_column(*relations.values, relations.member_column, "member");
  }
  if (rows) {
    open_sets(*rows, relations.rows);
    number_column(*relations.rows, relations.member_column, "member");
  }
  if (values && rows)
    check_same_numbers(*relations.rows, *relations.values, relations.member_column, "member");
  return relations;
}

std::vector<const ReleaseAttribute*> attributes_in(const Release& release, const Source& table) {
  std::vector<const ReleaseAttribute*> attributes;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation == table.relation) attributes.push_back(&attribute);
  }
  return attributes;
}

SubjectTable read_subject_table(const Source& table, const SubjectRelations& relations,
                                const std::vector<const ReleaseAttribute*>& attributes,
                                const std::vector<Dictionary*>& dictionaries, Dictionary& buckets,
                                Dictionary* members) {
  std::vector<std::string> names{relations.bucket_column};
  std::vector<Dictionary*> read{&buckets};
  if (members != nullptr) {
    names.push_back(relations.member_column);
    read.push_back(members);
  }
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    names.push_back(attributes[i]->name);
    read.push_back(dictionaries[i]);
  }
  std::vector<std::vector<Code>> codes = read_columns(table.relation, names, read);
  SubjectTable result;
  auto next = codes.begin();
  result.bucket_of = std::move(*next++);
  if (members != nullptr) result.member_of = std::move(*next++);
  std::move(next, codes.end(), std::back_inserter(result.attributes));
  return result;
}

void translate_places(SubjectTable& table, const Dictionary& buckets, const Dictionary& members,
                      const Progress& progress) {
  buckets.translate(table.bucket_of, progress);
  members.translate(table.member_of, progress);
}

void check_bucket_numbers(const Dictionary& buckets) {
  if (!buckets.nullable()) return;
  throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "the bucket column contains nulls")
      .hint("Every row of a release is in a bucket.");
}

}  // namespace microdata::postgres
