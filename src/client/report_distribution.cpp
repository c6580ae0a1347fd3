#include "client/report_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "client/report_html.hpp"

namespace microdata::client {

namespace {

constexpr int about_intervals = 12;
constexpr std::size_t most_values = 12;

// Returns the condition for rows of an edition that belong to persons. Counterfeits are NULL in all
// attributes except the sensitive one.
std::string persons_rows(const PublishedRelation& relation) {
  std::string condition;
  for (const PublishedColumn& column : relation.columns)
    if (!column.technical() && !column.sensitive())
      condition += (condition.empty() ? "" : " OR ") + quoted_name(column.name) + " IS NOT NULL";
  return condition.empty() ? "true" : "(" + condition + ")";
}

const PublishedRelation* table_of_persons(const PublishedRelease& release) {
  for (const PublishedRelation& relation : release.relations)
    if (relation.with_role("weight") == nullptr && relation.with_role("count") == nullptr)
      return &relation;
  return nullptr;
}

// Returns the values of an edition with counterfeits. In a bucket of n values and p persons, a
// value counts for p/n persons.
std::string values_of_edition(const PublishedRelease& release,
                              const PublishedAttribute& attribute) {
  const PublishedRelation& relation = *attribute.relation;
  const std::string column = quoted_name(attribute.column->name);
  const PublishedColumn* count = relation.with_role("count");
  const PublishedColumn* bucket = relation.with_role("bucket");
  const PublishedRelation* persons = table_of_persons(release);
  if (bucket == nullptr || persons == nullptr)
    return "SELECT " + column + " AS v, 1::float8 AS w FROM " + relation.sql;
  const std::string number = quoted_name(bucket->name);
  if (count == nullptr && !attribute.column->sensitive())
    return "SELECT " + column + " AS v, 1::float8 AS w FROM " + relation.sql + " WHERE " +
           persons_rows(relation);
  if (count == nullptr)
    return "SELECT " + column + " AS v, (pg_catalog.count(*) FILTER (WHERE " +
           persons_rows(relation) + ") OVER b)::float8 / pg_catalog.count(*) OVER b AS w FROM " +
           relation.sql + " WINDOW b AS (PARTITION BY " + number + ")";
  const std::string counted = output_as("s." + quoted_name(count->name), "float8");
  return "SELECT s." + column + " AS v, " + counted + " * p.persons / pg_catalog.sum(" + counted +
         ") OVER (PARTITION BY s." + number + ") AS w FROM " + relation.sql + " s JOIN (SELECT " +
         output_text(number) + " AS number, pg_catalog.count(*) AS persons FROM " + persons->sql +
         " GROUP BY 1) p ON p.number = " + output_text("s." + number);
}

// Returns a query for the source's values, each once for every person, or row, with the value.
std::string source_values(const PublishedRelease& release, const PublishedAttribute& attribute) {
  const std::string column = quoted_name(attribute.column->name);
  const OwnersRecord& record = *release.record;
  const bool rows =
      attribute.relation->with_role("member") != nullptr && !attribute.column->sensitive();
  std::string subject;
  if (release.persons_with_several_rows() && !rows && record.parameters.contains("subject"))
    for (const auto& name : record.parameters["subject"])
      subject += ", " + quoted_name(name.get<std::string>());
  const std::string distinct = subject.empty() ? "" : "DISTINCT ";
  return "SELECT v, 1::float8 AS w FROM (SELECT " + distinct + output_text(column) + " AS v" +
         subject + " FROM " + record.source + ") s";
}

// Returns an expression for a number that orders the values; for dates the days since 1970.
std::string projection(const PublishedColumn& column) {
  return column.date()
             ? "pg_catalog.date_part('epoch', " + output_as("v", "timestamp") + ") / 86400"
             : output_as("v", "float8");
}

// Returns the condition that a value can be in an interval, which NaN and infinity cannot.
std::string in_intervals(const PublishedColumn& column) {
  if (column.date()) return "pg_catalog.isfinite(" + output_as("v", "timestamp") + ")";
  return output_text("v") + " NOT IN ('NaN', 'Infinity', '-Infinity')";
}

struct Weighted {
  std::string label;
  bool null = false;
  double weight = 0;
};

std::vector<Weighted> weighted(const Rows& rows) {
  std::vector<Weighted> found;
  for (int row = 0; row < rows.size(); ++row)
    found.push_back({std::string(rows.at(row, 0)), rows.is_null(row, 0),
                     number_of(rows.at(row, 1)).value_or(0)});
  return found;
}

std::vector<Weighted> weighted(Session& session, const std::string& sql) {
  return weighted(session.query(sql));
}

std::vector<Weighted> weighted_of_source(Session& session, const std::string& sql) {
  return weighted(query_source(session, sql, 2));
}

void add_class(Distribution& distribution, const std::string& label, double published,
               double source, bool with_source) {
  if (published == 0 && source == 0) return;
  distribution.labels.push_back(label);
  distribution.published.push_back(published);
  if (with_source) distribution.source.push_back(source);
}

void add_others(Distribution& distribution, const std::string& label, double published,
                double source, bool with_source) {
  const std::size_t place = distribution.labels.size();
  add_class(distribution, label, published, source, with_source);
  if (distribution.labels.size() > place) distribution.others = place;
}

// Weights of the intervals, of NULL and of other values.
struct Counted {
  std::vector<double> intervals;
  double null = 0;
  double other = 0;
};

// Function that runs a statement with labels and weights.
using Weigh = std::vector<Weighted> (*)(Session&, const std::string&);

Counted counted_numbers(Session& session, Weigh weigh, const std::string& values,
                        const PublishedColumn& column, const Intervals& intervals) {
  Counted counted{std::vector<double>(static_cast<std::size_t>(intervals.count()), 0.0), 0, 0};
  const std::string place = "pg_catalog.floor((" + projection(column) + " - (" +
                            exact_text(intervals.begin()) + ")::float8) / " +
                            exact_text(intervals.width()) + "::float8 + 1e-9)";
  std::string sql = "SELECT CASE WHEN v IS NULL THEN NULL WHEN ";
  sql.append(in_intervals(column)).append(" THEN ").append(place);
  sql.append(" ELSE 'NaN' END, pg_catalog.sum(w) FROM (").append(values).append(") x GROUP BY 1");
  for (const Weighted& one : weigh(session, sql)) {
    const auto interval = number_of(one.label);
    if (one.null)
      counted.null += one.weight;
    else if (interval && *interval >= 0 && *interval < intervals.count())
      counted.intervals[static_cast<std::size_t>(*interval)] += one.weight;
    else
      counted.other += one.weight;
  }
  return counted;
}

Distribution in_order(const Intervals& intervals, const Counted& published, const Counted* source) {
  Distribution distribution;
  distribution.ordered = true;
  const auto of_source = [&](auto member) { return source != nullptr ? source->*member : 0.0; };
  for (int interval = 0; interval < intervals.count(); ++interval) {
    const auto place = static_cast<std::size_t>(interval);
    distribution.labels.push_back(intervals.label(interval));
    distribution.published.push_back(published.intervals[place]);
    if (source != nullptr) distribution.source.push_back(source->intervals[place]);
  }
  add_others(distribution, "other", published.other, of_source(&Counted::other), source != nullptr);
  add_class(distribution, missing_label, published.null, of_source(&Counted::null),
            source != nullptr);
  return distribution;
}

struct Frequencies {
  double published = 0;
  double source = 0;
};

// Returns the most frequent values, and all others together.
Distribution by_frequency(const std::vector<Weighted>& published,
                          const std::vector<Weighted>* source) {
  // The key distinguishes NULL from texts.
  std::map<std::pair<bool, std::string>, Frequencies> values;
  for (const Weighted& one : published)
    values[{one.null, one.label}].published += one.weight;
  if (source != nullptr)
    for (const Weighted& one : *source)
      values[{one.null, one.label}].source += one.weight;
  std::vector<std::pair<std::string, Frequencies>> ordered;
  for (const auto& [value, frequencies] : values)
    ordered.emplace_back(value.first            ? missing_label
                         : value.second.empty() ? "(empty text)"
                                                : value.second,
                         frequencies);
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& one, const auto& other) {
    return one.second.published + one.second.source > other.second.published + other.second.source;
  });
  const std::size_t shown = ordered.size() <= most_values + 1 ? ordered.size() : most_values;
  Distribution distribution;
  Frequencies rest;
  for (std::size_t place = 0; place < ordered.size(); ++place) {
    const auto& [label, frequencies] = ordered[place];
    if (place < shown) {
      add_class(distribution, label, frequencies.published, frequencies.source, source != nullptr);
      continue;
    }
    rest.published += frequencies.published;
    rest.source += frequencies.source;
  }
  add_others(distribution,
             count_text(static_cast<double>(ordered.size() - shown)) + " other values",
             rest.published, rest.source, source != nullptr);
  return distribution;
}

