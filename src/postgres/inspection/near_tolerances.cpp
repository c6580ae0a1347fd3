#include "postgres/inspection/near_tolerances.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

constexpr double seconds_of_day = 86400;
constexpr double microseconds_of_day = 1e6 * seconds_of_day;

bool has_numbers(const AttributeType& type) {
  return type.projection != Projection::none && type.comparison == Comparison::order;
}

double unit_of(const AttributeType& type) {
  return is_of_numbers(type.projection) || type.projection == Projection::date
             ? 1
             : microseconds_of_day;
}

// A column's number in the units of the argument, for statements; NULL where it is not finite.
std::string number_in_sql(const SourceColumn& column) {
  const std::string name = quote_name(column.name);
  // A numeric may be too large for a float8, and the sum of the squares of these.
  constexpr const char* range = " BETWEEN -1e150 AND 1e150 THEN ";
  std::string number = name + "::pg_catalog.float8";
  std::string checked = name;
  if (column.type.projection == Projection::date) {
    // Not every date is a timestamp.
    number = "CASE WHEN pg_catalog.isfinite(" + name + ") THEN " + name +
             " OPERATOR(pg_catalog.-) '2000-01-01'::pg_catalog.date END";
    checked = number;
  } else if (!is_of_numbers(column.type.projection)) {
    number =
        "pg_catalog.date_part('epoch', " + name + ") / " + microdata::to_string(seconds_of_day);
    checked = number;
  }
  return "CASE WHEN " + checked + range + number + " END";
}

// The standard deviations of columns, which have numbers: 0 without any.
std::vector<double> deviations(const Source& source, const std::vector<SourceColumn>& columns) {
  std::vector<double> result;
  if (columns.empty()) return result;
  std::string statement;
  for (const SourceColumn& column : columns) {
    statement += (statement.empty() ? "SELECT " : ", ");
    statement += "pg_catalog.stddev_pop(" + number_in_sql(column) + ")";
  }
  const PlainText settings;
  const std::vector<ResultRow> rows =
      query_rows(statement + " FROM " + qualified_name(source.relation));
  for (const std::optional<std::string>& deviation : rows.front())
    result.push_back(deviation ? to_number(*deviation) : 0);
  return result;
}

// Rules make any attribute sensitive.
bool may_be_guessed(const Release& release, const ReleaseAttribute& attribute) {
  return attribute.role == Role::sensitive || release_parameter(release, "rules").has_value();
}

struct GivenTolerance {
  // Empty: of all attributes.
  std::string attribute;
  std::string json;
  // A number of 0 or more, which a float8 has room for.
  bool is_number = false;
  std::string text;

  bool is_percentage() const { return text.ends_with('%'); }
};

std::vector<GivenTolerance> read_given(const std::string& json) {
  std::vector<GivenTolerance> result;
  for (const ResultRow& row :
       query("SELECT g.key, g.value::pg_catalog.text, CASE WHEN pg_catalog.jsonb_typeof(g.value) = "
             "'number' THEN g.value::pg_catalog.numeric BETWEEN 0 AND 1e150 END, "
             "g.value #>> '{}' FROM pg_catalog.jsonb_each(CASE pg_catalog.jsonb_typeof("
             "$1::pg_catalog.jsonb) WHEN 'object' THEN $1::pg_catalog.jsonb ELSE "
             "pg_catalog.jsonb_build_object('', $1::pg_catalog.jsonb) END) g",
             {json})) {
    result.push_back({row[0].value(), row[1].value(), row[2] == "t", row[3].value_or("")});
  }
  return result;
}

std::optional<double> percentage(std::string_view text) {
  if (text.empty() || text.back() != '%') return std::nullopt;
  text.remove_suffix(1);
  constexpr std::size_t longest = 20;
  const bool is_plain = !text.empty() && text.size() <= longest &&
                        std::count(text.begin(), text.end(), '.') <= 1 && text.front() != '.' &&
                        text.back() != '.' &&
                        text.find_first_not_of("0123456789.") == std::string_view::npos;
  if (!is_plain) return std::nullopt;
  const double number = to_number(text);
  return number < 100 ? std::optional(number) : std::nullopt;
}

