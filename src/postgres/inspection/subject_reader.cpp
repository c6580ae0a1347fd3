#include "postgres/inspection/subject_reader.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "core/microdata/combination.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

ReadTable read_table(const Release& release, const Source& relation, const ReadScope& scope,
                     const std::optional<Source>& source, const SubjectRelations& relations,
                     Dictionary& buckets, Dictionary* members) {
  ReadTable table;
  for (const ReleaseAttribute* attribute : attributes_to_read(release, scope)) {
    if (attribute->relation == relation.relation)
      table.attributes.push_back(begin_attribute(*attribute, relation, source));
  }
  ColumnsToRead columns;
  columns.add(relations.bucket_column, buckets, table.bucket_of);
  if (members != nullptr) columns.add(relations.member_column, *members, table.member_of);
  for (ReadAttribute& one : table.attributes)
    columns.add(one.attribute->name, one.labels(), one.published);
  columns.read_from(relation);
  return table;
}

// The names of the attributes that tell persons apart; fails where one is gone.
std::vector<std::string> subject_of(const Release& release, const Source& source) {
  std::vector<std::string> names;
  for (const SubjectAttribute& attribute : release.subject) {
    if (attribute.gone) {
      throw Error(ERRCODE_UNDEFINED_COLUMN,
                  "attribute " + in_quotes(attribute.name) + " of the release's subject is gone")
          .detail("Relation " + in_quotes(source.name) +
                  " no longer has the column, by which its rows were those of "
                  "persons.");
    }
    names.push_back(attribute.name);
  }
  return names;
}

// Numbers persons by the values of their subject.
std::vector<std::uint32_t> number_persons(std::vector<std::vector<Code>>& subject,
                                          const std::vector<Dictionary>& dictionaries,
                                          const Progress& progress) {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (std::size_t i = 0; i < subject.size(); ++i) {
    dictionaries[i].translate(subject[i], progress);
    columns.emplace_back(subject[i]);
    domains.push_back(std::max<Code>(dictionaries[i].distinct(), 1));
  }
  return combine(row_count(subject), columns, domains, progress).of_row;
}

std::size_t number_of_persons(std::span<const std::uint32_t> person_of) {
  return person_of.empty() ? 0
                           : *std::max_element(person_of.begin(), person_of.end()) + std::size_t{1};
}

// The columns of a relation of persons' rows: the subject first.
class RowsOfPersons {
 public:
  RowsOfPersons(const Release& release, const Source& source,
                std::span<ReadAttribute* const> attributes)
      : attributes_(attributes), names_(subject_of(release, source)), subject_(names_.size()) {
    persons_.reserve(subject_);
    for (const std::string& name : names_) {
      persons_.emplace_back(require_column(source, name).type);
      dictionaries_.push_back(&persons_.back());
    }
    for (ReadAttribute* one : attributes_) {
      names_.push_back(one->attribute->source_name);
      dictionaries_.push_back(&one->values());
    }
  }

  void read_members(const Source& source, SourceKeys* keys, const Progress& progress) {
    std::vector<std::string> names = names_;
    std::vector<Dictionary*> dictionaries = dictionaries_;
    if (keys != nullptr) keys->add_to(names, dictionaries);
    std::vector<std::vector<Code>> codes = read_columns(source.relation, names, dictionaries);
    if (keys != nullptr) keys->take_from(codes, progress);
    members_ = take(codes);
  }

  void read_others(Oid relation) {
    std::vector<std::vector<Code>> codes = read_outsiders(relation, names_, dictionaries_);
    others_ = take(codes);
  }

  // Gives every row its person; outsiders come after the members.
  void number(ReadSubjects& read, SourceKeys* keys, const Progress& progress) {
    for (Dictionary& dictionary : persons_)
      dictionary.finish(progress);
    std::vector<std::uint32_t>& person_of = read.person_of_tuple;
    person_of = number_persons(members_, persons_, progress);
    read.members = number_of_persons(person_of);
    if (keys != nullptr) keys->make_one_each(person_of, read.members);
    const std::vector<std::uint32_t> others = number_persons(others_, persons_, progress);
    for (const std::uint32_t person : others)
      person_of.push_back(static_cast<std::uint32_t>(read.members + person));
    read.outsiders = number_of_persons(others);
  }

