#include "postgres/regions/person_counts.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <string>

#include "core/microdata/selection.hpp"
#include "core/privacy/diversity.hpp"
#include "postgres/regions/region_counts.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

namespace {

std::vector<std::size_t> subject_columns(const std::vector<AssignedRole>& roles) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].subject) columns.push_back(i);
  }
  return columns;
}

// Returns the expressions by which rows are grouped by person.
std::string person_of_row(const Source& source, const std::vector<AssignedRole>& roles) {
  std::vector<std::string> expressions;
  for (const std::size_t i : subject_columns(roles))
    expressions.push_back(group_expression(source.columns[i]));
  return join(expressions);
}

// Returns an aggregate over a person's rows that is true if they have several values of a column.
std::string several_values(const SourceColumn& column) {
  const std::string name = quote_name(column.name);
  if (is_hashable(column.type)) {
    const std::string hash = "pg_catalog.hash_record_extended(ROW(" + name + "), 0)";
    return "pg_catalog.min(" + hash + ") OPERATOR(pg_catalog.<>) pg_catalog.max(" + hash + ")";
  }
  const std::string text = text_in_sql(name, column.type);
  return "pg_catalog.count(DISTINCT " + text + ") OPERATOR(pg_catalog.>) 1 OR pg_catalog.count(" +
         name + ") OPERATOR(pg_catalog.<>) pg_catalog.count(*) AND pg_catalog.count(" + name +
         ") OPERATOR(pg_catalog.>) 0";
}

std::string from_rows_of(const Source& source) {
  return " FROM " + qualified_name(source.relation);
}

std::int64_t number_in(const ResultRow& row, std::size_t place) {
  return std::stoll(*row[place]);
}

// Fails with the attributes of the subject that are null.
[[noreturn]] void fail_unknown(const Source& source, const std::vector<AssignedRole>& roles,
                               std::int64_t unknown, std::int64_t rows,
                               const KeptSnapshot& snapshot) {
  std::vector<std::string> counts;
  const std::vector<std::size_t> columns = subject_columns(roles);
  for (const std::size_t i : columns)
    counts.push_back("pg_catalog.count(" + quote_name(source.columns[i].name) + ")");
  const ResultRow known =
      query_rows("SELECT " + join(counts) + from_rows_of(source), snapshot).front();
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (number_in(known, c) < rows) names.push_back(source.columns[columns[c]].name);
  }
  fail_without_person(unknown, rows, names);
}

}  // namespace

PersonFacts count_persons(const Source& source, const std::vector<AssignedRole>& roles,
                          const KeptSnapshot& snapshot) {
  std::vector<std::string> nulls;
  for (const std::size_t i : subject_columns(roles))
    nulls.push_back(quote_name(source.columns[i].name) + " IS NULL");
  std::vector<std::string> of_person{
      "pg_catalog.count(*) AS n",
      "pg_catalog.count(*) FILTER (WHERE " + join(nulls, " OR ") + ") AS u"};
  std::vector<std::string> counts{"pg_catalog.count(*)", "COALESCE(pg_catalog.sum(n), 0)",
                                  "pg_catalog.count(*) FILTER (WHERE n OPERATOR(pg_catalog.>) 1)",
                                  "COALESCE(pg_catalog.max(n), 0)",
                                  "COALESCE(pg_catalog.sum(u), 0)"};
  constexpr std::size_t first_column = 5;
  std::vector<std::size_t> published;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier) continue;
    const std::string name = "d" + std::to_string(published.size());
    published.push_back(i);
    of_person.push_back("(" + several_values(source.columns[i]) + ") AS " + name);
    counts.push_back("pg_catalog.count(*) FILTER (WHERE " + name + ")");
  }
  const PlainText settings;
  const ResultRow row =
      query_rows("SELECT " + join(counts) + " FROM (SELECT " + join(of_person) +
                     from_rows_of(source) + " GROUP BY " + person_of_row(source, roles) + ") p",
                 snapshot)
          .front();
  PersonFacts facts{number_in(row, 1), number_in(row, 0), number_in(row, 2), number_in(row, 3), {}};
  if (const std::int64_t unknown = number_in(row, 4); unknown > 0)
    fail_unknown(source, roles, unknown, facts.rows, snapshot);
  for (std::size_t c = 0; c < published.size(); ++c) {
    const std::string& name = source.columns[published[c]].name;
    const std::int64_t several = number_in(row, first_column + c);
    if (several == 0) {
      facts.of_person.push_back(name);
    } else if (roles[published[c]].of_person) {
      fail_not_of_person(name, several, facts.persons);
    }
  }
  return facts;
}

std::vector<std::int64_t> count_persons_by_region(const Source& source,
                                                  const std::vector<AssignedRole>& roles,
                                                  const std::string& region, std::uint32_t regions,
                                                  const KeptSnapshot& snapshot) {
  const PlainText settings;
  std::vector<std::int64_t> persons(regions);
  for (const ResultRow& row : query_rows("SELECT r, pg_catalog.count(*) FROM (SELECT " + region +
                                             " AS r" + from_rows_of(source) + " GROUP BY 1, " +
                                             person_of_row(source, roles) + ") p GROUP BY 1",
                                         snapshot)) {
    persons[static_cast<std::size_t>(number_in(row, 0))] = number_in(row, 1);
  }
  return persons;
}

