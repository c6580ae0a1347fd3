#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/subject_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// One of the tables of a release of persons with several rows each.
struct ReadTable {
  std::vector<ReadAttribute> attributes;
  std::vector<Code> bucket_of;
  // None of the table of persons.
  std::vector<Code> member_of = {};

  std::size_t rows() const { return bucket_of.size(); }
};

// Such a release read back. Dictionaries are finished; values of the source are those of its rows,
// the outsiders' last, whoever else has their subject.
struct ReadSubjects {
  ReadTable persons;
  std::optional<ReadTable> rows;
  std::optional<ReadTable> values;
  std::vector<Dictionary> bucket_numbers;  // one
  std::vector<Dictionary> member_numbers;  // one
  bool has_source = false;
  // The person of each row of the source.
  std::vector<std::uint32_t> person_of_tuple;
  std::size_t members = 0;
  std::size_t outsiders = 0;
};

// Reads these relations of a release, and its source where it is there. Outsiders are those of a
// relation, whose rows are told apart by the subject as the source's are, or drawn ones: with as
// many rows as a random member, and of each attribute of persons and of every row's the value of a
// random member's row. Fails where an attribute or its source is gone. Requires a SpiSession.
ReadSubjects read_subjects(const Release& release, const SubjectRelations& relations,
                           const ReadScope& scope, const Progress& progress);

// The sets of a table's rows, by bucket and member.
struct ReadSets {
  std::vector<std::uint32_t> set_of;  // by row
  std::vector<Row> row_of_set;        // one of each set's
};
ReadSets number_sets(const ReadTable& table, const ReadSubjects& read, const Progress& progress);

// A release of persons with several rows each, read back from its tables, beside its source.
struct PublishedSubjects {
  // Without what is generalized.
  SubjectView view;
  // Of a generalization, whose buckets are classes.
  std::optional<SubjectClasses> classes;
  bool has_source = false;
  // With those of outsiders.
  std::size_t source_rows = 0;
  // The last persons of the view: who are not in the release, beside those of the source.
  std::size_t outsiders = 0;
  std::size_t members() const { return view.persons.tuples - outsiders; }
  // In the order of view.sensitive. The names in the source are empty where it is gone.
  std::vector<std::string> sensitive_names;
  std::vector<std::string> sensitive_source_names;
  std::vector<std::shared_ptr<const Dictionary>> sensitive_values;
  // The quasi-identifiers of the source's persons, and of its rows; none where it is gone.
  std::vector<KnownAttribute> known_of_persons;
  std::vector<KnownAttribute> known_of_rows;
  // What a table shows attribute by attribute, and what is true: of persons, or of their rows.
  struct ShownAttributes {
    std::vector<PublishedTable::Attribute> published;
    std::vector<std::vector<Code>> tuples;
  };
  // Of each table, if they are asked for. Columns are those of persons.
  ShownAttributes of_persons;
  ShownAttributes of_rows;
  ShownAttributes of_values;
  // The numbers of the buckets.
  std::vector<Dictionary> bucket_numbers;  // one
  // Sets whose number is not that of their place in the bucket, from 1 on.
  std::size_t misnumbered_rows = 0;
  std::size_t misnumbered_values = 0;
  // Persons of the source with several values of what is published of persons.
  std::size_t inconstant_persons = 0;

  Json bucket_number(std::uint32_t bucket) const {
    return Json::parse(bucket_numbers.front().text(bucket));
  }
};

// Reads both with the caller's privileges. The source is left out where it is gone. `by_attribute`:
// with what tables show attribute by attribute.
PublishedSubjects read_published_subjects(const Release& release, const Progress& progress,
                                          const ReadScope& scope = {}, bool by_attribute = false);

}  // namespace microdata::postgres