 private:
  // Adds what was read to the attributes; returns the subject's.
  std::vector<std::vector<Code>> take(std::vector<std::vector<Code>>& codes) const {
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      const std::vector<Code>& of_rows = codes[subject_ + i];
      std::vector<Code>& tuples = attributes_[i]->tuples;
      tuples.insert(tuples.end(), of_rows.begin(), of_rows.end());
    }
    codes.resize(subject_);
    return std::move(codes);
  }

  std::span<ReadAttribute* const> attributes_;
  std::vector<std::string> names_;
  std::size_t subject_;
  std::vector<Dictionary> persons_;
  std::vector<Dictionary*> dictionaries_;
  std::vector<std::vector<Code>> members_;
  std::vector<std::vector<Code>> others_;
};

// The first attributes, so many, are those of persons.
void draw_persons(std::span<ReadAttribute* const> attributes, std::size_t of_persons,
                  ReadSubjects& read, Random& random) {
  std::vector<std::uint32_t>& person_of = read.person_of_tuple;
  const auto members = static_cast<std::uint32_t>(read.members);
  if (members == 0) return;
  std::vector<std::uint32_t> rows_of(members);
  for (const std::uint32_t person : person_of)
    ++rows_of[person];
  const auto rows = static_cast<std::uint32_t>(person_of.size());
  const auto drawn = static_cast<std::uint32_t>(drawn_outsiders(members));
  for (std::uint32_t i = 0; i < drawn; ++i) {
    const std::uint32_t number = rows_of[random.below(members)];
    person_of.insert(person_of.end(), number, members + i);
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      std::vector<Code>& tuples = attributes[a]->tuples;
      for (std::uint32_t row = 0; row < number; ++row)
        tuples.push_back(a < of_persons && row > 0 ? tuples.back() : tuples[random.below(rows)]);
    }
  }
  read.outsiders = drawn;
}

void read_source(const Release& release, const Source& source, const ReadScope& scope,
                 std::span<ReadTable* const> tables, ReadSubjects& read, const Progress& progress) {
  std::vector<ReadAttribute*> attributes;
  for (ReadTable* table : tables) {
    for (ReadAttribute& one : table->attributes)
      attributes.push_back(&one);
  }
  RowsOfPersons of_persons(release, source, attributes);
  of_persons.read_members(source, scope.keys, progress);
  if (scope.outsiders) of_persons.read_others(*scope.outsiders);
  of_persons.number(read, scope.keys, progress);
  if (!scope.outsiders && scope.drawing != nullptr)
    draw_persons(attributes, read.persons.attributes.size(), read, *scope.drawing);
}

}  // namespace

ReadSubjects read_subjects(const Release& release, const SubjectRelations& relations,
                           const ReadScope& scope, const Progress& progress) {
  ReadSubjects read;
  std::optional<Source> source;
  if (scope.source && release.source) source = open_source(*release.source);
  read.has_source = source.has_value();
  Dictionary& buckets = read.bucket_numbers.emplace_back(
      require_column(relations.persons, relations.bucket_column).type);
  Dictionary& members = read.member_numbers.emplace_back(member_type(relations));
  const auto table = [&](const Source& relation, Dictionary* numbers) {
    return read_table(release, relation, scope, source, relations, buckets, numbers);
  };
  read.persons = table(relations.persons, nullptr);
  if (relations.rows) read.rows = table(*relations.rows, &members);
  if (relations.values) read.values = table(*relations.values, &members);
  std::vector<ReadTable*> tables{&read.persons};
  if (read.values) tables.push_back(&*read.values);
  if (read.rows) tables.push_back(&*read.rows);
  if (source) read_source(release, *source, scope, tables, read, progress);
  if (scope.person != nullptr) add_person(*scope.person, read.persons.attributes);
  buckets.finish(progress);
  members.finish(progress);
  check_bucket_numbers(buckets);
  for (ReadTable* one : tables) {
    buckets.translate(one->bucket_of, progress);
    members.translate(one->member_of, progress);
    finish_attributes(one->attributes, progress);
  }
  return read;
}

ReadSets number_sets(const ReadTable& table, const ReadSubjects& read, const Progress& progress) {
  const std::vector<std::span<const Code>> columns{table.bucket_of, table.member_of};
  const std::vector<Code> domains{std::max<Code>(read.bucket_numbers.front().distinct(), 1),
                                  std::max<Code>(read.member_numbers.front().distinct(), 1)};
  Combinations sets = combine(static_cast<Row>(table.rows()), columns, domains, progress);
  std::vector<Row> rows = table.rows() == 0 ? std::vector<Row>{} : representatives(sets);
  return {std::move(sets.of_row), std::move(rows)};
}

}  // namespace microdata::postgres
