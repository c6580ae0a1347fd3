#include "postgres/estimates/scaled_estimation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "core/utility/missing_rows.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using Kind = GroupQuery::Measure::Kind;

// Returns the mean number of rows of a row's person, at least 1. A registered release might not
// record the numbers of rows; the result is then 1.
double clustering_of(const Release& release) {
  if (!is_of_subjects(release)) return 1;
  double rows = 0;
  double squares = 0;
  for (const Json& level : release.parameters["levels"].elements()) {
    if (level["rows"].is_null() || level["persons"].is_null()) continue;
    const double rows_of_level = level["rows"].number() * level["persons"].number();
    rows += rows_of_level;
    squares += level["rows"].number() * rows_of_level;
  }
  return rows == 0 ? 1 : std::max(1.0, squares / rows);
}

// Returns the missing rows, or nothing if no row is known to be missing. The published rows of an
// edition are people; a query about values also misses people without a value.
std::optional<MissingRows> missing_rows(const Release& release, const GroupQuery& query) {
  const std::int64_t valueless =
      asks_for_sensitive(release, query) ? static_cast<std::int64_t>(valueless_of(release)) : 0;
  const std::int64_t published = release.published_rows.value_or(0) - valueless;
  const std::int64_t left_out = release.suppressed_rows.value_or(0) + valueless;
  if (published <= 0 || left_out <= 0) return std::nullopt;
  return MissingRows{static_cast<double>(published), static_cast<double>(left_out),
                     clustering_of(release)};
}

// Persons with several rows each of whom the release lacks something.
struct MissingPersons {
  MissingRows persons;
  LeftOutRows rows;
};

template <typename Test>
bool asks_for(const Release& release, const GroupQuery& query, const Test& test) {
  const auto asks = [&](const std::string& name) {
    const auto of_condition = [&](const Condition& condition) {
      return query.attribute_of(condition.attribute) == name;
    };
    const auto of_conjunction = [&](const Conjunction& conjunction) {
      return std::any_of(conjunction.begin(), conjunction.end(), of_condition);
    };
    return std::any_of(query.group_by.begin(), query.group_by.end(),
                       [&](const std::string& one) { return query.attribute_of(one) == name; }) ||
           (query.predicates &&
            std::any_of(query.predicates->begin(), query.predicates->end(), of_conjunction)) ||
           std::any_of(query.measures.begin(), query.measures.end(),
                       [&](const GroupQuery::Measure& measure) {
                         return !measure.is_count() &&
                                query.attribute_of(measure.attribute) == name;
                       });
  };
  return std::any_of(
      release.attributes.begin(), release.attributes.end(),
      [&](const ReleaseAttribute& attribute) { return test(attribute) && asks(attribute.name); });
}

// Returns the missing persons, or nothing if nobody and no row asked for is known to be missing.
// The left out rows of suppressed persons are taken to be as many as those of others.
std::optional<MissingPersons> missing_persons(const Release& release, const GroupQuery& query) {
  const Layout& layout = release.layout;
  if (!is_of_subjects(release) || !layout.persons) return std::nullopt;
  const double suppressed = layout.suppressed_persons.value_or(0);
  MissingPersons missing{{*layout.persons - suppressed, suppressed}, {}};
  GroupQuery conditions = query;
  conditions.measures.clear();
  const bool asks_for_rows = asks_for(release, conditions, [&](const ReleaseAttribute& attribute) {
    return part_of(release, attribute) != SubjectPart::persons;
  });
  if (asks_for_rows) {
    const auto published = static_cast<double>(release.published_rows.value_or(0));
    const auto left_out = static_cast<double>(release.suppressed_rows.value_or(0));
    const double of_others = left_out - suppressed * (published + left_out) / *layout.persons;
    missing.rows.most = std::max(0.0, left_out - suppressed);
    if (published > 0) missing.rows.factor += std::max(0.0, of_others) / published;
  }
  if (missing.persons.published <= 0 || (suppressed <= 0 && missing.rows.most <= 0))
    return std::nullopt;
  return missing;
}