std::string grouped(const std::string& values) {
  return "SELECT " + output_text("v") + ", pg_catalog.sum(w) FROM (" + values + ") x GROUP BY 1";
}

Distribution of_values(Session& session, const PublishedRelease& release,
                       const PublishedAttribute& attribute) {
  const PublishedColumn& column = *attribute.column;
  const std::string values = published_values(release, attribute);
  const std::string of_source = release.record ? source_values(release, attribute) : "";
  if (column.ordered_number() || column.date()) {
    const Rows range = session.query(
        "SELECT pg_catalog.min(p), pg_catalog.max(p), pg_catalog.count(DISTINCT p), "
        "pg_catalog.bool_and(p = "
        "pg_catalog.floor(p)) FROM (SELECT " +
        projection(column) + " AS p FROM (" + values + ") x WHERE v IS NOT NULL AND " +
        in_intervals(column) + ") y");
    const auto least = number_of(range.at(0, 0));
    const auto greatest = number_of(range.at(0, 1));
    if (least && greatest) {
      const Intervals intervals(*least, *greatest, about_intervals, range.is_true(0, 3),
                                column.date());
      const Counted published = counted_numbers(session, weighted, values, column, intervals);
      if (!release.record) return in_order(intervals, published, nullptr);
      const Counted source =
          counted_numbers(session, weighted_of_source, of_source, column, intervals);
      return in_order(intervals, published, &source);
    }
  }
  std::vector<Weighted> published = weighted(session, grouped(values));
  if (!release.record) return by_frequency(published, nullptr);
  const std::vector<Weighted> source = weighted_of_source(session, grouped(of_source));
  return by_frequency(published, &source);
}

