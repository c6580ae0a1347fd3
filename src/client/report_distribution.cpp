// Distributions by attribute: frequencies of the published values and, if the owner of the source
// asks, of the source's values.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "client/report.hpp"
#include "client/report_classes.hpp"

namespace microdata::client {

namespace {

constexpr int about_intervals = 12;
constexpr std::size_t most_values = 12;
constexpr std::size_t label_characters = 48;

// Returns a query for the source's values, each once for every person, or row, with the value.
std::string source_values(const PublishedRelease& release, const PublishedAttribute& attribute) {
  const std::string column = quoted_name(attribute.column->name);
  const OwnersRecord& record = *release.record;
  const PublishedRelation& relation = *attribute.relation;
  const bool rows = relation.with_role("person") != nullptr ||
                    (relation.with_role("member") != nullptr && !attribute.column->sensitive());
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

struct Frequencies {
  double published = 0;
  double source = 0;
};

// Member of Frequencies that is counted.
using Side = double Frequencies::*;
constexpr Side of_release = &Frequencies::published;
constexpr Side of_source = &Frequencies::source;

struct Distribution {
  // True if classes have their own order, such as intervals, and are not sorted by frequency.
  bool ordered = false;
  // True if the classes have frequencies in the source.
  bool beside_source = false;
  // Explanation of the classes, if they are not plain values.
  std::string reading;
  std::vector<std::pair<std::string, Frequencies>> classes;
  // Index of the class of all other values together, if there is one.
  std::optional<std::size_t> others;

  void add(const std::string& label, const Frequencies& frequencies) {
    if (frequencies.published != 0 || frequencies.source != 0)
      classes.emplace_back(label, frequencies);
  }
  void add_others(const std::string& label, const Frequencies& frequencies) {
    const std::size_t place = classes.size();
    add(label, frequencies);
    if (classes.size() > place) others = place;
  }
  double sum(Side side) const {
    return std::accumulate(classes.begin(), classes.end(), 0.0,
                           [&](double sum, const auto& one) { return sum + one.second.*side; });
  }
};

// Attribute whose distribution is asked for.
struct Asked {
  Session& session;
  const PublishedRelease& release;
  const PublishedAttribute& attribute;

  const PublishedColumn& column() const { return *attribute.column; }
  bool owner() const { return release.record.has_value(); }
  // Returns a query for the values v with their weights w.
  std::string values(Side side) const {
    return side == of_source ? source_values(release, attribute)
                             : published_values(release, attribute);
  }
  // Returns the rows of a statement with labels and weights.
  std::vector<Weighted> weighted(Side side, const std::string& sql) const {
    const Rows rows = side == of_source ? query_source(session, sql, 2) : session.query(sql);
    std::vector<Weighted> found;
    for (int row = 0; row < rows.size(); ++row)
      found.push_back({std::string(rows.at(row, 0)), rows.is_null(row, 0),
                       number_of(rows.at(row, 1)).value_or(0)});
    return found;
  }
  // Returns the values, each once.
  std::vector<Weighted> grouped(Side side, const std::string& order = "") const {
    return weighted(side, "SELECT " + output_text("v") + ", pg_catalog.sum(w) FROM (" +
                              values(side) + ") x GROUP BY 1" + order);
  }
};

// Frequencies of the intervals, then of other values, then of NULL.
using Counts = std::vector<Frequencies>;

void count_numbers(const Asked& asked, Side side, const Intervals& intervals, Counts& counts) {
  const PublishedColumn& column = asked.column();
  const std::string place = "pg_catalog.width_bucket(" + projection(column) + ", '" +
                            intervals.ends() + "'::float8[]) - 1";
  const std::string sql = "SELECT CASE WHEN v IS NULL THEN NULL WHEN " + in_intervals(column) +
                          " THEN " + place + " ELSE -1 END, pg_catalog.sum(w) FROM (" +
                          asked.values(side) + ") x GROUP BY 1";
  for (const Weighted& one : asked.weighted(side, sql)) {
    const double interval = number_of(one.label).value_or(-1);
    const std::size_t at = one.null ? counts.size() - 1
                           : interval >= 0 && interval < intervals.count()
                               ? static_cast<std::size_t>(interval)
                               : counts.size() - 2;
    counts[at].*side += one.weight;
  }
}

// Returns the distribution over intervals. The values of the source are counted, if the owner asks.
Distribution in_order(const Asked& asked, const Intervals& intervals, Counts counts) {
  Distribution distribution;
  distribution.ordered = true;
  distribution.beside_source = asked.owner();
  if (asked.owner()) count_numbers(asked, of_source, intervals, counts);
  for (int interval = 0; interval < intervals.count(); ++interval)
    distribution.classes.emplace_back(intervals.label(interval),
                                      counts[static_cast<std::size_t>(interval)]);
  distribution.add_others("other", counts[counts.size() - 2]);
  distribution.add(missing_label, counts.back());
  return distribution;
}

// Returns the most frequent values, and all others together.
Distribution by_frequency(const Asked& asked, const std::vector<Weighted>& published,
                          bool beside_source) {
  // The key distinguishes NULL from texts.
  std::map<std::pair<bool, std::string>, Frequencies> values;
  for (const Weighted& one : published)
    values[{one.null, one.label}].published += one.weight;
  if (beside_source)
    for (const Weighted& one : asked.grouped(of_source))
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
  distribution.beside_source = beside_source;
  Frequencies rest;
  for (std::size_t place = 0; place < ordered.size(); ++place) {
    const auto& [label, frequencies] = ordered[place];
    if (place < shown) {
      distribution.add(label, frequencies);
      continue;
    }
    rest.published += frequencies.published;
    rest.source += frequencies.source;
  }
  distribution.add_others(count_text(static_cast<double>(ordered.size() - shown)) + " other values",
                          rest);
  return distribution;
}

Distribution of_values(const Asked& asked) {
  const PublishedColumn& column = asked.column();
  if (column.ordered_number() || column.date()) {
    const Rows range = asked.session.query(
        "SELECT pg_catalog.min(p), pg_catalog.max(p), pg_catalog.bool_and(p = "
        "pg_catalog.floor(p)) FROM (SELECT " +
        projection(column) + " AS p FROM (" + asked.values(of_release) +
        ") x WHERE v IS NOT NULL AND " + in_intervals(column) + ") y");
    const auto least = number_of(range.at(0, 0));
    const auto greatest = number_of(range.at(0, 1));
    if (least && greatest) {
      const Intervals intervals(*least, *greatest, about_intervals, range.is_true(0, 2),
                                column.date());
      Counts counts(static_cast<std::size_t>(intervals.count()) + 2);
      count_numbers(asked, of_release, intervals, counts);
      return in_order(asked, intervals, std::move(counts));
    }
  }
  return by_frequency(asked, asked.grouped(of_release), asked.owner());
}

// Returns the distribution of ranges, each spread evenly over its extent.
Distribution of_ranges(const Asked& asked) {
  const PublishedColumn& column = asked.column();
  const std::vector<Weighted> published = asked.grouped(of_release);
  std::vector<std::pair<Span, double>> spans;
  Frequencies null;
  Frequencies other;
  std::optional<double> least;
  std::optional<double> greatest;
  for (const Weighted& one : published) {
    const auto span = span_of(one.label, column.date());
    if (one.null || !span) {
      (one.null ? null : other).published += one.weight;
      continue;
    }
    spans.emplace_back(*span, one.weight);
    for (const auto& end : {span->from, span->to}) {
      if (!end) continue;
      least = std::min(least.value_or(*end), *end);
      greatest = std::max(greatest.value_or(*end), *end);
    }
  }
  if (!least) return by_frequency(asked, published, false);
  const bool whole = column.whole_range();
  const Intervals intervals(*least, whole ? std::max(*least, *greatest - 1) : *greatest,
                            about_intervals, whole, column.date());
  std::vector<double> spread(static_cast<std::size_t>(intervals.count()), 0.0);
  for (const auto& [span, weight] : spans)
    intervals.spread(span, weight, spread);
  Counts counts;
  for (const double weight : spread)
    counts.push_back({weight, 0});
  counts.push_back(other);
  counts.push_back(null);
  Distribution distribution = in_order(asked, intervals, std::move(counts));
  distribution.reading = "Published ranges are spread evenly over what they cover.";
  return distribution;
}

// Returns the distribution of sets. A set counts equally for each of its values, and * for all
// values that other rows show.
Distribution of_sets(const Asked& asked) {
  const std::string values =
      "SELECT " + output_text("p.v") + " AS v, p.w FROM (" + asked.values(of_release) + ") p";
  const std::string elements =
      "CASE WHEN v IS NULL THEN ARRAY[NULL]::text[] WHEN v LIKE '{%' THEN v::text[] "
      "ELSE ARRAY[v] END";
  const std::string shown = "SELECT " + elements + " AS a, pg_catalog.sum(w) AS w FROM (" + values +
                            ") x WHERE v IS NULL OR v <> '*' GROUP BY 1";
  std::vector<Weighted> published = asked.weighted(
      of_release,
      "WITH shown AS MATERIALIZED (" + shown +
          "), one AS MATERIALIZED (SELECT e, pg_catalog.sum(w / pg_catalog.cardinality(a)) AS w "
          "FROM shown, pg_catalog.unnest(a) e GROUP BY 1), anything AS (SELECT "
          "COALESCE(pg_catalog.sum(w), 0) AS w FROM (" +
          values +
          ") x WHERE v = '*') SELECT e, one.w + anything.w / pg_catalog.count(*) OVER () FROM "
          "one, anything");
  if (published.empty()) published = asked.grouped(of_release);
  Distribution distribution = by_frequency(asked, published, asked.owner());
  distribution.reading = "A published set counts for each of its values alike.";
  return distribution;
}

Distribution of_multisets(const Asked& asked) {
  std::map<std::string, double> sums;
  for (const Weighted& one : asked.grouped(of_release)) {
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
  Distribution distribution = by_frequency(asked, published, asked.owner());
  distribution.reading = "The values that the published multisets list, each as often as listed.";
  return distribution;
}

// Returns the distribution of labels. estimate_count of the extension counts the values for which
// labels stand.
Distribution of_labels(const Asked& asked) {
  const std::vector<Weighted> published = asked.grouped(of_release);
  if (!asked.owner()) {
    Distribution distribution = by_frequency(asked, published, false);
    distribution.reading = "The labels of the hierarchy, as they are published.";
    return distribution;
  }
  Distribution distribution;
  distribution.beside_source = true;
  double all = 0;
  for (const Weighted& one : published)
    all += one.weight;
  double estimated = 0;
  Frequencies rest;
  std::size_t place = 0;
  for (const Weighted& one : asked.grouped(of_source, " ORDER BY 2 DESC, 1")) {
    if (place++ >= most_values) {
      rest.source += one.weight;
      continue;
    }
    const nlohmann::json value = one.null ? nlohmann::json() : nlohmann::json(one.label);
    const nlohmann::json predicate = {{asked.attribute.name(), value}};
    const Rows count =
        asked.session.query("SELECT " + asked.release.extension +
                                "estimate_count($1::pg_catalog.regclass, $2::pg_catalog.jsonb)",
                            {asked.release.sql, predicate.dump()});
    const double expected = number_of(count.at(0, 0)).value_or(0);
    estimated += expected;
    distribution.add(one.null ? missing_label : one.label, {expected, one.weight});
  }
  rest.published = std::max(0.0, all - estimated);
  distribution.add_others("other values", rest);
  distribution.reading = "Of the release: the number to be expected from the published labels.";
  return distribution;
}

Distribution distribution_of(const Asked& asked) {
  const std::string& reading = asked.column().reading;
  return reading == "range"      ? of_ranges(asked)
         : reading == "set"      ? of_sets(asked)
         : reading == "multiset" ? of_multisets(asked)
         : reading == "label"    ? of_labels(asked)
                                 : of_values(asked);
}

// Returns the most frequent value in a sentence, and how far source and release differ: half the
// sum of the differences of shares.
std::string sentence_of(const std::string& name, const std::string& unit,
                        const Distribution& distribution) {
  const double all = distribution.sum(of_release);
  if (all <= 0) return "No value of " + name + " is published.";
  const std::pair<std::string, Frequencies>* most = nullptr;
  for (std::size_t place = 0; place < distribution.classes.size(); ++place) {
    const auto& one = distribution.classes[place];
    if (place != distribution.others &&
        one.second.published > (most == nullptr ? 0 : most->second.published))
      most = &one;
  }
  if (most == nullptr) return "No value of " + name + " is shown by itself.";
  std::string sentence = "Of " + name + ", " + shortened(most->first, label_characters) +
                         " is the most frequent, with " + count_text(most->second.published) +
                         " of " + count_text(all) + " " + unit + " (" +
                         percent_text(most->second.published / all) + ").";
  if (!distribution.beside_source) return sentence;
  const double source = distribution.sum(of_source);
  double distance = 0;
  if (source > 0)
    for (const auto& [label, one] : distribution.classes)
      distance += std::abs(one.published / all - one.source / source) / 2;
  return sentence + " Source and release differ in " + percent_text(distance) + " of the " + unit +
         ".";
}

Chart chart_of(const Asked& asked, std::size_t number) {
  const Distribution distribution = distribution_of(asked);
  const std::string& name = asked.attribute.name();
  const PublishedRelation& relation = *asked.attribute.relation;
  const bool sets = relation.with_role("member") != nullptr;
  Chart chart(distribution.ordered ? "columns" : "bars", "distribution-" + std::to_string(number),
              name,
              relation.with_role("person") != nullptr ? "rows"
              : !sets                                 ? "persons"
              : asked.column().sensitive()            ? "values of sets"
                                                      : "rows");
  chart.small = true;
  chart.description = sentence_of(name, chart.x_label, distribution) +
                      (distribution.reading.empty() ? "" : " ") + distribution.reading;
  if (distribution.beside_source)
    chart.head = {name, "Source", "Release"};
  else
    chart.head = {name, "Published"};
  for (const auto& [label, frequencies] : distribution.classes) {
    chart.rows.push_back({Cell::text(shortened(label, label_characters))});
    if (distribution.beside_source) chart.rows.back().push_back(Cell::count(frequencies.source));
    chart.rows.back().push_back(Cell::count(frequencies.published));
  }
  return chart;
}

}  // namespace

void write_distributions(Report& report) {
  report.html.open("div", {{"class", "grid"}});
  std::size_t number = 0;
  for (const PublishedAttribute& attribute : report.release.attributes) {
    ++number;
    report.try_to("The distribution of " + attribute.name(), true, [&] {
      write_chart(report.html, chart_of({report.session, report.release, attribute}, number));
    });
  }
  report.html.close("div");
}

}  // namespace microdata::client
