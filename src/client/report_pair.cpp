#include "client/report_pair.hpp"

#include <algorithm>
#include <map>

#include "client/report_classes.hpp"
#include "client/report_correlations.hpp"
#include "client/report_scale.hpp"

namespace microdata::client {

namespace {

constexpr std::size_t most_pairs = 4;
constexpr std::size_t most_sensitive_pairs = 2;
// Limit of estimate() on the number of groups.
constexpr double most_groups = 10000;

struct Triple {
  std::string first;
  std::string second;
  bool first_null = false;
  bool second_null = false;
  double weight = 0;
};

std::vector<Triple> triples(const Rows& rows) {
  std::vector<Triple> found;
  for (int row = 0; row < rows.size(); ++row)
    found.push_back({std::string(rows.at(row, 0)), std::string(rows.at(row, 1)),
                     rows.is_null(row, 0), rows.is_null(row, 1),
                     number_of(rows.at(row, 2)).value_or(0)});
  return found;
}

std::map<std::string, double> sums_of(const std::vector<Triple>& all, bool first) {
  std::map<std::string, double> sums;
  for (const Triple& one : all)
    if (!(first ? one.first_null : one.second_null))
      sums[first ? one.first : one.second] += one.weight;
  return sums;
}

// Returns the number of persons by all classes of both attributes. A published text can stand for
// several classes; a value of the source is in one.
Crossed crossed(const std::vector<Triple>& all, const Classes& first, const Classes& second,
                bool published) {
  const auto shares = [&](const Classes& classes, const std::string& text, bool null) {
    return published ? classes.published(text, null)
                     : Classes::Shares{{classes.value(text, null), 1}};
  };
  Crossed persons(first.names().size(), std::vector<double>(second.names().size(), 0.0));
  for (const Triple& one : all)
    for (const auto& [row, part] : shares(first, one.first, one.first_null))
      for (const auto& [column, share] : shares(second, one.second, one.second_null))
        persons[row][column] += one.weight * part * share;
  return persons;
}

// Returns the classes of rows, or of columns, with a person in one of the tables.
std::vector<std::size_t> used(const std::vector<const Crossed*>& tables, std::size_t classes,
                              bool first) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < classes; ++place) {
    double persons = 0;
    for (const Crossed* table : tables)
      for (std::size_t row = 0; row < table->size(); ++row)
        for (std::size_t column = 0; column < (*table)[row].size(); ++column)
          if ((first ? row : column) == place) persons += (*table)[row][column];
    if (persons > 0) places.push_back(place);
  }
  return places;
}

Together together(const Crossed& persons, const Classes& first, const Classes& second,
                  const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
  Together table;
  for (const std::size_t column : columns) {
    if (column == second.other()) table.other_column = table.columns.size();
    table.columns.push_back(second.names()[column]);
  }
  for (const std::size_t row : rows) {
    if (row == first.other()) table.other_row = table.rows.size();
    table.rows.push_back(first.names()[row]);
    table.persons.emplace_back();
    for (const std::size_t column : columns)
      table.persons.back().push_back(persons[row][column]);
  }
  return table;
}

bool has_estimates(const PublishedRelease& release) {
  return release.method() != "fragmentation" && !release.persons_with_several_rows();
}
bool has_likelihood(const PublishedRelease& release) {
  return has_estimates(release) && release.method() != "gnf";
}

std::string counting(const std::string& relation, const Pair& pair) {
  return "SELECT " + output_text(quoted_name(pair.first->column->name)) + ", " +
         output_text(quoted_name(pair.second->column->name)) + ", pg_catalog.count(*) FROM " +
         relation + " GROUP BY 1, 2";
}

std::vector<Triple> estimated(Session& session, const PublishedRelease& release, const Pair& pair,
                              const std::string& method, double* largest_error) {
  const std::string first = pair.first->column->name;
  const std::string second = pair.second->column->name;
  const Rows rows = session.query(
      "SELECT groups ->> $3, groups ->> $4, estimate, standard_error FROM " + release.extension +
          "estimate($1::pg_catalog.regclass, group_by => $2::text[]::" + release.extension +
          "text_list, method => $5::text)",
      {release.sql, list_text({first, second}), first, second, method});
  if (largest_error != nullptr)
    for (int row = 0; row < rows.size(); ++row)
      *largest_error = std::max(*largest_error, number_of(rows.at(row, 3)).value_or(0));
  return triples(rows);
}

