#include "postgres/source/table.hpp"

#include <limits>
#include <span>
#include <utility>

#include "core/microdata/row_order.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/disclosing_columns.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/repeated_identifiers.hpp"
#include "postgres/source/repetition.hpp"
#include "postgres/source/spelled_numbers.hpp"

namespace microdata::postgres {

Attribute make_attribute(const std::string& name, Role role, const Dictionary& dictionary) {
  Attribute attribute;
  attribute.name = name;
  attribute.role = role;
  attribute.distinct = dictionary.distinct();
  attribute.divisible = dictionary.type().comparison != Comparison::text;
  attribute.nullable = dictionary.nullable();
  attribute.projection = dictionary.projection();
  return attribute;
}

namespace {

// Columns of the source that are read, each into a dictionary of its own.
struct ReadColumns {
  std::vector<std::size_t> columns;
  std::vector<Dictionary> dictionaries;
  // Dictionaries begin with what is known of the whole table.
  bool of_region = false;

  void add(std::size_t column, const Source& source) {
    columns.push_back(column);
    dictionaries.emplace_back(source.columns[column].type);
    if (of_region) begin_with_globals(dictionaries.back(), source.columns[column].name);
  }
};

// Whether but a region of the source will be read.
bool is_region_read(const Source& source) {
  const RegionRows* rows = RegionRows::current();
  return rows != nullptr && rows->knows(source.relation);
}

// The columns as the core sees them; takes their codes, which are provisional, one after another.
Microdata make_data(const Source& source, const std::vector<AssignedRole>& roles, ReadColumns& read,
                    std::span<std::vector<Code>> codes, const Progress& progress) {
  Microdata data;
  data.rows = static_cast<Row>(codes.front().size());
  for (std::size_t i = 0; i < read.columns.size(); ++i) {
    const std::size_t column = read.columns[i];
    const std::string& name = source.columns[column].name;
    read.dictionaries[i].finish(progress);
    read.dictionaries[i].translate(codes[i], progress);
    data.attributes.push_back(make_attribute(name, roles[column].role, read.dictionaries[i]));
    if (roles[column].role == Role::sensitive && !data.attributes.back().numeric())
      data.attributes.back().amounts = amounts_if_all_are(read.dictionaries[i], progress);
    if (read.of_region) {
      data.attributes.back().table_counts = global_counts(read.dictionaries[i], name);
    }
    data.columns.push_back(std::move(codes[i]));
  }
  return data;
}

AttributeSet declared_of_persons(const std::vector<AssignedRole>& roles,
                                 const std::vector<std::size_t>& columns) {
  AttributeSet declared;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    if (roles[columns[a]].of_person) declared.push_back(a);
  }
  return declared;
}

}  // namespace

namespace {

// Fails if nothing is published: codes without a column would have no rows.
void require_published(const Source& source, const ReadColumns& published) {
  if (!published.columns.empty()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "relation " + in_quotes(source.name) + " has no column to publish")
      .detail("All of its columns are identifiers.");
}

[[noreturn]] void fail_without_rows(const Source& source) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "relation " + in_quotes(source.name) + " has no rows")
      .hint("There is nobody to publish data about.");
}

}  // namespace

