// Section about pairs of attributes: the most correlated pairs, and the frequencies of their pairs
// of values.
#include <algorithm>
#include <cmath>
#include <map>

#include "client/arguments.hpp"
#include "client/report.hpp"
#include "client/report_classes.hpp"

namespace microdata::client {

namespace {

// Limit on the rows that are read; from larger relations a sample of about this size is enough.
constexpr double most_rows = 50000;
constexpr std::size_t most_pairs = 4;
constexpr std::size_t most_sensitive_pairs = 2;
// Limit of estimate() on the number of groups.
constexpr double most_groups = 10000;
constexpr std::size_t name_characters = 28;

// Correlations by the names of both attributes, in alphabetical order.
using Correlations = std::map<std::pair<std::string, std::string>, double>;

// Returns the correlations of a relation's columns.
Correlations correlations(Session& session, const PublishedRelease& release,
                          const std::string& relation, const std::vector<std::string>& left_out) {
  Correlations found;
  const Rows rows = session.query(
      "SELECT attribute_1, attribute_2, correlation FROM " + release.extension +
          "attribute_correlation($1::pg_catalog.regclass, identifiers => $2::text[]::" +
          release.extension + "text_list)",
      {relation, array_literal(left_out)});
  for (int row = 0; row < rows.size(); ++row)
    found[std::minmax(std::string(rows.at(row, 0)), std::string(rows.at(row, 1)))] =
        number_of(rows.at(row, 2)).value_or(0);
  return found;
}

TextReading text_reading(const PublishedColumn& column) {
  return {column.asterisk_is_value() ? "value" : column.reading, column.ordered_number(),
          column.date(), column.whole_range()};
}

// False for labels of several levels, which overlap and are not comparable values.
bool comparable(const PublishedRelease& release, const PublishedColumn& column) {
  return column.reading != "label" || release.text_parameter("recoding") == "full-domain";
}

// Column of published texts with the classes for which each text stands.
struct ReadColumn {
  const PublishedColumn* column;
  std::size_t classes = 0;
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
        found[std::minmax(one.name, other.name)] = correlation(read[first], read[second]);
    }
  return found;
}

// Returns correlations within rows: linked attributes as they are, others as one of many possible
// linkings shows them. Texts that stand for several values count as these values.
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

struct Pair {
  const PublishedAttribute* first = nullptr;
  const PublishedAttribute* second = nullptr;
  // Mean-square contingency coefficient of the published content; less than 0 if it is not known.
  double published = -1;
  // Mean-square contingency coefficient of the source; less than 0 without --private.
  double source = -1;