Tolerance tolerance_of(const GivenTolerance& given, const AttributeType& type) {
  if (given.is_number) {
    return {to_number(given.text) * unit_of(type), false};
  }
  const std::optional<double> share = percentage(given.text);
  if (share && is_of_numbers(type.projection)) return {*share / 100, true};
  constexpr std::size_t longest = 40;
  const std::string what = given.json.size() > longest ? "" : ", not " + given.json;
  const std::string of =
      given.attribute.empty() ? "tolerance" : "tolerance of " + in_quotes(given.attribute);
  Error error(ERRCODE_INVALID_PARAMETER_VALUE,
              of + " must be a number, 0 or more, or a percentage below 100%" + what);
  if (!is_of_numbers(type.projection)) {
    throw std::move(error).hint("Of dates and times the tolerance is a number of days.");
  }
  throw std::move(error).hint(R"(Use tolerance => '{"salary": 100}' or '{"salary": "5%"}'.)");
}

}  // namespace

NearTolerances::NearTolerances(const Release& release, const std::optional<std::string>& given) {
  std::vector<std::string> names;
  std::vector<SourceColumn> columns;
  const Source source = open_source(*release.source);
  std::vector<GivenTolerance> tolerances;
  if (given) tolerances = read_given(*given);
  const auto find = [&](const std::string& attribute) {
    return std::find_if(tolerances.begin(), tolerances.end(),
                        [&](const GivenTolerance& one) { return one.attribute == attribute; });
  };
  for (const ReleaseAttribute& attribute : release.attributes) {
    const SourceColumn* const column = source.find(attribute.source_name);
    if (column == nullptr || !has_numbers(column->type)) continue;
    if (!may_be_guessed(release, attribute) || of_.contains(attribute.name)) continue;
    units_[attribute.name] = unit_of(column->type);
    auto asked = find(attribute.name);
    if (asked == tolerances.end()) asked = find("");
    // A percentage for all attributes is one of their numbers.
    if (asked != tolerances.end() && asked->attribute.empty() && asked->is_percentage() &&
        !is_of_numbers(column->type.projection))
      asked = tolerances.end();
    of_[attribute.name] =
        asked == tolerances.end() ? Tolerance() : tolerance_of(*asked, column->type);
    if (asked != tolerances.end()) continue;
    names.push_back(attribute.name);
    columns.push_back(*column);
  }
  for (const GivenTolerance& one : tolerances) {
    if (one.attribute.empty() || of_.contains(one.attribute)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                in_quotes(require_attribute(release, one.attribute).name) +
                    " is not a sensitive attribute with numbers")
        .hint("Only a guess of a number or a date can come near the true value.");
  }
  const std::vector<double> found = deviations(source, columns);
  for (std::size_t i = 0; i < names.size(); ++i) {
    of_[names[i]] = default_tolerance(found[i]);
    of_[names[i]].number *= units_[names[i]];
  }
}

NearTolerances::NearTolerances(std::map<std::string, Tolerance> packed) : of_(std::move(packed)) {}

std::optional<NearValues> NearTolerances::near_values(const std::string& attribute,
                                                      const Dictionary& values) const {
  const auto found = of_.find(attribute);
  if (found == of_.end() || values.projection().empty()) return std::nullopt;
  return NearValues(values.projection(), found->second);
}

std::string NearTolerances::text_of(const std::string& attribute) const {
  const Tolerance& tolerance = of_.at(attribute);
  if (tolerance.is_share) return microdata::to_string(without_noise(100 * tolerance.number)) + "%";
  return microdata::to_string(without_noise(tolerance.number / units_.at(attribute)));
}

std::string NearTolerances::json() const {
  JsonObject json;
  for (const auto& [attribute, tolerance] : of_) {
    const std::string text = text_of(attribute);
    json.add(attribute, tolerance.is_share ? json_string(text) : text);
  }
  return json.str();
}

}  // namespace microdata::postgres
