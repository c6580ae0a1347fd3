#include "postgres/hierarchies/hierarchy_meaning.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "postgres/server/json.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  // NaN is the largest of all.
  return std::isnan(number) ? infinity : number;
}

// What is at least `low` and below `high`.
ValueRange half_open(double low, double high, bool whole) {
  if (whole) return {std::ceil(low), std::ceil(high) - 1, false, 1};
  return {low, std::nextafter(high, -infinity), false, 1};
}

std::optional<ValueRange> interval_of(std::string_view label, bool whole) {
  if (label.starts_with('<')) {
    const auto bound = number_in(label.substr(1));
    return bound ? std::optional(half_open(-infinity, *bound, whole)) : std::nullopt;
  }
  if (label.starts_with(">=")) {
    const auto bound = number_in(label.substr(2));
    return bound ? std::optional(ValueRange{whole ? std::ceil(*bound) : *bound, infinity, false, 1})
                 : std::nullopt;
  }
  if (label.starts_with('[') && label.ends_with(')')) {
    const std::size_t comma = label.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto low = number_in(label.substr(1, comma - 1));
    const auto high = number_in(label.substr(comma + 1, label.size() - comma - 2));
    return low && high ? std::optional(half_open(*low, *high, whole)) : std::nullopt;
  }
  const auto value = number_in(label);
  return value ? std::optional(ValueRange{*value, *value, false, 1}) : std::nullopt;
}

// The root stands for what the hierarchy divides.
ValueRange divided(const HierarchyRecord& hierarchy, bool whole) {
  const Json definition = Json::parse(hierarchy.definition);
  return half_open(number_in(definition["lower"].text().value_or("")).value_or(-infinity),
                   number_in(definition["upper"].text().value_or("")).value_or(infinity), whole);
}

// Start and end of what date_labels (hierarchies.cpp) wrote, in seconds from 2000-01-01; of what is
// no such label but a value, that twice. They are computed in the years 2000 to 2399, from which
// the calendar repeats itself, as labels may be of days that no timestamp reaches.
constexpr const char* date_ranges =
    "SELECT pg_catalog.date_part('epoch', b.low) - 946684800 + c.cycles * 12622780800.0, "
    "pg_catalog.date_part('epoch', b.low + u.width) - 946684800 + c.cycles * 12622780800.0, "
    "u.width IS NULL "
    "FROM pg_catalog.unnest($1::pg_catalog.text[]) WITH ORDINALITY v (label, n) "
    "CROSS JOIN LATERAL (SELECT pg_catalog.regexp_replace(v.label, ' BC$', '') AS text) t "
    "CROSS JOIN LATERAL (SELECT CASE "
    "WHEN t.text ~ '^\\d{4,}-\\d\\d-\\d\\d$' THEN '1 day' "
    "WHEN t.text ~ '^\\d{4,}-W\\d\\d$' THEN '7 days' "
    "WHEN t.text ~ '^\\d{4,}-Q\\d$' THEN '3 months' "
    "WHEN t.text ~ '^\\d{4,}-\\d\\d$' THEN '1 month' "
    "WHEN t.text ~ '^\\d{4,}$' THEN '1 year' "
    "WHEN t.text ~ '^\\d{4,}s$' THEN '10 years' "
    "WHEN t.text ~ '^\\d{4,}-\\d{4,}$' THEN '100 years' END::pg_catalog.interval AS width) u "
    "CROSS JOIN LATERAL (SELECT CASE WHEN u.width IS NOT NULL "
    "THEN pg_catalog.rtrim(pg_catalog.split_part(t.text, '-', 1), 's')::pg_catalog.int4 END "
    "AS shown) s "
    "CROSS JOIN LATERAL (SELECT CASE WHEN v.label LIKE '% BC' THEN 1 - s.shown ELSE s.shown END "
    "AS year) a "
    "CROSS JOIN LATERAL (SELECT COALESCE(pg_catalog.floor((a.year - 2000) / 400.0), 0)"
    "::pg_catalog.int4 AS cycles) c "
    "CROSS JOIN LATERAL (SELECT (a.year - 400 * c.cycles)::pg_catalog.text AS year, "
    "pg_catalog.split_part(t.text, '-', 2) AS rest) y "
    "CROSS JOIN LATERAL (SELECT CASE "
    "WHEN u.width IS NULL THEN v.label::pg_catalog.timestamp "
    "WHEN u.width = '1 day' THEN (y.year || '-' || y.rest || '-' || "
    "pg_catalog.split_part(t.text, '-', 3))::pg_catalog.timestamp "
    "WHEN u.width = '7 days' "
    "THEN pg_catalog.to_date(y.year || '-' || y.rest, 'IYYY-\"W\"IW')::pg_catalog.timestamp "
    "WHEN u.width = '3 months' THEN (y.year || '-' || "
    "pg_catalog.right(t.text, 1)::pg_catalog.int4 * 3 - 2 || '-1')::pg_catalog.timestamp "
    "WHEN u.width = '1 month' THEN (y.year || '-' || y.rest || '-1')::pg_catalog.timestamp "
    "ELSE (y.year || '-1-1')::pg_catalog.timestamp END AS low) b "
    "ORDER BY v.n";

