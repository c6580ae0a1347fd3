#include "client/report_correlations.hpp"

#include <algorithm>
#include <cmath>

#include "client/report_html.hpp"

namespace microdata::client {

namespace {

// Limit on the rows that are read; from larger relations a sample of about this size is enough.
constexpr double most_rows = 50000;

std::pair<std::string, std::string> in_order(const std::string& one, const std::string& other) {
  return one < other ? std::pair(one, other) : std::pair(other, one);
}

// Returns the correlations of a relation's columns, by their names.
Correlations correlations(Session& session, const PublishedRelease& release,
                          const std::string& relation, const std::vector<std::string>& left_out) {
  Correlations found;
  const Rows rows = session.query(
      "SELECT attribute_1, attribute_2, correlation FROM " + release.extension +
          "attribute_correlation($1::pg_catalog.regclass, identifiers => $2::text[]::" +
          release.extension + "text_list)",
      {relation, list_text(left_out)});
  for (int row = 0; row < rows.size(); ++row)
    found[in_order(std::string(rows.at(row, 0)), std::string(rows.at(row, 1)))] =
        number_of(rows.at(row, 2)).value_or(0);
  return found;
}

// Column of published texts with the classes for which each text stands.
struct ReadColumn {
  const PublishedColumn* column;
  std::size_t classes;
  // Classes of each text, and the text of each row.
  std::vector<Classes::Shares> shares;
  std::vector<std::size_t> rows;
};

ReadColumn read_column(const PublishedColumn& column, const Rows& rows, int place) {
  std::map<std::pair<bool, std::string>, std::size_t> numbers;
  std::map<std::string, double> weights;
  ReadColumn read{&column, 0, {}, {}};
  for (int row = 0; row < rows.size(); ++row) {
    const bool null = rows.is_null(row, place);
    const std::string text(rows.at(row, place));
    if (!null) ++weights[text];
    read.rows.push_back(numbers.emplace(std::pair(null, text), numbers.size()).first->second);
  }
  const Classes classes(text_reading(column), weights);
  read.classes = classes.names().size();
  read.shares.resize(numbers.size());
  for (const auto& [text, number] : numbers)
    read.shares[number] = classes.published(text.second, text.first);
  return read;
}

double correlation(const ReadColumn& first, const ReadColumn& second) {
  Crossed persons(first.classes, std::vector<double>(second.classes, 0.0));
  for (std::size_t row = 0; row < first.rows.size(); ++row)
    for (const auto& [one, part] : first.shares[first.rows[row]])
      for (const auto& [other, share] : second.shares[second.rows[row]])
        persons[one][other] += part * share;
  return contingency(persons);
}

std::vector<ReadColumn> read_columns(Session& session, const PublishedRelation& relation,
                                     const std::vector<const PublishedColumn*>& columns) {
  const Rows count = session.query("SELECT pg_catalog.count(*) FROM " + relation.sql);
  const double every = std::ceil(std::max(1.0, number_of(count.at(0, 0)).value_or(0)) / most_rows);
  std::string texts;
  std::string names;
  for (std::size_t place = 0; place < columns.size(); ++place) {
    const std::string name = "t" + std::to_string(place);
    texts += output_text(quoted_name(columns[place]->name)) + " AS " + name + ", ";
    names += (place == 0 ? "" : ", ") + name;
  }
  const Rows rows = session.query("SELECT " + names + " FROM (SELECT " + texts +
                                      "pg_catalog.row_number() OVER () AS place FROM " +
                                      relation.sql + ") r WHERE place % $1::bigint = 0",
                                  {exact_text(every)});
  std::vector<ReadColumn> read;
  for (std::size_t place = 0; place < columns.size(); ++place)
    read.push_back(read_column(*columns[place], rows, static_cast<int>(place)));
  return read;
}

// Returns the correlations of generalized columns, by the values for which texts stand. Texts of
// ranges, sets and labels cannot be compared directly, because different texts that overlap can be
// the same value.
Correlations of_generalized(Session& session, const PublishedRelease& release,
                            const PublishedRelation& relation) {
  std::vector<const PublishedColumn*> columns;
  for (const PublishedColumn& column : relation.columns)
    if (!column.technical() && comparable(release, column)) columns.push_back(&column);
  Correlations found;
  const auto read = read_columns(session, relation, columns);
  for (std::size_t first = 0; first < read.size(); ++first)
    for (std::size_t second = first + 1; second < read.size(); ++second) {
      const PublishedColumn& one = *read[first].column;
      const PublishedColumn& other = *read[second].column;
      if (one.generalized || other.generalized)
        found[in_order(one.name, other.name)] = correlation(read[first], read[second]);
    }
  return found;
}

}  // namespace

TextReading text_reading(const PublishedColumn& column) {
  return {column.asterisk_is_value() ? "value" : column.reading, column.ordered_number(),
          column.date(), column.whole_range()};
}

bool comparable(const PublishedRelease& release, const PublishedColumn& column) {
  return column.reading != "label" || release.text_parameter("recoding") == "full-domain";
}

Correlations published_correlations(Session& session, const PublishedRelease& release) {
  Correlations all;
  for (const PublishedRelation& relation : release.relations) {
    if (relation.with_role("weight") != nullptr) continue;
    std::vector<std::string> left_out;
    std::size_t attributes = 0;
    bool generalized = false;
    for (const PublishedColumn& column : relation.columns) {
      if (column.technical() || column.generalized) left_out.push_back(column.name);
      attributes += column.technical() ? 0 : 1;
      generalized = generalized || column.generalized;
    }
    if (attributes < 2) continue;
    if (relation.columns.size() - left_out.size() > 1)
      attempt(session, [&] { all.merge(correlations(session, release, relation.sql, left_out)); });
    if (generalized)
      attempt(session, [&] { all.merge(of_generalized(session, release, relation)); });
  }
  return all;
}

Correlations source_correlations(Session& session, const PublishedRelease& release) {
  std::vector<std::string> others;
  const Rows rows = session.query(
      "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = $1::pg_catalog.regclass AND "
      "attnum > 0 AND NOT attisdropped",
      {release.record->source});
  for (int row = 0; row < rows.size(); ++row)
    if (release.attribute(rows.at(row, 0)) == nullptr) others.emplace_back(rows.at(row, 0));
  return correlations(session, release, release.record->source, others);
}

}  // namespace microdata::client