// Returns the distribution of ranges, each spread evenly over its extent.
Distribution of_ranges(Session& session, const PublishedRelease& release,
                       const PublishedAttribute& attribute) {
  const PublishedColumn& column = *attribute.column;
  const std::vector<Weighted> published =
      weighted(session, grouped(published_values(release, attribute)));
  std::vector<std::pair<Span, double>> spans;
  Counted counted;
  std::optional<double> least;
  std::optional<double> greatest;
  for (const Weighted& one : published) {
    const auto span = span_of(one.label, column.date());
    if (one.null || !span) {
      (one.null ? counted.null : counted.other) += one.weight;
      continue;
    }
    spans.emplace_back(*span, one.weight);
    for (const auto& end : {span->from, span->to}) {
      if (!end) continue;
      least = std::min(least.value_or(*end), *end);
      greatest = std::max(greatest.value_or(*end), *end);
    }
  }
  if (!least) return by_frequency(published, nullptr);
  const bool whole = column.whole_range();
  const Intervals intervals(*least, whole ? std::max(*least, *greatest - 1) : *greatest,
                            about_intervals, whole, column.date());
  counted.intervals.assign(static_cast<std::size_t>(intervals.count()), 0.0);
  for (const auto& [span, weight] : spans)
    intervals.spread(span, weight, counted.intervals);
  Distribution distribution;
  if (release.record) {
    const Counted source = counted_numbers(session, weighted_of_source,
                                           source_values(release, attribute), column, intervals);
    distribution = in_order(intervals, counted, &source);
  } else {
    distribution = in_order(intervals, counted, nullptr);
  }
  distribution.reading = "Published ranges are spread evenly over what they cover.";
  return distribution;
}

// Returns the published values together with the source's, if these may be shown.
Distribution beside_source(Session& session, const PublishedRelease& release,
                           const PublishedAttribute& attribute,
                           const std::vector<Weighted>& published) {
  if (!release.record) return by_frequency(published, nullptr);
  const std::vector<Weighted> source =
      weighted_of_source(session, grouped(source_values(release, attribute)));
  return by_frequency(published, &source);
}

// Returns the distribution of sets. A set counts equally for each of its values, and * for all
// values that other rows show.
Distribution of_sets(Session& session, const PublishedRelease& release,
                     const PublishedAttribute& attribute) {
  const std::string values = "SELECT " + output_text("p.v") + " AS v, p.w FROM (" +
                             published_values(release, attribute) + ") p";
  const std::string elements =
      "CASE WHEN v IS NULL THEN ARRAY[NULL]::text[] WHEN v LIKE '{%' THEN v::text[] "
      "ELSE ARRAY[v] END";
  const std::string shown = "SELECT " + elements + " AS a, pg_catalog.sum(w) AS w FROM (" + values +
                            ") x WHERE v IS NULL OR v <> '*' GROUP BY 1";
  const std::string sql =
      "WITH shown AS MATERIALIZED (" + shown +
      "), one AS MATERIALIZED (SELECT e, pg_catalog.sum(w / pg_catalog.cardinality(a)) AS w "
      "FROM shown, pg_catalog.unnest(a) e GROUP BY 1), anything AS (SELECT "
      "COALESCE(pg_catalog.sum(w), 0) AS w FROM (" +
      values +
      ") x WHERE v = '*') SELECT e, one.w + anything.w / pg_catalog.count(*) OVER () FROM "
      "one, anything";
  std::vector<Weighted> published = weighted(session, sql);
  if (published.empty()) published = weighted(session, grouped(values));
  Distribution distribution = beside_source(session, release, attribute, published);
  distribution.reading = "A published set counts for each of its values alike.";
  return distribution;
}