  std::string name() const { return first->name() + " × " + second->name(); }
  bool linked() const { return first->linked(*second); }
  bool has_sensitive() const { return first->column->sensitive() || second->column->sensitive(); }
  double rating() const { return source >= 0 ? source : published; }
};

bool has_estimates(const PublishedRelease& release) {
  return release.method() != "fragmentation";
}

// True if estimates are also made by a model. Parts of a decomposition, and the rows of persons,
// have estimates by mixing alone.
bool has_model(const PublishedRelease& release) {
  return has_estimates(release) && release.method() != "gnf" &&
         !release.persons_with_several_rows();
}

// True if persons have several rows, which the release does not show. A person then counts once for
// each combination of values.
bool counts_combinations(const PublishedRelease& release) {
  const auto shows_rows = [](const PublishedRelation& relation) {
    return relation.with_role("person") != nullptr ||
           (relation.with_role("member") != nullptr &&
            std::any_of(relation.columns.begin(), relation.columns.end(),
                        [](const PublishedColumn& column) {
                          return !column.technical() && !column.sensitive();
                        }));
  };
  return release.persons_with_several_rows() &&
         std::none_of(release.relations.begin(), release.relations.end(), shows_rows);
}

std::string unit_of(const PublishedRelease& release) {
  return release.persons_with_several_rows() && !counts_combinations(release) ? "rows" : "persons";
}

// Returns the pairs that can be counted together and compared, the most correlated first.
std::vector<Pair> all_pairs(Session& session, const PublishedRelease& release) {
  const Correlations published = published_correlations(session, release);
  Correlations source;
  if (release.record)
    attempt(session, [&] {
      source = correlations(session, release, release.record->source,
                            unpublished_columns(session, release));
    });
  std::vector<Pair> all;
  const auto& attributes = release.attributes;
  for (std::size_t first = 0; first < attributes.size(); ++first)
    for (std::size_t second = first + 1; second < attributes.size(); ++second) {
      Pair pair{&attributes[first], &attributes[second]};
      const std::pair<std::string, std::string> key =
          std::minmax(pair.first->name(), pair.second->name());
      if (const auto found = published.find(key); found != published.end())
        pair.published = found->second;
      if (const auto found = source.find(key); found != source.end()) pair.source = found->second;
      const bool rated = pair.rating() >= 0 || pair.has_sensitive() ||
                         !comparable(release, *pair.first->column) ||
                         !comparable(release, *pair.second->column);
      if (rated && (has_estimates(release) || pair.linked())) all.push_back(pair);
    }
  std::stable_sort(all.begin(), all.end(), [](const Pair& one, const Pair& other) {
    return one.rating() > other.rating();
  });
  return all;
}

double number_of_values(Session& session, const PublishedAttribute& attribute,
                        std::map<const PublishedAttribute*, double>& known) {
  const auto found = known.find(&attribute);
  if (found != known.end()) return found->second;
  const Rows rows = session.query("SELECT pg_catalog.count(*) FROM (SELECT DISTINCT " +
                                  output_text(quoted_name(attribute.name())) + " FROM " +
                                  attribute.relation->sql + ") x");
  return known[&attribute] = number_of(rows.at(0, 0)).value_or(0);
}

// Returns the pairs with the largest correlations, and among pairs with a sensitive attribute the
// first few.
std::vector<Pair> pairs_that_matter(Session& session, const PublishedRelease& release) {
  std::map<const PublishedAttribute*, double> known;
  std::vector<Pair> chosen;
  std::size_t plain = 0;
  std::size_t sensitive = 0;
  for (const Pair& pair : all_pairs(session, release)) {
    std::size_t& of_kind = pair.has_sensitive() ? sensitive : plain;
    if (of_kind >= (pair.has_sensitive() ? most_sensitive_pairs : most_pairs)) continue;
    if (number_of_values(session, *pair.first, known) *
            number_of_values(session, *pair.second, known) >
        most_groups)
      continue;
    ++of_kind;
    chosen.push_back(pair);
  }
  return chosen;
}

// Texts of both attributes with their weight.
struct Triple {
  std::optional<std::string> first;
  std::optional<std::string> second;
  double weight = 0;
};

std::vector<Triple> triples(const Rows& rows) {
  const auto text = [&](int row, int column) {
    return rows.is_null(row, column) ? std::nullopt
                                     : std::optional<std::string>(rows.at(row, column));
  };
  std::vector<Triple> found;
  for (int row = 0; row < rows.size(); ++row)
    found.push_back({text(row, 0), text(row, 1), number_of(rows.at(row, 2)).value_or(0)});
  return found;
}

Classes classes_of(const PublishedAttribute& attribute, const std::vector<Triple>& published,
                   std::optional<std::string> Triple::*text) {
  std::map<std::string, double> sums;
  for (const Triple& one : published)
    if (one.*text) sums[*(one.*text)] += one.weight;
  return {text_reading(*attribute.column), sums};
}

// Returns the number of persons by all classes of both attributes; empty if there is none. A
// published text can stand for several classes; a value of the source is in one.
Crossed crossed(const std::vector<Triple>& all, const Classes& first, const Classes& second,
                bool published) {
  const auto shares = [&](const Classes& classes, const std::optional<std::string>& text) {
    return published ? classes.published(text.value_or(""), !text)
                     : Classes::Shares{{classes.value(text.value_or(""), !text), 1}};
  };
  if (all.empty()) return {};
  Crossed persons(first.names().size(), std::vector<double>(second.names().size(), 0.0));
  for (const Triple& one : all)
    for (const auto& [row, part] : shares(first, one.first))
      for (const auto& [column, share] : shares(second, one.second))
        persons[row][column] += one.weight * part * share;
  return persons;
}

// Returns the classes of rows, or of columns, with a person in one of the tables.
std::vector<std::size_t> used(const std::vector<Crossed>& tables, std::size_t classes, bool rows) {
  std::vector<bool> has(classes, false);
  for (const Crossed& table : tables)
    for (std::size_t row = 0; row < table.size(); ++row)
      for (std::size_t column = 0; column < table[row].size(); ++column)
        if (table[row][column] > 0) has[rows ? row : column] = true;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < classes; ++place)
    if (has[place]) places.push_back(place);
  return places;
}

