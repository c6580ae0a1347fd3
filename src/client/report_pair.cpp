#include "client/report_pair.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "client/report_distribution.hpp"
#include "client/report_scale.hpp"

namespace microdata::client {

namespace {

constexpr std::size_t most_classes = 7;
constexpr std::size_t most_pairs = 4;
constexpr std::size_t most_sensitive_pairs = 2;
// estimate() answers for at most so many groups.
constexpr double most_groups = 10000;

struct Triple {
  std::string first;
  std::string second;
  bool first_null = false;
  bool second_null = false;
  double weight = 0;
};

// Puts values of an attribute, as texts, into a few classes that are made of those published.
class Classes {
 public:
  Classes(const PublishedColumn& column, const std::map<std::string, double>& published)
      : column_(column) {
    std::optional<double> least;
    std::optional<double> greatest;
    bool whole = true;
    for (const auto& [text, weight] : published) {
      const auto number = projected(text);
      if (!number) continue;
      least = std::min(least.value_or(*number), *number);
      greatest = std::max(greatest.value_or(*number), *number);
      whole = whole && *number == std::floor(*number);
    }
    if (least && (column.ordered_number() || column.date())) {
      intervals_.emplace(*least, *greatest, static_cast<int>(most_classes) - 1,
                         whole && column.reading == "value", column.date());
      return;
    }
    std::vector<std::pair<double, std::string>> ordered;
    for (const auto& [text, weight] : published)
      ordered.emplace_back(-weight, text);
    std::sort(ordered.begin(), ordered.end());
    if (ordered.size() > most_classes) ordered.resize(most_classes - 1);
    for (const auto& [weight, text] : ordered)
      frequent_.push_back(text);
  }

  std::string of(const std::string& text, bool null) const {
    if (null) return missing_label;
    if (!intervals_)
      return std::find(frequent_.begin(), frequent_.end(), text) == frequent_.end() ? "other"
                                                                                    : text;
    const auto number = projected(text);
    const auto interval = number ? intervals_->of(*number) : std::nullopt;
    return interval ? intervals_->label(*interval) : "other";
  }

  // All classes in their order, those that are seldom behind.
  std::vector<std::string> names() const {
    std::vector<std::string> names = frequent_;
    if (intervals_)
      for (int interval = 0; interval < intervals_->count(); ++interval)
        names.push_back(intervals_->label(interval));
    names.emplace_back("other");
    names.emplace_back(missing_label);
    return names;
  }

 private:
  // A range counts by its middle.
  std::optional<double> projected(const std::string& text) const {
    if (column_.reading == "range") {
      const auto span = span_of(text, column_.date());
      if (!span || !span->from) return std::nullopt;
      return span->to ? (*span->from + *span->to) / 2 : *span->from;
    }
    return column_.date() ? day_of(text) : number_of(text);
  }

