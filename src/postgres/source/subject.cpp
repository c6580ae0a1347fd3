#include "postgres/source/subject.hpp"

#include <algorithm>
#include <numeric>

#include "core/microdata/row_order.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

AttributeSet every_attribute(const Microdata& data) {
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

bool is_null(const Microdata& data, std::size_t attribute, Row row) {
  const Attribute& a = data.attributes[attribute];
  return a.nullable && data.columns[attribute][row] + 1 == a.distinct;
}

// "a", "b"; or none.
std::string named(const Microdata& data, const AttributeSet& attributes) {
  std::vector<std::string> names;
  for (const std::size_t a : attributes)
    names.push_back(in_quotes(data.attributes[a].name));
  return names.empty() ? "none" : join(names);
}

void check_known(const Microdata& names, const Progress& progress) {
  AttributeSet nullable;
  for (std::size_t a = 0; a < names.attributes.size(); ++a) {
    if (names.attributes[a].nullable) nullable.push_back(a);
  }
  if (nullable.empty()) return;
  Row unknown = 0;
  for (Row row = 0; row < names.rows; ++row) {
    progress.checkpoint_at(row);
    unknown += std::any_of(nullable.begin(), nullable.end(),
                           [&](std::size_t a) { return is_null(names, a, row); })
                   ? 1
                   : 0;
  }
  throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "the subject is null in " + std::to_string(unknown) +
                                                  " of " + std::to_string(names.rows) + " rows")
      .detail("Attributes of the subject that are null there: " + named(names, nullable) + ".")
      .hint("Nobody can tell whose these rows are: publish a view without them.");
}

// A person's rows are all there is to look at: one row each has one value each.
void find_attributes_of_persons(const Microdata& data, const AttributeSet& declared,
                                SubjectRows& subjects, const Progress& progress) {
  if (subjects.one_row_each()) {
    subjects.of_person = every_attribute(data);
    return;
  }
  for (const std::size_t a : every_attribute(data)) {
    const Row several = persons_with_several_values(data, subjects.persons, a, progress);
    if (several == 0) {
      subjects.of_person.push_back(a);
    } else if (std::find(declared.begin(), declared.end(), a) != declared.end()) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                  "attribute " + in_quotes(data.attributes[a].name) + " has several values for " +
                      std::to_string(several) + " of " +
                      std::to_string(subjects.persons.buckets()) + " subjects")
          .detail("It is declared as an attribute of persons.")
          .hint("Correct the rows, or leave it out of person_attributes.");
    }
  }
}

std::string several_rows_in_words(const SubjectRows& subjects) {
  const Row several = subjects.with_several_rows();
  return std::to_string(several) + " of " + std::to_string(subjects.persons.buckets()) +
         " persons" + (several == 1 ? " has" : " have") + " several rows, up to " +
         std::to_string(subjects.most_rows()) + ".";
}

void report_attributes(const Microdata& data, const SubjectRows& subjects) {
  AttributeSet of_rows;
  const AttributeSet all = every_attribute(data);
  std::set_difference(all.begin(), all.end(), subjects.of_person.begin(), subjects.of_person.end(),
                      std::back_inserter(of_rows));
  report(NOTICE,
         "attributes of persons: " + named(data, subjects.of_person) +
             "; of their rows: " + named(data, of_rows),
         several_rows_in_words(subjects));
}

}  // namespace

Row SubjectRows::with_several_rows() const {
  Row several = 0;
  for (std::size_t p = 0; p < persons.buckets(); ++p)
    several += persons.bucket(p).size() > 1 ? 1 : 0;
  return several;
}

Row SubjectRows::most_rows() const {
  std::size_t most = 0;
  for (std::size_t p = 0; p < persons.buckets(); ++p)
    most = std::max(most, persons.bucket(p).size());
  return static_cast<Row>(most);
}

SubjectRows find_subjects(const Microdata& data, Microdata names, const AttributeSet& declared,
                          const Progress& progress) {
  check_known(names, progress);
  SubjectRows subjects{std::move(names), {}, {}};
  subjects.persons = subjects_of(subjects.names, every_attribute(subjects.names), progress);
  find_attributes_of_persons(data, declared, subjects, progress);
  if (!subjects.one_row_each()) report_attributes(data, subjects);
  return subjects;
}

void sort_rows(Microdata& data, SubjectRows& subjects, const Progress& progress) {
  Microdata& names = subjects.names;
  const auto attributes = static_cast<std::ptrdiff_t>(data.attributes.size());
  std::move(names.attributes.begin(), names.attributes.end(), std::back_inserter(data.attributes));
  std::move(names.columns.begin(), names.columns.end(), std::back_inserter(data.columns));
  microdata::sort_rows(data, progress);
  std::move(data.attributes.begin() + attributes, data.attributes.end(), names.attributes.begin());
  std::move(data.columns.begin() + attributes, data.columns.end(), names.columns.begin());
  data.attributes.resize(static_cast<std::size_t>(attributes));
  data.columns.resize(static_cast<std::size_t>(attributes));
  subjects.persons = subjects_of(names, every_attribute(names), progress);
}

void require_one_row_each(const std::optional<SubjectRows>& subjects, const std::string& what,
                          const char* hint) {
  if (!subjects || subjects->one_row_each()) return;
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, what + " does not support persons with several rows")
      .detail(several_rows_in_words(*subjects))
      .hint(hint);
}

Json subject_json(const SubjectRows& subjects) {
  return json_array(subjects.names.attributes,
                    [](const Attribute& attribute) -> Json { return attribute.name; });
}

}  // namespace microdata::postgres