// A query with the measures appended that the errors of its own measures need.
class ScaledQuery {
 public:
  explicit ScaledQuery(const GroupQuery& asked) : query_(asked), asked_(asked.measures.size()) {
    for (std::size_t m = 0; m < asked_; ++m) {
      const GroupQuery::Measure measure = query_.measures[m];
      if (measure.is_count() || numbers_.contains(measure.attribute)) continue;
      numbers_.emplace(measure.attribute, query_.measures.size());
      for (const Kind kind : {Kind::known, Kind::sum, Kind::squares, Kind::lowest, Kind::highest})
        query_.measures.push_back({kind, measure.attribute, {}});
    }
  }

  const GroupQuery& query() const { return query_; }

  // Turns figures of the published rows and persons into figures of the source. Persons are rows
  // unless `of_subjects` is true.
  void scale(std::vector<GroupEstimate>& groups, const std::optional<MissingRows>& rows,
             const std::optional<MissingPersons>& persons, bool of_subjects) const {
    std::map<std::string, GroupNumbers> all;
    for (const auto& [attribute, place] : numbers_)
      all.emplace(attribute, numbers_of_all(groups, place));
    for (GroupEstimate& group : groups) {
      const std::vector<std::optional<Figure>> published = group.figures;
      group.figures.resize(asked_);
      for (std::size_t m = 0; m < asked_; ++m) {
        std::optional<Figure>& figure = group.figures[m];
        const GroupQuery::Measure& measure = query_.measures[m];
        const bool of_persons = of_subjects && measure.kind == Kind::persons;
        if (!figure || (of_persons ? !persons : !rows)) continue;
        // An infinite error counts as known, even in a group without errors.
        const bool has_error = group.has_errors || std::isinf(figure->standard_error);
        const PublishedFigure known{
            figure->estimate, has_error ? std::optional(figure->standard_error) : std::nullopt};
        if (of_persons) {
          figure = persons_of_table(known, persons->persons, persons->rows);
          continue;
        }
        const MissingRows& missing = *rows;
        if (measure.is_count()) {
          figure = count_of_table(known, missing);
          continue;
        }
        GroupNumbers numbers = numbers_of(published, numbers_.at(measure.attribute));
        const GroupNumbers& of_all = all.at(measure.attribute);
        numbers.variance_of_all = of_all.variance_of_all;
        numbers.lowest = of_all.lowest;
        numbers.highest = of_all.highest;
        figure = measure.kind == Kind::sum ? sum_of_table(known, numbers, missing)
                                           : mean_of_table(known, numbers, missing);
      }
    }
  }

 private:
  static GroupNumbers numbers_of(const std::vector<std::optional<Figure>>& figures,
                                 std::size_t place) {
    const auto at = [&](std::size_t m) { return figures[m] ? figures[m]->estimate : 0; };
    return {at(place), at(place + 1), at(place + 2), 0, at(place + 3), at(place + 4)};
  }

  static GroupNumbers numbers_of_all(const std::vector<GroupEstimate>& groups, std::size_t place) {
    GroupNumbers all;
    bool is_first = true;
    for (const GroupEstimate& group : groups) {
      if (!group.figures[place + 3]) continue;
      const GroupNumbers numbers = numbers_of(group.figures, place);
      all.rows += numbers.rows;
      all.sum += numbers.sum;
      all.squares += numbers.squares;
      all.lowest = is_first ? numbers.lowest : std::min(all.lowest, numbers.lowest);
      all.highest = is_first ? numbers.highest : std::max(all.highest, numbers.highest);
      is_first = false;
    }
    if (!(all.rows > 0)) return all;
    const double mean = all.sum / all.rows;
    all.variance_of_all = std::max(0.0, all.squares / all.rows - mean * mean);
    return all;
  }