double values_of(Session& session, const PublishedAttribute& attribute,
                 std::map<const PublishedAttribute*, double>& known) {
  const auto found = known.find(&attribute);
  if (found != known.end()) return found->second;
  const Rows rows = session.query("SELECT pg_catalog.count(*) FROM (SELECT DISTINCT " +
                                  output_text(quoted_name(attribute.column->name)) + " FROM " +
                                  attribute.relation->sql + ") x");
  return known[&attribute] = number_of(rows.at(0, 0)).value_or(0);
}

// True if both attributes can be counted together.
bool countable(const PublishedRelease& release, const Pair& pair) {
  return has_estimates(release) || (pair.first->relation == pair.second->relation && pair.linked());
}

}  // namespace

bool Pair::has_sensitive() const {
  return first->column->sensitive() || second->column->sensitive();
}
bool Pair::linked() const {
  return first->relation == second->relation && first->column->group == second->column->group;
}

std::vector<Pair> pairs_that_matter(Session& session, const PublishedRelease& release) {
  const Correlations published = published_correlations(session, release);
  Correlations source;
  if (release.record) attempt(session, [&] { source = source_correlations(session, release); });
  std::vector<Pair> all;
  const auto rating = [&](const Pair& pair) {
    return pair.source >= 0 ? pair.source : pair.published;
  };
  const auto& attributes = release.attributes;
  for (std::size_t first = 0; first < attributes.size(); ++first)
    for (std::size_t second = first + 1; second < attributes.size(); ++second) {
      Pair pair{&attributes[first], &attributes[second], -1, -1};
      const auto names = std::minmax(pair.first->column->name, pair.second->column->name);
      const std::pair<std::string, std::string> key(names.first, names.second);
      if (const auto found = published.find(key); found != published.end())
        pair.published = found->second;
      if (const auto found = source.find(key); found != source.end()) pair.source = found->second;
      const bool rated = rating(pair) >= 0 || pair.has_sensitive() ||
                         !comparable(release, *pair.first->column) ||
                         !comparable(release, *pair.second->column);
      if (countable(release, pair) && rated) all.push_back(pair);
    }
  std::stable_sort(all.begin(), all.end(),
                   [&](const Pair& one, const Pair& other) { return rating(one) > rating(other); });
  std::map<const PublishedAttribute*, double> values;
  std::vector<Pair> chosen;
  std::size_t plain = 0;
  std::size_t sensitive = 0;
  for (const Pair& pair : all) {
    std::size_t& of_kind = pair.has_sensitive() ? sensitive : plain;
    if (of_kind >= (pair.has_sensitive() ? most_sensitive_pairs : most_pairs)) continue;
    if (values_of(session, *pair.first, values) * values_of(session, *pair.second, values) >
        most_groups)
      continue;
    ++of_kind;
    chosen.push_back(pair);
  }
  return chosen;
}

PairTables tables_of(Session& session, const PublishedRelease& release, const Pair& pair) {
  PairTables tables;
  const bool by_rows = !has_estimates(release);
  std::vector<Triple> published =
      by_rows ? triples(session.query(counting(pair.first->relation->sql, pair)))
              : estimated(session, release, pair, "mixed", nullptr);
  std::vector<Triple> likely;
  if (!pair.linked() && has_likelihood(release))
    attempt(session, [&] {
      likely = estimated(session, release, pair, "likelihood", &tables.largest_error);
    });
  std::vector<Triple> source;
  // Labels do not occur as values of the source.
  const bool of_values =
      pair.first->column->reading != "label" && pair.second->column->reading != "label";
  if (release.record && of_values)
    attempt(session, [&] {
      source = triples(query_source(session, counting(release.record->source, pair), 3));
    });
  const Classes first(text_reading(*pair.first->column), sums_of(published, true));
  const Classes second(text_reading(*pair.second->column), sums_of(published, false));
  const Crossed shown = crossed(published, first, second, true);
  const Crossed by_model = crossed(likely, first, second, true);
  const Crossed in_source = crossed(source, first, second, false);
  const std::vector<const Crossed*> all = {&shown, &by_model, &in_source};
  const auto rows = used(all, first.names().size(), true);
  const auto columns = used(all, second.names().size(), false);
  tables.published = together(shown, first, second, rows, columns);
  if (!likely.empty()) tables.estimated = together(by_model, first, second, rows, columns);
  if (!source.empty()) tables.source = together(in_source, first, second, rows, columns);
  return tables;
}

}  // namespace microdata::client