  const PublishedColumn& column_;
  std::optional<Intervals> intervals_;
  std::vector<std::string> frequent_;
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

// A set or a multiset counts for each of its values, and * for all that other rows show.
std::vector<Triple> taken_apart(const std::vector<Triple>& all, const PublishedColumn& column,
                                bool first) {
  if (column.reading != "set" && column.reading != "multiset") return all;
  const auto shares = [&](const std::string& text) {
    std::map<std::string, double> counts;
    if (column.reading == "multiset") counts = multiset_of(text);
    if (counts.empty())
      for (const std::string& value : set_of(text))
        ++counts[value];
    return counts;
  };
  std::map<std::string, double> everything;
  for (const Triple& one : all)
    if (!(first ? one.first_null : one.second_null) && (first ? one.first : one.second) != "*")
      for (const auto& [value, count] : shares(first ? one.first : one.second))
        everything[value] = 1;
  std::vector<Triple> apart;
  for (const Triple& one : all) {
    const std::string& text = first ? one.first : one.second;
    const auto counts = text == "*" && !everything.empty() ? everything : shares(text);
    if (first ? one.first_null : one.second_null) {
      apart.push_back(one);
      continue;
    }
    const double sum =
        std::accumulate(counts.begin(), counts.end(), 0.0,
                        [](double before, const auto& pair) { return before + pair.second; });
    for (const auto& [value, count] : counts) {
      Triple part = one;
      (first ? part.first : part.second) = value;
      part.weight *= count / sum;
      apart.push_back(std::move(part));
    }
  }
  return apart;
}

// What has nobody in it is left out, the same classes in all tables.
std::vector<std::string> used(const Classes& classes,
                              const std::vector<const std::vector<Triple>*>& tables, bool first) {
  std::set<std::string> seen;
  for (const auto* table : tables)
    for (const Triple& one : *table)
      if (one.weight > 0)
        seen.insert(first ? classes.of(one.first, one.first_null)
                          : classes.of(one.second, one.second_null));
  std::vector<std::string> names;
  for (const std::string& name : classes.names())
    if (seen.count(name) > 0) names.push_back(name);
  return names;
}

Together together(const std::vector<Triple>& all, const Classes& first, const Classes& second,
                  const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  Together table{
      rows, columns,
      std::vector<std::vector<double>>(rows.size(), std::vector<double>(columns.size(), 0.0))};
  for (const Triple& one : all) {
    const auto row = std::find(rows.begin(), rows.end(), first.of(one.first, one.first_null));
    const auto column =
        std::find(columns.begin(), columns.end(), second.of(one.second, one.second_null));
    if (row == rows.end() || column == columns.end()) continue;
    table.persons[static_cast<std::size_t>(row - rows.begin())]
                 [static_cast<std::size_t>(column - columns.begin())] += one.weight;
  }
  return table;
}

bool has_estimates(const PublishedRelease& release) {
  return release.method() != "fragmentation" && !release.persons_with_several_rows();
}
bool has_likelihood(const PublishedRelease& release) {
  return has_estimates(release) && release.method() != "gnf";
}

std::vector<Triple> counted(Session& session, const std::string& relation, const Pair& pair) {
  return triples(session.query("SELECT " + quoted_name(pair.first->column->name) + "::text, " +
                               quoted_name(pair.second->column->name) +
                               "::text, pg_catalog.count(*) FROM " + relation + " GROUP BY 1, 2"));
}

std::vector<Triple> estimated(Session& session, const PublishedRelease& release, const Pair& pair,
                              const std::string& method, double* largest_error) {
  const std::string first = pair.first->column->name;
  const std::string second = pair.second->column->name;
  const Rows rows = session.query(
      "SELECT groups ->> $3, groups ->> $4, estimate, standard_error FROM " + release.extension +
          "estimate($1::pg_catalog.regclass, group_by => $2::text[]::" + release.extension +
          "text_list, method => $5)",
      {release.sql, list_text({first, second}), first, second, method});
  if (largest_error != nullptr)
    for (int row = 0; row < rows.size(); ++row)
      *largest_error = std::max(*largest_error, number_of(rows.at(row, 3)).value_or(0));
  return triples(rows);
}

// Correlations of a relation's columns, by their names.
std::map<std::pair<std::string, std::string>, double> correlations(
    Session& session, const PublishedRelease& release, const std::string& relation,
    const std::vector<std::string>& left_out) {
  std::map<std::pair<std::string, std::string>, double> found;
  const Rows rows = session.query(
      "SELECT attribute_1, attribute_2, correlation FROM " + release.extension +
          "attribute_correlation($1::pg_catalog.regclass, identifiers => $2::text[]::" +
          release.extension + "text_list)",
      {relation, list_text(left_out)});
  for (int row = 0; row < rows.size(); ++row)
    found[std::minmax(std::string(rows.at(row, 0)), std::string(rows.at(row, 1)))] =
        number_of(rows.at(row, 2)).value_or(0);
  return found;
}

using Correlations = std::map<std::pair<std::string, std::string>, double>;

// Of what stands in one row: linked attributes as they are, others as one linking of many shows
// them.
Correlations published_correlations(Session& session, const PublishedRelease& release) {
  Correlations all;
  for (const PublishedRelation& relation : release.relations) {
    if (relation.with_role("weight") != nullptr) continue;
    std::vector<std::string> technical;
    for (const PublishedColumn& column : relation.columns)
      if (column.technical()) technical.push_back(column.name);
    if (relation.columns.size() - technical.size() < 2) continue;
    attempt(session, [&] { all.merge(correlations(session, release, relation.sql, technical)); });
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

double values_of(Session& session, const PublishedAttribute& attribute,
                 std::map<const PublishedAttribute*, double>& known) {
  const auto found = known.find(&attribute);
  if (found != known.end()) return found->second;
  const Rows rows = session.query("SELECT pg_catalog.count(*) FROM (SELECT DISTINCT " +
                                  quoted_name(attribute.column->name) + "::text FROM " +
                                  attribute.relation->sql + ") x");
  return known[&attribute] = number_of(rows.at(0, 0)).value_or(0);
}

// Whether there is a way to count both together.
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
      if (countable(release, pair) && (rating(pair) >= 0 || pair.has_sensitive()))
        all.push_back(pair);
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
  std::vector<Triple> published = by_rows ? counted(session, pair.first->relation->sql, pair)
                                          : estimated(session, release, pair, "mixed", nullptr);
  std::vector<Triple> likely;
  if (!pair.linked() && has_likelihood(release))
    attempt(session, [&] {
      likely = estimated(session, release, pair, "likelihood", &tables.largest_error);
    });
  published =
      taken_apart(taken_apart(published, *pair.first->column, true), *pair.second->column, false);
  std::vector<Triple> source;
  // Labels are no values of the source.
  const bool comparable =
      pair.first->column->reading != "label" && pair.second->column->reading != "label";
  if (release.record && comparable)
    attempt(session, [&] { source = counted(session, release.record->source, pair); });
  const Classes first(*pair.first->column, sums_of(published, true));
  const Classes second(*pair.second->column, sums_of(published, false));
  const std::vector<const std::vector<Triple>*> all = {&published, &likely, &source};
  const auto rows = used(first, all, true);
  const auto columns = used(second, all, false);
  tables.published = together(published, first, second, rows, columns);
  if (!likely.empty()) tables.estimated = together(likely, first, second, rows, columns);
  if (!source.empty()) tables.source = together(source, first, second, rows, columns);
  return tables;
}

}  // namespace microdata::client
