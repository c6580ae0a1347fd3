#include "postgres/audits/inference_figures.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>

#include "core/privacy/privacy_model.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_buckets.hpp"
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

// Returns true if values have numbers that can be added, and of which percentages can be taken.
bool are_amounts(const AttributeType& type) {
  return is_of_numbers(type.projection) || type.projection == Projection::none;
}

// Returns true if values are texts, each of which is a number or not.
bool is_written(const AttributeType& type) {
  return type.projection == Projection::none && !is_money(type);
}

double unit_of(const AttributeType& type) {
  // The session's currency decides how many of the least units make one.
  if (is_money(type)) {
    return static_cast<double>(
        guarded([] { return DatumGetInt64(DirectFunctionCall1(int8_cash, Int64GetDatum(1))); }));
  }
  if (is_written(type)) return 1;
  return is_of_numbers(type.projection) || type.projection == Projection::date
             ? 1
             : microseconds_of_day;
}

// Returns an SQL expression for a column's number in the units of the argument; it is NULL for a
// number that is not finite. `unit_of_money` is given in least units.
std::string number_in_sql(const SourceColumn& column, double unit_of_money) {
  const std::string name = quote_name(column.name);
  // A numeric can be too large for a float8, and so can the sum of the squares.
  constexpr const char* range = " BETWEEN -1e150 AND 1e150 THEN ";
  std::string number = name + "::pg_catalog.float8";
  std::string checked = name;
  if (is_money(column.type)) {
    // Within PlainText, a hundredth is the least unit.
    number = "(" + name + " OPERATOR(pg_catalog./) '0.01'::pg_catalog.money) / " +
             microdata::to_string(unit_of_money);
    checked = number;
  } else if (column.type.projection == Projection::date) {
    // Some dates are outside of the range of timestamps.
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

// Returns the standard deviations of columns of numbers that are not texts; 0 for a column without
// numbers.
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

// Returns the default tolerance of a column of texts, or nothing if one of them is not a number.
std::optional<Tolerance> tolerance_of_written(const Source& source, const SourceColumn& column) {
  // One text that is not a number decides, and mostly comes soon.
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

// Returns true if the attribute can be sensitive; rules can make any attribute sensitive.
bool may_be_guessed(const Release& release, const ReleaseAttribute& attribute) {
  return attribute.role == Role::sensitive || release.layout.by_rules;
}

struct GivenTolerance {
  // Name of the attribute; empty for all attributes.
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

// Returns true if the value is a number of 0 or more for which a float8 has room.
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
    throw std::move(error).hint("For dates and times, the tolerance is a number of days.");
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
      // Rows of releases on workers do not come to this server.
      if (is_asked_on_workers(release, RowsOfSource::read)) continue;
      written = tolerance_of_written(source, *column);
      if (!written) continue;
    }
    units_[attribute.name] = unit_of(column->type);
    auto asked = find(attribute.name);
    if (asked == tolerances.end()) asked = find("");
    // A percentage for all attributes does not apply to dates and times.
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

namespace {

// Largest rounding error of a probability; a probability that equals the bound is not above the
// bound.
constexpr double rounding = 1e-6;

Code most_frequent(std::span<const std::uint64_t> rows) {
  return static_cast<Code>(std::max_element(rows.begin(), rows.end()) - rows.begin());
}

}  // namespace

InferenceFigures judge_beliefs(std::span<const Row> persons, std::span<const Guess> guesses,
                               const TrueValues& truth, const std::optional<double>& l) {
  InferenceFigures figures;
  const auto believed = [&](double above) {
    return judge_believed(persons, guesses, truth, above + rounding);
  };
  figures.guessed = judge_guesses(persons, guesses, truth);
  if (l) {
    figures.bound = 1 / *l;
    figures.above_bound = believed(*figures.bound);
  }
  figures.above_half = believed(0.5);
  figures.above_nine_tenths = believed(0.9);
  return figures;
}

namespace {

// Judges the guesses about one attribute by `truth`, its true values that are not harmless.
// `options` are those of this attribute alone.
InferenceFigures judge(std::span<const Row> persons, std::span<const Guess> guesses,
                       std::vector<std::uint64_t> rows_of_values, const JudgedAttribute& attribute,
                       const TrueValues& truth, const KnownFeatures& features,
                       const InferenceOptions& options, const Progress& progress) {
  InferenceFigures figures = judge_beliefs(persons, guesses, truth, attribute.l);
  figures.calibration_error = calibration_error(persons, guesses, truth);
  const NearValues* const near = options.near_of(0);
  for (Code value = 0; value < attribute.harmless.size(); ++value) {
    if (attribute.harmless[value] != 0) rows_of_values[value] = 0;
  }
  const Code most = most_frequent(rows_of_values);
  const std::vector<Guess> alike(
      persons.size(), {most, 0, near != nullptr ? near_most(rows_of_values, *near) : NearSpan()});
  figures.naive = judge_guesses(persons, alike, truth);
  const std::vector<Guess> baseline =
      guess_by_true_model(persons, attribute.truth, features, options, progress);
  figures.baseline = judge_guesses(persons, baseline, truth);
  if (near != nullptr) {
    figures.near = {judge_near(persons, guesses, truth),
                    judge_near(persons, baseline, truth),
                    judge_near(persons, alike, truth),
                    {}};
  }
  figures.persons.assign(persons.begin(), persons.end());
  figures.guesses.assign(guesses.begin(), guesses.end());
  for (std::size_t i = 0; i < persons.size(); ++i) {
    figures.guess_is_right.push_back(attribute.truth.has(persons[i], guesses[i].value));
    if (near != nullptr)
      figures.guess_is_near.push_back(guesses[i].near.has_any(attribute.truth.of(persons[i])));
    if (!truth.of(persons[i]).empty()) continue;
    ++figures.harmless.persons;
    figures.harmless.right += attribute.truth.has(persons[i], guesses[i].of_all) ? 1 : 0;
  }
  return figures;
}

}  // namespace

void InferenceFigures::set_attribute(const std::string& name, const Dictionary& values) {
  attribute = name;
  for (const Guess& guess : guesses) {
    if (!texts.contains(guess.value))
      texts.emplace(guess.value, values.is_null(guess.value) ? "NULL" : values.text(guess.value));
  }
}

std::vector<Row> in_random_order(std::size_t persons, Random& random) {
  std::vector<Row> order(persons);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

std::vector<Row> numbers_from(std::size_t first, std::size_t end) {
  std::vector<Row> numbers(end - first);
  std::iota(numbers.begin(), numbers.end(), static_cast<Row>(first));
  return numbers;
}

PlacedSides placed_sides(PlacedPersons members, PlacedPersons outsiders,
                         const InferenceRequest& request) {
  PlacedPersons all = persons_with_places(std::move(members));
  const std::size_t persons = all.persons.size();
  const bool samples = request.keys == nullptr && outsiders.persons.empty();
  PlacedSides sides{
      joint_placement(samples ? first_with_neighbours(std::move(all), most_judged_persons)
                              : std::move(all)),
      joint_placement(std::move(outsiders))};
  if (sides.members.persons().size() < persons) sides.judged = most_judged_persons;
  return sides;
}

std::vector<InferenceFigures> measure_inference(const PlacedSides& placed,
                                                std::span<const JudgedAttribute> attributes,
                                                const KnownFeatures& features,
                                                const InferenceOptions& options,
                                                const Progress& progress) {
  std::vector<InferenceFigures> result(attributes.size());
  if (placed.members.persons().empty()) return result;
  InferenceOptions of_all = options;
  for (const JudgedAttribute& attribute : attributes) {
    of_all.near.push_back(attribute.near ? &*attribute.near : nullptr);
    of_all.harmless.emplace_back(attribute.harmless);
  }
  const AttackGuesses guesses =
      guess_jointly(placed.members, placed.outsiders, features, of_all, progress);
  InferenceOptions of_one = options;
  const std::vector<Row>& members = placed.members.persons();
  const std::size_t judged = std::min(placed.judged, members.size());
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    const SecretValues secret(attributes[a].truth, attributes[a].harmless);
    const TrueValues truth = secret.values();
    of_one.near = {of_all.near[a]};
    of_one.harmless = {of_all.harmless[a]};
    result[a] =
        judge(std::span(members).first(judged), std::span(guesses.of_members[a]).first(judged),
              placed.members.rows_of_values(a), attributes[a], truth, features, of_one, progress);
    const std::vector<Row>& others = placed.outsiders.persons();
    result[a].control = judge_guesses(others, guesses.of_outsiders[a], truth);
    if (result[a].near)
      result[a].near->control = judge_near(others, guesses.of_outsiders[a], truth);
  }
  return result;
}

void require_sensitive(const std::vector<InferenceFigures>& figures) {
  if (!figures.empty()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "the release has no sensitive attribute")
      .hint("The attack guesses values of sensitive attributes.");
}

std::optional<double> promised_l(const Release& release) {
  return release.layout.l;
}

namespace {

void add_guesses(GuessesJudged& sum, const GuessesJudged& more) {
  sum.persons += more.persons;
  sum.right += more.right;
}

}  // namespace

void JudgedTogether::add(const JudgedGuesses& judged, const Progress& progress) {
  const UnpackedValues values =
      unpacked_values(judged.values, values_.dictionary().type(), progress);
  const std::vector<Code> numbers = values_.add(values.values);
  rows_.resize(values_.numbers());
  persons_.resize(values_.numbers());
  for (std::size_t code = 0; code < values.codes.size(); ++code) {
    const Code number = numbers[values.codes[code]];
    rows_[number] += judged.rows.at(code);
    persons_[number] += judged.persons.at(code);
  }
  const InferenceFigures& more = judged.figures;
  figures_.attribute = judged.attribute;
  figures_.bound = more.bound;
  if (more.above_bound) {
    if (!figures_.above_bound) figures_.above_bound.emplace();
    add_guesses(*figures_.above_bound, *more.above_bound);
  }
  add_guesses(figures_.guessed, more.guessed);
  add_guesses(figures_.above_half, more.above_half);
  add_guesses(figures_.above_nine_tenths, more.above_nine_tenths);
  add_guesses(figures_.baseline, more.baseline);
  add_guesses(figures_.control, more.control);
  add_guesses(figures_.harmless, more.harmless);
  if (more.near) {
    if (!figures_.near) figures_.near.emplace();
    add_guesses(figures_.near->guessed, more.near->guessed);
    add_guesses(figures_.near->baseline, more.near->baseline);
    add_guesses(figures_.near->control, more.near->control);
    near_naive_ = more.near->naive;
  }
  ++parts_;
  for (std::size_t tenth = 0; tenth < beyond_.size(); ++tenth)
    beyond_[tenth] += judged.beyond[tenth];
}

InferenceFigures JudgedTogether::finish(const Progress& progress) {
  const std::vector<Code> codes = values_.finish(progress);
  const Code distinct = std::max<Code>(values_.dictionary().distinct(), 1);
  std::vector<std::uint64_t> rows(distinct);
  std::vector<std::uint64_t> persons(distinct);
  for (std::size_t number = 0; number < codes.size(); ++number) {
    rows[codes[number]] += rows_[number];
    persons[codes[number]] += persons_[number];
  }
  const auto most_frequent = std::max_element(rows.begin(), rows.end()) - rows.begin();
  figures_.naive = {figures_.guessed.persons,
                    static_cast<std::size_t>(persons[static_cast<std::size_t>(most_frequent)])};
  const std::optional<NearValues> near =
      tolerances_.near_values(figures_.attribute, values_.dictionary(), progress);
  if (near && figures_.near) {
    const NearSpan most = near_most(rows, *near);
    figures_.near->naive = {figures_.guessed.persons, 0};
    for (Code value = 0; value < persons.size(); ++value)
      figures_.near->naive.right += most.has(value) ? persons[value] : 0;
    // A person with several values can be near with each of them, and such persons are one part.
    if (parts_ == 1) figures_.near->naive = near_naive_;
  }
  figures_.calibration_error =
      calibration_error(beyond_, figures_.guessed.persons + figures_.harmless.persons);
  return figures_;
}

std::vector<InferenceFigures> judge_together(const Release& release,
                                             const NearTolerances& tolerances,
                                             const std::vector<std::vector<JudgedGuesses>>& parts,
                                             const Progress& progress) {
  std::vector<std::pair<std::string, JudgedTogether>> together;
  for (const std::vector<JudgedGuesses>& part : parts) {
    for (const JudgedGuesses& judged : part) {
      auto known = std::find_if(together.begin(), together.end(),
                                [&](const auto& one) { return one.first == judged.attribute; });
      if (known == together.end()) {
        const ReleaseAttribute& attribute = require_attribute(release, judged.attribute);
        const Source relation = open_source(attribute.relation);
        together.emplace_back(
            judged.attribute,
            JudgedTogether(require_column(relation, attribute.name).type, tolerances));
        known = std::prev(together.end());
      }
      known->second.add(judged, progress);
    }
  }
  std::vector<InferenceFigures> result;
  for (auto& [attribute, judged] : together)
    result.push_back(judged.finish(progress));
  return result;
}

std::vector<Row> members_in_order(std::size_t members, const ReadScope& beside) {
  return beside.order != nullptr ? in_random_order(members, *beside.order)
                                 : numbers_from(0, members);
}

void place_in_buckets(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress) {
  const PublishedBuckets published = read_published_buckets(release, progress, beside);
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  progress.phase("guess");
  const std::vector<Row> persons = members_in_order(published.members(), beside);
  const std::vector<Row> outsiders = numbers_from(published.members(), published.view.tuples);
  std::vector<const Dictionary*> known_values;
  for (const Dictionary& values : published.known_values)
    known_values.push_back(&values);
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const SlicedView::Sensitive& sensitive = published.view.sensitive[j];
    const auto place = [&](std::span<const Row> some) {
      return place_persons(published.view, sensitive, some,
                           beside.most_pairs.value_or(most_placed_pairs), progress);
    };
    const PlacedPersons placed = place(persons);
    const PlacedPersons outside = place(outsiders);
    visit({published.sensitive_names[j], published.sensitive_source_names[j],
           *published.sensitive_values[j], placed, outside, persons, outsiders, sensitive.tuples,
           published.known, known_values, &published.view});
  }
}

}  // namespace microdata::postgres