std::vector<PersonsWithValue> count_persons_with_values(const SourceColumn& column,
                                                        const Source& source,
                                                        const std::vector<AssignedRole>& roles,
                                                        const std::string& region,
                                                        const KeptSnapshot& snapshot) {
  // Sums of integers do not depend on the order of rows.
  constexpr std::int64_t whole = 1 << 20;
  const std::vector<std::size_t> columns = subject_columns(roles);
  std::vector<std::string> of_person;
  std::vector<std::string> named;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    of_person.push_back("g" + std::to_string(i));
    named.push_back(group_expression(source.columns[columns[i]]) + " AS " + of_person.back());
  }
  const std::string statement =
      "SELECT r, s, pg_catalog.count(*), pg_catalog.sum((c OPERATOR(pg_catalog.*) " +
      std::to_string(whole) +
      " OPERATOR(pg_catalog.+) n OPERATOR(pg_catalog.-) 1) OPERATOR(pg_catalog./) n) FROM (SELECT "
      "r, s, c, (pg_catalog.sum(c) OVER (PARTITION BY " +
      join(of_person) + "))::pg_catalog.int8 AS n FROM (SELECT " + region + " AS r, " +
      group_expression(column) + " AS s, " + join(named) + ", pg_catalog.count(*) AS c" +
      from_rows_of(source) + " GROUP BY 1, 2, " + person_of_row(source, roles) +
      ") a) b GROUP BY 1, 2";
  const PlainText settings;
  std::vector<PersonsWithValue> counts;
  for (const ResultRow& row : query_rows(statement, snapshot)) {
    counts.push_back({static_cast<std::uint32_t>(number_in(row, 0)), row[1], number_in(row, 2),
                      static_cast<double>(number_in(row, 3)) / static_cast<double>(whole)});
  }
  return counts;
}

namespace {

GlobalValues values_of_persons(const SourceColumn& column, const Source& source,
                               const std::vector<AssignedRole>& roles,
                               const KeptSnapshot& snapshot) {
  const PlainText settings;
  GlobalValues values{column.name, {}, {}, 0};
  for (const ResultRow& row :
       query_rows("SELECT s, pg_catalog.count(*) FROM (SELECT " + group_expression(column) +
                      " AS s" + from_rows_of(source) + " GROUP BY 1, " +
                      person_of_row(source, roles) + ") p GROUP BY 1",
                  snapshot)) {
    const auto persons = static_cast<std::uint64_t>(number_in(row, 1));
    if (row[0]) {
      values.values.push_back(*row[0]);
      values.counts.push_back(persons);
    } else {
      values.nulls = persons;
    }
  }
  return values;
}

}  // namespace

void count_values_of_persons(const Source& source, const std::vector<AssignedRole>& roles,
                             const KeptSnapshot& snapshot, std::vector<GlobalValues>& globals) {
  for (GlobalValues& values : globals) {
    const SourceColumn& column = *source.find(values.column);
    const auto place = static_cast<std::size_t>(&column - source.columns.data());
    if (roles[place].role == Role::sensitive)
      values = values_of_persons(column, source, roles, snapshot);
  }
}

std::string persons_sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                                       const PersonFacts& facts, std::size_t wanted,
                                       Random& random) {
  std::vector<std::string> names;
  for (const std::size_t i : subject_columns(roles)) {
    const SourceColumn& column = source.columns[i];
    const std::string name = quote_name(column.name);
    names.push_back(is_hashable(column.type) ? name : text_in_sql(name, column.type));
  }
  return chosen_by_hash(names, wanted, facts.persons, random);
}

void divide_persons(const Source& source, const std::vector<AssignedRole>& roles,
                    const PersonFacts& facts, RegionRequest& request) {
  std::vector<std::string> of_rows;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const std::string& name = source.columns[i].name;
    const bool of_person =
        std::find(facts.of_person.begin(), facts.of_person.end(), name) != facts.of_person.end();
    if (roles[i].role != Role::identifier && !of_person) of_rows.push_back(name);
  }
  remark_persons(facts.of_person, of_rows, facts);
  request.not_cut.insert(request.not_cut.end(), of_rows.begin(), of_rows.end());
  // Persons are divided by their numbers of rows, and few persons lose many of them
  // (core/subject/publication_plan.cpp).
  constexpr std::uint32_t times = 8;
  std::uint32_t fewest = std::max(request.k, fewest_tuples(request.l));
  for (const PrivacyModel& model : request.privacy)
    fewest = std::max(fewest, static_cast<std::uint32_t>(fewest_tuples(model)));
  request.k = times * fewest;
}

void keep_one_row_each(Table& sample, Random& random, const Progress& progress) {
  SubjectRows& subjects = *sample.subjects;
  std::vector<Row> kept;
  kept.reserve(subjects.persons.buckets());
  for (std::size_t p = 0; p < subjects.persons.buckets(); ++p) {
    const std::span<const Row> rows = subjects.persons.bucket(p);
    kept.push_back(rows[random.below(static_cast<std::uint32_t>(rows.size()))]);
  }
  // Numbers of persons with a value in any row are no distribution of one row of each.
  for (Attribute& attribute : sample.data.attributes) {
    if (attribute.role == Role::sensitive) attribute.table_counts.clear();
  }
  sample.data = selected(sample.data, kept, progress);
  subjects.names = selected(subjects.names, kept, progress);
  subjects.persons.rows.resize(kept.size());
  std::iota(subjects.persons.rows.begin(), subjects.persons.rows.end(), 0U);
  subjects.persons.offsets.resize(kept.size() + 1);
  std::iota(subjects.persons.offsets.begin(), subjects.persons.offsets.end(), 0U);
}

}  // namespace microdata::postgres