  GroupQuery query_;
  std::size_t asked_;
  // Index of the first appended measure, by attribute.
  std::map<std::string, std::size_t> numbers_;
};

// Reports that estimates count people or combinations. They are not scaled to suppressed rows,
// because these rows do not show how many combinations they have.
void say_what_is_counted(const Release& release) {
  const std::int64_t left_out = release.suppressed_rows.value_or(0);
  const bool has_values = release.layout.value_sets;
  const std::int64_t all = release.published_rows.value_or(0) + left_out;
  report(
      NOTICE,
      has_values
          ? "estimates count persons with each combination of their sensitive values once, not rows"
          : "estimates count persons, not rows",
      std::string("The release does not show in how many rows a person ") +
          (has_values ? "has a combination." : "is.") +
          (left_out == 0 ? std::string()
                         : " The release suppresses " + std::to_string(left_out) + " of " +
                               std::to_string(all) +
                               " rows of the source. Estimates are not scaled to these."));
}

void say_what_is_missing(const Release& release, const MissingRows& missing) {
  const auto published = static_cast<std::int64_t>(missing.published);
  const auto all = static_cast<std::int64_t>(missing.all());
  const std::int64_t left_out = release.suppressed_rows.value_or(0);
  const std::int64_t valueless = all - published - left_out;
  std::string detail;
  if (left_out > 0 || valueless == 0)
    detail =
        std::to_string(left_out) + (left_out == 1 ? " row was" : " rows were") + " suppressed. ";
  if (valueless > 0) detail += std::to_string(valueless) + " persons are shown without a value. ";
  report(
      NOTICE,
      "estimates are scaled from " + std::to_string(published) + " published rows to the " +
          std::to_string(all) + " rows of the source",
      detail + "Estimates assume that they are like the published rows, standard errors do not.");
}

void say_who_is_missing(const MissingPersons& missing) {
  std::string detail;
  const auto add = [&](const char* how_many, double number, const char* what, const char* of) {
    if (number <= 0) return;
    const auto things = static_cast<std::uint64_t>(number);
    detail +=
        how_many + count_of(things, what) + of + (things == 1 ? " was" : " were") + " suppressed. ";
  };
  add("", missing.persons.left_out, "person", "");
  add("Up to ", missing.rows.most, "row", " of published persons");
  report(
      NOTICE,
      "estimates of persons are scaled to the " +
          std::to_string(static_cast<std::int64_t>(missing.persons.all())) +
          " persons of the source",
      detail + "Estimates assume that they are like the published ones, standard errors do not.");
}

}  // namespace

bool asks_for_sensitive(const Release& release, const GroupQuery& query) {
  return asks_for(release, query, [](const ReleaseAttribute& attribute) {
    return attribute.role == Role::sensitive;
  });
}

GroupEstimates estimate_scaled(EstimateGroups* estimate, const Release& release,
                               const GroupQuery& query, const Progress& progress) {
  const auto counts = [&](bool persons) {
    return std::any_of(query.measures.begin(), query.measures.end(),
                       [&](const GroupQuery::Measure& measure) {
                         return (measure.kind == Kind::persons) == persons;
                       });
  };
  const bool of_subjects = is_of_subjects(release);
  const bool counts_rows = counts(false) || !of_subjects;
  const std::optional<MissingRows> rows =
      counts_rows && shows_rows(release) ? missing_rows(release, query) : std::nullopt;
  const std::optional<MissingPersons> persons =
      counts(true) ? missing_persons(release, query) : std::nullopt;
  const ScaledQuery scaled(query);
  GroupEstimates estimates = estimate(release, rows || persons ? scaled.query() : query, progress);
  if (rows || persons) scaled.scale(estimates.groups, rows, persons, of_subjects);
  if (counts_rows && !shows_rows(release)) say_what_is_counted(release);
  if (rows) say_what_is_missing(release, *rows);
  if (persons) say_who_is_missing(*persons);
  return estimates;
}

}  // namespace microdata::postgres