std::string counting(const std::string& relation, const Pair& pair) {
  return "SELECT " + output_text(quoted_name(pair.first->name())) + ", " +
         output_text(quoted_name(pair.second->name())) + ", pg_catalog.count(*) FROM " + relation +
         " GROUP BY 1, 2";
}

// Returns a query for the numbers of the source's rows, or of its persons, by values of the pair.
std::string counting_source(const PublishedRelease& release, const Pair& pair) {
  const OwnersRecord& record = *release.record;
  std::string persons;
  if (counts_combinations(release) && record.parameters.contains("subject")) {
    for (const auto& name : record.parameters["subject"])
      persons += ", " + quoted_name(name.get<std::string>());
  }
  if (persons.empty()) return counting(record.source, pair);
  return counting("(SELECT DISTINCT " + quoted_name(pair.first->name()) + ", " +
                      quoted_name(pair.second->name()) + persons + " FROM " + record.source + ") p",
                  pair);
}

Rows estimated(Session& session, const PublishedRelease& release, const Pair& pair,
               const std::string& method) {
  return session.query(
      "SELECT groups ->> $3, groups ->> $4, estimate, standard_error FROM " + release.extension +
          "estimate($1::pg_catalog.regclass, group_by => $2::text[]::" + release.extension +
          "text_list, method => $5::text)",
      {release.sql, array_literal({pair.first->name(), pair.second->name()}), pair.first->name(),
       pair.second->name(), method});
}

// Classes of two attributes, and those of them with a person in a table of the pair.
struct PairClasses {
  const Pair& pair;
  Classes first;
  Classes second;
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
};

std::string most_frequent(const PairClasses& classes, const Crossed& persons,
                          const std::string& unit) {
  double most = -1;
  double all = 0;
  std::string where;
  for (const std::size_t row : classes.rows)
    for (const std::size_t column : classes.columns) {
      const double here = persons[row][column];
      all += here;
      if (here <= most || row == classes.first.other() || column == classes.second.other())
        continue;
      most = here;
      where = shortened(classes.first.names()[row], name_characters) + " with " +
              shortened(classes.second.names()[column], name_characters);
    }
  if (all <= 0 || most <= 0) return "";
  return "Most frequent is " + where + ": " + count_text(most) + " of " + count_text(all) + " " +
         unit + " (" + percent_text(most / all) + ").";
}

void write_heat(Report& report, const std::string& id, const PairClasses& classes,
                const Crossed& persons, const std::string& title, const std::string& remark) {
  if (persons.empty()) return;
  const auto name = [](const Classes& of, std::size_t place) {
    return shortened(of.names()[place], name_characters);
  };
  Chart chart("heat", id, title, classes.pair.second->name());
  chart.small = true;
  const std::string unit = unit_of(report.release);
  chart.description =
      classes.pair.name() + ". " + most_frequent(classes, persons, unit) + " " + remark;
  chart.y_label = classes.pair.first->name();
  chart.head = {classes.pair.first->name()};
  for (const std::size_t column : classes.columns)
    chart.head.push_back(name(classes.second, column));
  for (const std::size_t row : classes.rows) {
    chart.rows.push_back({Cell::text(name(classes.first, row))});
    for (const std::size_t column : classes.columns)
      chart.rows.back().push_back(Cell::count(persons[row][column]));
  }
  write_chart(report.html, chart);
}