Table read_table(const Source& source, const std::vector<AssignedRole>& roles, Purpose purpose,
                 const Progress& progress) {
  const bool of_region = is_region_read(source);
  ReadColumns published;
  published.of_region = of_region;
  ReadColumns subject;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (roles[i].subject) subject.add(i, source);
    if (roles[i].role != Role::identifier) published.add(i, source);
  }
  require_published(source, published);
  const std::vector<std::size_t> counted =
      of_region ? std::vector<std::size_t>() : columns_to_count(source, roles);
  std::vector<Repetition> repetitions;
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;
  for (ReadColumns* read : {&published, &subject}) {
    for (std::size_t i = 0; i < read->columns.size(); ++i) {
      names.push_back(source.columns[read->columns[i]].name);
      dictionaries.push_back(&read->dictionaries[i]);
    }
  }
  for (const std::size_t i : counted) {
    names.push_back(source.columns[i].name);
    repetitions.emplace_back(source.columns[i].type);
  }

  progress.phase("read");
  std::vector<std::vector<Code>> codes =
      read_columns(source.relation, names, dictionaries, std::nullopt, repetitions);
  if (row_count(codes) == 0) fail_without_rows(source);
  const auto of_subject = std::span(codes).subspan(published.columns.size());
  Table table;
  table.data = make_data(source, roles, published, codes, progress);
  table.dictionaries = std::move(published.dictionaries);
  table.columns = std::move(published.columns);
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    if (roles[table.columns[a]].computed_from_sensitive) table.computed_from_sensitive.push_back(a);
  }
  if (!subject.columns.empty()) {
    table.subjects =
        find_subjects(table.data, make_data(source, roles, subject, of_subject, progress),
                      declared_of_persons(roles, table.columns), progress);
  }
  if (purpose == Purpose::edition) table.subject_values = std::move(subject.dictionaries);
  if (purpose != Purpose::measurement && !of_region)
    check_unchosen_columns(source, roles, table, progress);
  warn_of_repetition(source, roles, counted, repetitions);
  return table;
}

namespace {

// What is published, without subjects.
struct PublishedColumns {
  ReadColumns read;
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;

  PublishedColumns(const Source& source, const std::vector<AssignedRole>& roles, bool of_region) {
    read.of_region = of_region;
    for (std::size_t i = 0; i < source.columns.size(); ++i) {
      if (roles[i].role == Role::identifier) continue;
      read.add(i, source);
      names.push_back(source.columns[i].name);
    }
    require_published(source, read);
    for (Dictionary& dictionary : read.dictionaries)
      dictionaries.push_back(&dictionary);
  }

  Table table(const Source& source, const std::vector<AssignedRole>& roles,
              std::span<std::vector<Code>> codes, const Progress& progress) && {
    Table table;
    table.data = make_data(source, roles, read, codes, progress);
    table.dictionaries = std::move(read.dictionaries);
    table.columns = std::move(read.columns);
    return table;
  }
};

std::vector<std::uint32_t> times_of(const Dictionary& counts, const std::vector<Code>& codes) {
  std::vector<std::uint32_t> times;
  for (const Code code : codes) {
    const double count = counts.projection()[code];
    if (count > std::numeric_limits<std::uint32_t>::max())
      throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows are equal");
    times.push_back(static_cast<std::uint32_t>(count));
  }
  return times;
}

}  // namespace

Table read_sample(const Source& source, const std::vector<AssignedRole>& roles,
                  const std::string& condition, const KeptSnapshot& snapshot,
                  const Progress& progress) {
  PublishedColumns columns(source, roles, RegionRows::current() != nullptr);
  std::vector<std::vector<Code>> codes =
      read_columns(source.relation, columns.names, columns.dictionaries, condition, snapshot);
  return std::move(columns).table(source, roles, codes, progress);
}

Table read_histogram(const Source& source, const std::vector<AssignedRole>& roles,
                     const KeptSnapshot& snapshot, const Progress& progress) {
  PublishedColumns columns(source, roles, false);
  Dictionary counts(attribute_type(INT8OID, -1, InvalidOid));
  columns.dictionaries.push_back(&counts);
  std::vector<std::vector<Code>> codes =
      read_grouped(source.relation, columns.names, columns.dictionaries, snapshot);
  counts.finish(progress);
  counts.translate(codes.back(), progress);
  const std::vector<std::uint32_t> times = times_of(counts, codes.back());
  codes.pop_back();
  if (times.empty()) fail_without_rows(source);
  Table table = std::move(columns).table(source, roles, codes, progress);
  table.data.times = times;
  return table;
}

void sort_rows(Table& table, const Progress& progress) {
  if (table.subjects) {
    sort_rows(table.data, *table.subjects, progress);
  } else {
    sort_rows(table.data, progress);
  }
}

}  // namespace microdata::postgres
