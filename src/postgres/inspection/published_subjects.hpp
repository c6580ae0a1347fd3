#pragma once

#include "postgres/server/api.hpp"

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
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

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