// Writes the frequencies of a pair: in the source, as published with all linkings within a bucket
// equally likely, and, if linkings are uncertain, by the estimate of a model of the release.
void write_pair(Report& report, const Pair& pair, const std::string& id) {
  Session& session = report.session;
  const PublishedRelease& release = report.release;
  const std::vector<Triple> published =
      triples(has_estimates(release) ? estimated(session, release, pair, "mixed")
                                     : session.query(counting(pair.first->relation->sql, pair)));
  std::vector<Triple> likely;
  double largest_error = 0;
  if (!pair.linked() && has_model(release))
    attempt(session, [&] {
      const Rows rows = estimated(session, release, pair, "likelihood");
      for (int row = 0; row < rows.size(); ++row)
        largest_error = std::max(largest_error, number_of(rows.at(row, 3)).value_or(0));
      likely = triples(rows);
    });
  std::vector<Triple> source;
  // Labels do not occur as values of the source.
  if (release.record && pair.first->column->reading != "label" &&
      pair.second->column->reading != "label")
    attempt(session,
            [&] { source = triples(query_source(session, counting_source(release, pair), 3)); });
  PairClasses classes{pair,
                      classes_of(*pair.first, published, &Triple::first),
                      classes_of(*pair.second, published, &Triple::second),
                      {},
                      {}};
  const std::vector<Crossed> tables = {crossed(source, classes.first, classes.second, false),
                                       crossed(published, classes.first, classes.second, true),
                                       crossed(likely, classes.first, classes.second, true)};
  classes.rows = used(tables, classes.first.names().size(), true);
  classes.columns = used(tables, classes.second.names().size(), false);
  report.html.element("h3", pair.name());
  report.html.open("div", {{"class", "grid"}});
  write_heat(report, id + "-source", classes, tables[0], "Source", "As counted in the source.");
  write_heat(report, id + "-published", classes, tables[1],
             pair.linked() ? "Release" : "Release, all linkings of a bucket equally likely",
             pair.linked() ? "Both stand in one row." : "Nothing links both but their bucket.");
  write_heat(
      report, id + "-estimated", classes, tables[2], "Estimated from the release by likelihood",
      "By a model that is learned from the release alone; no group is off by more than some " +
          count_text(2 * largest_error) + " persons (two standard errors).");
  report.html.close("div");
}

void write_ratings(Report& report, const std::vector<Pair>& pairs) {
  std::vector<std::string> head = {"Pair", "Correlation in the release", "Linked"};
  if (report.owner()) head.insert(head.begin() + 2, "In the source");
  Table rows;
  for (const Pair& pair : pairs) {
    const auto rated = [](double rating) {
      return Cell::figure(rating >= 0 ? std::optional(rating) : std::nullopt);
    };
    rows.push_back({Cell::text(pair.name()), rated(pair.published)});
    if (report.owner()) rows.back().push_back(rated(pair.source));
    rows.back().push_back(
        Cell::text(pair.linked() ? "in one row" : "through buckets or other tables"));
  }
  write_table(report.html, "correlations", head, rows);
}

}  // namespace

void write_pairs(Report& report) {
  std::vector<Pair> pairs;
  report.try_to("The list of pairs", true,
                [&] { pairs = pairs_that_matter(report.session, report.release); });
  if (pairs.empty())
    report.remark(
        "There is no pair that can be counted: attributes have too many values, or stand in tables "
        "that nothing links.");
  else
    write_ratings(report, pairs);
  for (std::size_t pair = 0; pair < pairs.size(); ++pair)
    report.try_to(pairs[pair].name(), true,
                  [&] { write_pair(report, pairs[pair], "pair-" + std::to_string(pair + 1)); });
}

}  // namespace microdata::client
