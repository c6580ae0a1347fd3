#include "postgres/inspection/subject_estimation.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/utility/set_estimate.hpp"
#include "postgres/inspection/estimation_by.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/subject_relations.hpp"

namespace microdata::postgres {

namespace {

enum class Part { persons, rows, values };

// An attribute as it was published.
struct SetAttribute {
  Part part = Part::persons;
  // Attributes of one column of the table of persons belong together.
  int column = 1;
  // By row of its table, what is published, and by label, what that stands for.
  std::vector<Code> labels;
  AttributeMeaning meaning;
};

// A release read once, as far as some of its attributes go, with the caller's privileges.
struct SubjectEstimator {
  Code buckets = 0;
  std::vector<Code> bucket_of_person;
  std::optional<std::vector<Code>> bucket_of_row;
  bool has_values = false;
  std::vector<Code> set_of;
  std::vector<Code> bucket_of_set;
  // In the order in which they were asked for.
  std::vector<SetAttribute> attributes;

  double estimate(std::span<const std::size_t> asked, std::span<const std::vector<double>> share,
                  const Progress& progress) const {
    SetShares shares;
    shares.buckets = buckets;
    shares.bucket_of_person = bucket_of_person;
    if (bucket_of_row) shares.bucket_of_row = *bucket_of_row;
    shares.has_values = has_values;
    shares.set_of = set_of;
    shares.bucket_of_set = bucket_of_set;
    std::map<int, ColumnShares> persons;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const SetAttribute& attribute = attributes[asked[i]];
      ColumnShares& column = attribute.part == Part::persons ? persons[attribute.column]
                             : attribute.part == Part::rows  ? shares.rows
                                                             : shares.values;
      column.push_back({attribute.labels, share[i]});
    }
    for (auto& [number, column] : persons)
      shares.persons.push_back(std::move(column));
    return set_estimate(shares, progress);
  }
};

// One table on its way in, with those of its attributes that were asked for.
struct EstimatedTable {
  Part part;
  const Source* table;
  // Places among those asked for.
  std::vector<std::size_t> asked;
  std::vector<const ReleaseAttribute*> attributes;
  std::vector<Dictionary> dictionaries;
  SubjectTable read;
};

EstimatedTable read_table(const Release& release, const std::vector<std::string>& names, Part part,
                          const Source& table, const SubjectRelations& relations,
                          Dictionary& buckets, Dictionary* members) {
  EstimatedTable reading{part, &table, {}, {}, {}, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ReleaseAttribute& attribute = require_attribute(release, names[i]);
    if (attribute.relation != table.relation) continue;
    reading.asked.push_back(i);
    reading.attributes.push_back(&attribute);
    reading.dictionaries.emplace_back(require_column(table, attribute.name).type);
  }
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : reading.dictionaries)
    dictionaries.push_back(&dictionary);
  reading.read =
      read_subject_table(table, relations, reading.attributes, dictionaries, buckets, members);
  return reading;
}

void add_attributes(const Release& release, EstimatedTable& reading, SubjectEstimator& estimator,
                    const Progress& progress) {
  for (std::size_t i = 0; i < reading.attributes.size(); ++i) {
    Dictionary& values = reading.dictionaries[i];
    std::vector<Code>& codes = reading.read.attributes[i];
    values.finish(progress);
    values.translate(codes, progress);
    std::vector<std::size_t> rows(values.distinct());
    for (std::size_t row = 0; row < codes.size(); ++row) {
      progress.checkpoint_at(row);
      ++rows[codes[row]];
    }
    estimator.attributes[reading.asked[i]] = {
        reading.part, reading.attributes[i]->column, std::move(codes),
        meaning_of(release, *reading.attributes[i], std::move(values), rows, progress)};
  }
}

void number_sets(const SubjectTable& values, const Dictionary& members, SubjectEstimator& estimator,
                 const Progress& progress) {
  const std::vector<std::span<const Code>> columns{values.bucket_of, values.member_of};
  const std::vector<Code> domains{std::max<Code>(estimator.buckets, 1),
                                  std::max<Code>(members.distinct(), 1)};
  Combinations sets =
      combine(static_cast<Row>(values.bucket_of.size()), columns, domains, progress);
  if (!values.bucket_of.empty()) {
    for (const Row row : representatives(sets))
      estimator.bucket_of_set.push_back(values.bucket_of[row]);
  }
  estimator.set_of = std::move(sets.of_row);
}

SubjectEstimator read_estimator(const Release& release, const std::vector<std::string>& names,
                                const Progress& progress) {
  const SubjectRelations relations = open_subject_relations(release);
  for (const std::string& name : names)
    require_attribute(release, name);
  Dictionary buckets(require_column(relations.persons, relations.bucket_column).type);
  Dictionary members(member_type(relations));
  std::vector<EstimatedTable> tables;
  tables.push_back(
      read_table(release, names, Part::persons, relations.persons, relations, buckets, nullptr));
  if (relations.values) {
    tables.push_back(
        read_table(release, names, Part::values, *relations.values, relations, buckets, &members));
  }
  if (relations.rows) {
    tables.push_back(
        read_table(release, names, Part::rows, *relations.rows, relations, buckets, &members));
  }
  buckets.finish(progress);
  members.finish(progress);
  check_bucket_numbers(buckets);
  SubjectEstimator estimator;
  estimator.buckets = buckets.distinct();
  estimator.attributes.resize(names.size());
  for (EstimatedTable& table : tables) {
    translate_places(table.read, buckets, members, progress);
    add_attributes(release, table, estimator, progress);
  }
  for (EstimatedTable& table : tables) {
    switch (table.part) {
      case Part::persons:
        estimator.bucket_of_person = std::move(table.read.bucket_of);
        break;
      case Part::rows:
        estimator.bucket_of_row = std::move(table.read.bucket_of);
        break;
      case Part::values:
        estimator.has_values = true;
        number_sets(table.read, members, estimator, progress);
        break;
    }
  }
  return estimator;
}

}  // namespace

const CountEstimation counts_of_subjects = estimation_by<read_estimator>;

}  // namespace microdata::postgres