std::vector<std::optional<ValueRange>> date_ranges_of(const AttributeType& type, bool whole,
                                                      const std::vector<std::string>& labels) {
  const PlainText settings;
  const SafeSearchPath path;
  const bool in_days = type.projection == Projection::date;
  const double unit = in_days ? 1.0 / 86400 : 1e6;
  std::vector<std::optional<ValueRange>> ranges;
  for (const ResultRow& row : query(date_ranges, {to_name_array(labels)})) {
    const auto low = number_in(row[0].value_or(""));
    const auto high = number_in(row[1].value_or(""));
    if (!low) {
      ranges.emplace_back();
    } else if (row[2] == "t" || !high) {
      const double value = std::round(*low * unit);
      ranges.emplace_back(ValueRange{value, value, false, 1});
    } else {
      ranges.emplace_back(half_open(std::round(*low * unit), std::round(*high * unit), whole));
    }
  }
  return ranges;
}

}  // namespace

std::unordered_map<std::string, std::vector<std::string>> values_under_labels(
    const HierarchyRecord& hierarchy, std::optional<std::size_t> shown, const Progress& progress) {
  const std::vector<std::string> recorded = recorded_labels(hierarchy);
  std::unordered_map<std::string, std::vector<std::string>> result;
  for (std::size_t level = 0; level < hierarchy.levels; ++level) {
    if (shown && *shown != level) continue;
    std::unordered_map<std::string, std::vector<std::string>> of_level;
    for (std::size_t at = 0; at + hierarchy.levels <= recorded.size(); at += hierarchy.levels) {
      progress.checkpoint_at(at / hierarchy.levels);
      of_level[recorded[at + level]].push_back(recorded[at]);
    }
    for (auto& [label, values] : of_level)
      result[label] = std::move(values);
  }
  return result;
}

std::optional<std::size_t> kept_characters(const HierarchyRecord& hierarchy, std::size_t level) {
  if (level == 0 || level + 1 >= hierarchy.levels) return std::nullopt;
  const std::vector<std::string> kept = Json::parse(hierarchy.definition)["keep"].texts();
  const auto number = level <= kept.size() ? number_in(kept[level - 1]) : std::nullopt;
  if (!number) return std::nullopt;
  return static_cast<std::size_t>(std::clamp(*number, 0.0, static_cast<double>(MaxAllocSize)));
}

std::vector<std::optional<ValueRange>> ranges_of_labels(const HierarchyRecord& hierarchy,
                                                        const AttributeType& type, bool whole,
                                                        const std::vector<std::string>& labels) {
  std::vector<std::optional<ValueRange>> ranges;
  if (hierarchy.kind == HierarchyKind::date) {
    std::vector<std::string> dates;
    for (const std::string& label : labels) {
      if (label != everything_label) dates.push_back(label);
    }
    std::vector<std::optional<ValueRange>> of_dates = date_ranges_of(type, whole, dates);
    std::size_t next = 0;
    for (const std::string& label : labels) {
      ranges.push_back(label == everything_label ? ValueRange{-infinity, infinity, false, 1}
                                                 : of_dates[next++]);
    }
    return ranges;
  }
  for (const std::string& label : labels)
    ranges.push_back(label == everything_label ? divided(hierarchy, whole)
                                               : interval_of(label, whole));
  return ranges;
}

}  // namespace microdata::postgres
