#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/subject_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Table of a release of persons with several rows each.
struct ReadTable {
  std::vector<ReadAttribute> attributes;
  std::vector<Code> bucket_of;
  // Member of each row; empty for the table of persons.
  std::vector<Code> member_of = {};

  std::size_t rows() const { return bucket_of.size(); }
};

// A release of persons with several rows each, as read, with finished dictionaries. Values of the
// source are those of its rows, then of the outsiders' rows. Outsiders are persons of their own
// even if a member has the same subject.
struct ReadSubjects {
  ReadTable persons;
  std::optional<ReadTable> rows;
  std::optional<ReadTable> values;
  std::vector<Dictionary> bucket_numbers;  // one
  std::vector<Dictionary> member_numbers;  // one
  bool has_source = false;
  // Faults of one table of persons: persons with several values of an attribute of persons, and
  // persons whose numbers are not from 1 to their number or occur in several buckets.
  std::size_t inconstant_members = 0;
  std::size_t misnumbered_members = 0;
  // Person of each row of the source.
  std::vector<std::uint32_t> person_of_tuple;
  std::size_t members = 0;
  std::size_t outsiders = 0;
};

// Reads the relations of a release, and its source if the source exists. Outsiders are the persons
// of a relation, whose rows are grouped by the subject as the source's are, or drawn ones. A drawn
// outsider has as many rows as a random member. Each value is that of a random member's row, drawn
// once for an attribute of persons and for every row otherwise. Fails if an attribute or its source
// is gone. Requires a SpiSession.
ReadSubjects read_subjects(const Release& release, const SubjectRelations& relations,
                           const ReadScope& scope, const Progress& progress);

// Numbers persons by the values of their subject, whose dictionaries are finished.
std::vector<std::uint32_t> number_persons(std::vector<std::vector<Code>>& subject,
                                          std::span<const Dictionary> dictionaries,
                                          const Progress& progress);
// Returns the number of persons of such numbers.
std::size_t number_of_persons_in(std::span<const std::uint32_t> person_of);

// Sets of a table's rows, by bucket and member.
struct ReadSets {
  std::vector<std::uint32_t> set_of;  // by row
  std::vector<Row> row_of_set;        // a row of each set
};
ReadSets number_sets(const ReadTable& table, const ReadSubjects& read, const Progress& progress);

// A release of persons with several rows each, read back from its tables, beside its source.
struct PublishedSubjects {
  // View of the attributes that are not generalized.
  SubjectView view;
  // Labels of a generalization, whose buckets are classes.
  std::optional<SubjectClasses> classes;
  bool has_source = false;
  // Number of the source's rows and of the outsiders' rows.
  std::size_t source_rows = 0;
  // Number of outsiders, persons who are not in the release; they are the last persons of the view.
  std::size_t outsiders = 0;
  std::size_t members() const { return view.persons.tuples - outsiders; }
  // Names and values of the sensitive attributes, in the order of view.sensitive. The names in the
  // source are empty if the source is gone.
  std::vector<std::string> sensitive_names;
  std::vector<std::string> sensitive_source_names;
  std::vector<std::shared_ptr<const Dictionary>> sensitive_values;
  // Quasi-identifiers of the source's persons and of the source's rows; empty if the source is
  // gone.
  std::vector<KnownAttribute> known_of_persons;
  std::vector<KnownAttribute> known_of_rows;
  // Values of these attributes: of those of persons, then of those of rows.
  std::vector<Dictionary> known_values;
  // Attributes that a table shows, and the true values of persons or of their rows.
  struct ShownAttributes {
    std::vector<const ReleaseAttribute*> attributes;
    std::vector<PublishedTable::Attribute> published;
    std::vector<std::vector<Code>> tuples;
  };
  // Attributes of each table, if they were asked for. Columns are numbered from 0 in each table.
  ShownAttributes of_persons;
  ShownAttributes of_rows;
  ShownAttributes of_values;
  // Numbers of the buckets.
  std::vector<Dictionary> bucket_numbers;  // one
  // Number of sets, by table, whose number is not their place in the bucket, counted from 1. Of
  // one table, number of persons with a number that is out of range or another's.
  std::size_t misnumbered_rows = 0;
  std::size_t misnumbered_values = 0;
  // Number of persons whom one table shows with several values of an attribute of persons.
  std::size_t inconstant_members = 0;
  // Number of persons, outsiders included, with several values of an attribute of persons.
  std::size_t inconstant_persons = 0;

  Json bucket_number(std::uint32_t bucket) const {
    return Json::parse(bucket_numbers.front().text(bucket));
  }
};

// Reads a release and its source with the caller's privileges. The source is left out if it is
// gone. If `by_attribute` is true, reads the attributes that each table shows, too.
PublishedSubjects read_published_subjects(const Release& release, const Progress& progress,
                                          const ReadScope& scope = {}, bool by_attribute = false);

}  // namespace microdata::postgres