Distribution of_multisets(Session& session, const PublishedRelease& release,
                          const PublishedAttribute& attribute) {
  std::map<std::string, double> sums;
  for (const Weighted& one : weighted(session, grouped(published_values(release, attribute)))) {
    const auto counts = multiset_of(one.label);
    const double all =
        std::accumulate(counts.begin(), counts.end(), 0.0,
                        [](double sum, const auto& pair) { return sum + pair.second; });
    for (const auto& [value, count] : counts)
      sums[value] += one.weight * count / all;
  }
  std::vector<Weighted> published;
  for (const auto& [value, weight] : sums)
    published.push_back({value == missing_label ? "" : value, value == missing_label, weight});
  Distribution distribution = beside_source(session, release, attribute, published);
  distribution.reading = "The values that the published multisets list, each as often as listed.";
  return distribution;
}

// Returns the distribution of labels. estimate_count of the extension counts the values for which
// labels stand.
Distribution of_labels(Session& session, const PublishedRelease& release,
                       const PublishedAttribute& attribute) {
  std::vector<Weighted> published =
      weighted(session, grouped(published_values(release, attribute)));
  if (!release.record) {
    Distribution distribution = by_frequency(published, nullptr);
    distribution.reading = "The labels of the hierarchy, as they are published.";
    return distribution;
  }
  const double all =
      std::accumulate(published.begin(), published.end(), 0.0,
                      [](double sum, const Weighted& one) { return sum + one.weight; });
  const std::vector<Weighted> source = weighted_of_source(
      session, grouped(source_values(release, attribute)) + " ORDER BY 2 DESC, 1");
  Distribution distribution;
  double estimated = 0;
  double rest = 0;
  for (std::size_t place = 0; place < source.size(); ++place) {
    const Weighted& one = source[place];
    if (place >= most_values) {
      rest += one.weight;
      continue;
    }
    const nlohmann::json value = one.null ? nlohmann::json() : nlohmann::json(one.label);
    const nlohmann::json predicate = {{attribute.column->name, value}};
    const Rows count =
        session.query("SELECT " + release.extension +
                          "estimate_count($1::pg_catalog.regclass, $2::pg_catalog.jsonb)",
                      {release.sql, predicate.dump()});
    const double expected = number_of(count.at(0, 0)).value_or(0);
    estimated += expected;
    add_class(distribution, one.null ? missing_label : one.label, expected, one.weight, true);
  }
  add_others(distribution, "other values", std::max(0.0, all - estimated), rest, true);
  distribution.reading = "Of the release: the number to be expected from the published labels.";
  return distribution;
}

}  // namespace

std::string published_values(const PublishedRelease& release, const PublishedAttribute& attribute) {
  const PublishedRelation& relation = *attribute.relation;
  const std::string column = quoted_name(attribute.column->name);
  if (release.edition() && !release.persons_with_several_rows())
    return values_of_edition(release, attribute);
  if (const PublishedColumn* count = relation.with_role("count"))
    return "SELECT " + column + " AS v, " + output_as(quoted_name(count->name), "float8") +
           " AS w FROM " + relation.sql;
  const PublishedColumn* member = relation.with_role("member");
  const PublishedColumn* bucket = relation.with_role("bucket");
  // A set can have a value in several combinations.
  if (member != nullptr && bucket != nullptr && attribute.column->sensitive())
    return "SELECT v, 1::float8 AS w FROM (SELECT DISTINCT " + column + " AS v, " +
           quoted_name(bucket->name) + ", " + quoted_name(member->name) + " FROM " + relation.sql +
           ") s";
  return "SELECT " + column + " AS v, 1::float8 AS w FROM " + relation.sql;
}

Distribution distribution_of(Session& session, const PublishedRelease& release,
                             const PublishedAttribute& attribute) {
  const std::string& reading = attribute.column->reading;
  const bool of_member = attribute.relation->with_role("member") != nullptr;
  Distribution distribution = reading == "range"      ? of_ranges(session, release, attribute)
                              : reading == "set"      ? of_sets(session, release, attribute)
                              : reading == "multiset" ? of_multisets(session, release, attribute)
                              : reading == "label"    ? of_labels(session, release, attribute)
                                                      : of_values(session, release, attribute);
  distribution.unit =
      of_member ? (attribute.column->sensitive() ? "values of sets" : "rows") : "persons";
  return distribution;
}

}  // namespace microdata::client
