#include "postgres/inspection/near_tolerances.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/worker_regions.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/structured_values.hpp"

namespace microdata::postgres {

namespace {

constexpr double seconds_of_day = 86400;
constexpr double microseconds_of_day = 1e6 * seconds_of_day;

bool is_money(const AttributeType& type) {
  return type.base == CASHOID;
}

// Numbers that are added, of which percentages can be taken.
bool are_amounts(const AttributeType& type) {
  return is_of_numbers(type.projection) || type.projection == Projection::none;
}

// Texts, of which each is a number or not.
bool is_written(const AttributeType& type) {
  return type.projection == Projection::none && !is_money(type);
}

double unit_of(const AttributeType& type) {
  // The session's currency says how many of the least units make one.
  if (is_money(type)) {
    return static_cast<double>(
        guarded([] { return DatumGetInt64(DirectFunctionCall1(int8_cash, Int64GetDatum(1))); }));
  }
  if (is_written(type)) return 1;
  return is_of_numbers(type.projection) || type.projection == Projection::date
             ? 1
             : microseconds_of_day;
}

// A column's number in the units of the argument, for statements; NULL where it is not finite.
// `unit_of_money`: in the least ones.
std::string number_in_sql(const SourceColumn& column, double unit_of_money) {
  const std::string name = quote_name(column.name);
  // A numeric may be too large for a float8, and the sum of the squares of these.
  constexpr const char* range = " BETWEEN -1e150 AND 1e150 THEN ";
  std::string number = name + "::pg_catalog.float8";
  std::string checked = name;
  if (is_money(column.type)) {
    // Within PlainText, a hundredth is the least unit.
    number = "(" + name + " OPERATOR(pg_catalog./) '0.01'::pg_catalog.money) / " +
             microdata::to_string(unit_of_money);
    checked = number;
  } else if (column.type.projection == Projection::date) {
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

// The standard deviations of columns, which have numbers that are not written: 0 without any.
std::vector<double> deviations(const Source& source, const std::vector<SourceColumn>& columns,
                               const std::vector<double>& units) {
  std::vector<double> result;
  if (columns.empty()) return result;
  std::string statement;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    statement += (statement.empty() ? "SELECT " : ", ");
    statement += "pg_catalog.stddev_pop(" + number_in_sql(columns[i], units[i]) + ")";
  }
  const PlainText settings;
  const std::vector<ResultRow> rows =
      query_rows(statement + " FROM " + qualified_name(source.relation));
  for (const std::optional<std::string>& deviation : rows.front())
    result.push_back(deviation ? to_number(*deviation) : 0);
  return result;
}

// The tolerance of a column of texts by default, if each of them is a number.
std::optional<Tolerance> tolerance_of_written(const Source& source, const SourceColumn& column) {
  // One row that is none tells, and mostly comes soon.
  constexpr std::size_t first_rows = 1000;
  Phases phases("reading the numbers of " + in_quotes(column.name));
  const Progress progress = phases.progress();
  std::optional<Tolerance> tolerance;
  for (const std::optional<std::size_t>& most :
       {std::optional(first_rows), std::optional<std::size_t>()}) {
    Dictionary values(column.type);
    Dictionary* const into = &values;
    std::vector<std::vector<Code>> codes =
        read_columns(source.relation, {&column.name, 1}, {&into, 1}, most);
    values.finish(progress);
    const bool are_all_null = values.distinct() == (values.nullable() ? Code{1} : Code{0});
    if (most && are_all_null) continue;
    const std::vector<double> numbers = amounts_if_all_are(values, progress);
    if (numbers.empty()) return std::nullopt;
    values.translate(codes.front(), progress);
    std::vector<std::uint64_t> times(numbers.size());
    for (const Code code : codes.front())
      ++times[code];
    tolerance = default_tolerance(numbers, times);
  }
  return tolerance;
}

// Rules make any attribute sensitive.
bool may_be_guessed(const Release& release, const ReleaseAttribute& attribute) {
  return attribute.role == Role::sensitive || release.layout.by_rules;
}

struct GivenTolerance {
  // Empty: of all attributes.
  std::string attribute;
  Json value;

  bool is_percentage() const { return value.text().value_or("").ends_with('%'); }
};

std::vector<GivenTolerance> read_given(const Json& json) {
  if (!json.is_object()) return {{"", json}};
  std::vector<GivenTolerance> result;
  for (const auto& [attribute, value] : json.members())
    result.push_back({attribute, value});
  return result;
}

// A number of 0 or more, which a float8 has room for.
bool is_number(const Json& value) {
  constexpr double most = 1e150;
  constexpr std::size_t digits_of_most = 151;
  const std::string text = value.text().value_or("");
  return value.is_number() && !text.starts_with('-') &&
         std::min(text.find('.'), text.size()) <= digits_of_most && value.number() <= most;
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
  if (is_number(given.value)) return {given.value.number() * unit_of(type), false};
  const std::optional<double> share = percentage(given.value.text().value_or(""));
  if (share && are_amounts(type)) return {*share / 100, true};
  constexpr std::size_t longest = 40;
  const std::string json = given.value.str();
  const std::string what = json.size() > longest ? "" : ", not " + json;
  const std::string of =
      given.attribute.empty() ? "tolerance" : "tolerance of " + in_quotes(given.attribute);
  Error error(ERRCODE_INVALID_PARAMETER_VALUE,
              of + " must be a number, 0 or more, or a percentage below 100%" + what);
  if (!are_amounts(type)) {
    throw std::move(error).hint("Of dates and times the tolerance is a number of days.");
  }
  throw std::move(error).hint(R"(Use tolerance => '{"salary": 100}' or '{"salary": "5%"}'.)");
}

}  // namespace

NearTolerances::NearTolerances(const Release& release, const std::optional<Json>& given) {
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
    if (column == nullptr || !may_be_amounts(column->type)) continue;
    if (!may_be_guessed(release, attribute) || of_.contains(attribute.name)) continue;
    std::optional<Tolerance> written;
    if (is_written(column->type)) {
      // No rows of theirs come here.
      if (is_inspected_on_workers(release)) continue;
      written = tolerance_of_written(source, *column);
      if (!written) continue;
    }
    units_[attribute.name] = unit_of(column->type);
    auto asked = find(attribute.name);
    if (asked == tolerances.end()) asked = find("");
    // A percentage for all attributes is one of their numbers.
    if (asked != tolerances.end() && asked->attribute.empty() && asked->is_percentage() &&
        !are_amounts(column->type))
      asked = tolerances.end();
    of_[attribute.name] = asked == tolerances.end() ? written.value_or(Tolerance())
                                                    : tolerance_of(*asked, column->type);
    if (asked != tolerances.end() || written) continue;
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
  std::vector<double> units;
  for (const std::string& name : names)
    units.push_back(units_[name]);
  const std::vector<double> found = deviations(source, columns, units);
  for (std::size_t i = 0; i < names.size(); ++i) {
    of_[names[i]] = default_tolerance(found[i]);
    of_[names[i]].number *= units_[names[i]];
  }
}

NearTolerances::NearTolerances(std::map<std::string, Tolerance> packed) : of_(std::move(packed)) {}

std::optional<NearValues> NearTolerances::near_values(const std::string& attribute,
                                                      const Dictionary& values,
                                                      const Progress& progress) const {
  const auto found = of_.find(attribute);
  if (found == of_.end()) return std::nullopt;
  const std::vector<double> numbers = amounts_of(values, progress);
  if (numbers.empty()) return std::nullopt;
  return NearValues(numbers, found->second);
}

std::string NearTolerances::text_of(const std::string& attribute) const {
  const Tolerance& tolerance = of_.at(attribute);
  if (tolerance.is_share) return microdata::to_string(without_noise(100 * tolerance.number)) + "%";
  return microdata::to_string(without_noise(tolerance.number / units_.at(attribute)));
}

Json NearTolerances::json() const {
  Json json = Json::object();
  for (const auto& [attribute, tolerance] : of_) {
    const std::string text = text_of(attribute);
    json.add(attribute, tolerance.is_share ? Json(text) : Json(to_number(text)));
  }
  return json;
}

}  // namespace microdata::postgres
