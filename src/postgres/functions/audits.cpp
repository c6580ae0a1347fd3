#include "postgres/server/api.hpp"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/risk/attack_risk.hpp"
#include "core/risk/share_interval.hpp"
#include "postgres/audits/inference_audit.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/checks/determining_attributes.hpp"
#include "postgres/functions/attack_figures.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// The SQL functions audit_inference, audit_membership, microdata.determining_attributes and
// microdata.easiest_to_guess.

namespace microdata::postgres {

namespace {

InferenceOptions inference_options(const Arguments& arguments) {
  InferenceOptions options;
  options.model = arguments.choice<InferenceModel>(
      "model",
      {{"logistic", InferenceModel::logistic}, {"naive_bayes", InferenceModel::naive_bayes}});
  options.iterations = given_between(arguments, "iterations", 0, 100);
  options.threads = max_threads();
  return options;
}

// Returns the controls by attribute, first of exact guesses and then of near ones, with the
// tolerances of the whole source.
ControlBy controls_of_inference(const Arguments& arguments, Oid relation,
                                const NearTolerances& near) {
  Json again = Json::object();
  again.add("model", arguments.text("model"));
  again.add("iterations", arguments.integer("iterations"));
  again.add("tolerance", near.json());
  if (const auto attributes = arguments.optional_texts("attributes"))
    again.add("attributes", *attributes);
  return audit_control_by("attribute", "audit_inference", {&relation, 1}, arguments, again,
                          std::string(control_columns) +
                              ", near_control float8, near_risk float8, near_risk_low float8, "
                              "near_risk_high float8");
}

// Returns the outcome of the guesses about outsiders, if there are outsiders.
std::optional<AttackOutcome> outcome_of(const GuessesJudged& control) {
  if (control.persons == 0) return std::nullopt;
  return AttackOutcome{control.persons, control.right};
}

// Returns the columns from `tolerance` to those of the control, which are those of `control` if
// there is one.
ResultRow columns_of_near(const InferenceFigures& figures, const NearTolerances& tolerances,
                          const ResultRow& control) {
  constexpr std::size_t columns = 10;
  if (!figures.near) return ResultRow(columns);
  const auto right = [](const GuessesJudged& judged) {
    return share_text(judged.right, judged.persons);
  };
  const GuessesJudged& guessed = figures.near->guessed;
  const ShareInterval interval = wilson_interval(guessed.right, guessed.persons);
  ResultRow row{tolerances.text_of(figures.attribute),
                right(guessed),
                figure_text(interval.low),
                figure_text(interval.high),
                right(figures.near->baseline),
                right(figures.near->naive)};
  const ResultRow of_control =
      control.empty()
          ? columns_of_control({guessed.persons, guessed.right}, outcome_of(figures.near->control))
          : control;
  row.insert(row.end(), of_control.begin(), of_control.end());
  return row;
}

// The number of the columns control, risk, risk_low and risk_high.
constexpr std::ptrdiff_t columns_of_one_control = 4;

// Returns the keys of people. Only the owner of the source gets them, because they disclose nearly
// as much as the source.
SourceKeys keys_of_persons(const Release& release) {
  require_owner(*release.source);
  std::vector<std::string> subject;
  for (const SubjectAttribute& attribute : release.subject)
    subject.push_back(attribute.name);
  return {open_source(*release.source), subject};
}

// The number of attributes besides sensitive ones that audit() has guessed unless its caller names
// some.
constexpr std::size_t attributes_guessed_unasked = 3;

// The columns of one person: the person, the guess, its probability, and whether it is right.
constexpr std::size_t columns_of_person = 4;

// Adds a row of `columns` columns for each person. The person's columns are those from `first` on,
// and the last one.
void add_persons(const InferenceFigures& figures, const SourceKeys& keys, std::size_t columns,
                 std::size_t first, ResultSet& result, const Progress& progress) {
  std::vector<std::optional<std::string>> row(columns);
  row.front() = figures.attribute;
  for (std::size_t i = 0; i < figures.persons.size(); ++i) {
    progress.checkpoint_at(i * 64);
    row[first] = keys.of(figures.persons[i]);
    row[first + 1] = figures.texts.at(figures.guesses[i].value);
    row[first + 2] = figure_text(figures.guesses[i].probability);
    row[first + 3] = figures.guess_is_right[i] ? "t" : "f";
    if (figures.near) row.back() = figures.guess_is_near[i] ? "t" : "f";
    result.add(row);
  }
}

ResultRow row_of(const InferenceFigures& figures) {
  const std::size_t persons = figures.guessed.persons;
  const ShareInterval interval = wilson_interval(figures.guessed.right, persons);
  const auto believed = [&](const GuessesJudged& judged) {
    return share_text(judged.persons, persons);
  };
  const auto right = [](const GuessesJudged& judged) {
    return share_text(judged.right, judged.persons);
  };
  return {figures.attribute,
          std::to_string(persons),
          right(figures.guessed),
          figure_text(interval.low),
          figure_text(interval.high),
          figures.bound ? std::optional(figure_text(*figures.bound)) : std::nullopt,
          figures.above_bound ? believed(*figures.above_bound) : std::nullopt,
          figures.above_bound ? right(*figures.above_bound) : std::nullopt,
          believed(figures.above_half),
          right(figures.above_half),
          believed(figures.above_nine_tenths),
          right(figures.above_nine_tenths),
          right(figures.baseline),
          right(figures.naive),
          persons > 0 ? std::optional(figure_text(figures.calibration_error)) : std::nullopt};
}

// The releases for attributes that the call names and that are not declared sensitive, each in an
// attack of its own. `together` has all of these attributes as sensitive ones.
struct GuessedReleases {
  Release together;
  std::vector<Release> others;
};

GuessedReleases guessed_releases(const Release& release, const LayoutOperations& operations,
                                 const Arguments& arguments) {
  GuessedReleases guessed{release, {}};
  std::set<std::string> seen;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive) seen.insert(attribute.name);
  }
  for (const std::string& name :
       arguments.optional_texts("attributes").value_or(std::vector<std::string>())) {
    if (!seen.insert(name).second) continue;
    guessed.others.push_back(release_to_guess(release, operations, name));
    for (ReleaseAttribute& attribute : guessed.together.attributes) {
      if (attribute.name == name) attribute.role = Role::sensitive;
    }
  }
  return guessed;
}

// Returns the row of `columns` columns about persons who have only harmless values.
ResultRow row_of_harmless(const InferenceFigures& figures, std::size_t columns) {
  const GuessesJudged& judged = figures.harmless;
  const ShareInterval interval = wilson_interval(judged.right, judged.persons);
  ResultRow row{label_of_harmless(figures.attribute), std::to_string(judged.persons),
                share_text(judged.right, judged.persons), figure_text(interval.low),
                figure_text(interval.high)};
  row.resize(columns);
  return row;
}

void audit_inference(const Arguments& arguments, ResultSet& result) {
  const InferenceOptions options = inference_options(arguments);
  const GivenRelease given = given_release(arguments);
  const Oid relation = given.relation;
  const std::string& name = given.name;
  const Release& release = given.release;
  const LayoutOperations& operations = given.operations;
  require_source(release, name,
                 "The attacker knows the quasi-identifiers of its persons, and guesses are judged "
                 "by their sensitive values.");
  const MemoryNeed need = need_of_inference(release);
  if (arguments.boolean("persons"))
    require_memory(release, need,
                   "Persons are shown one by one of a release that is read at once.");
  const bool is_divided = must_read_by_regions(release, need);
  const GuessedReleases guessed = guessed_releases(release, operations, arguments);
  const NearTolerances near(guessed.together, arguments.optional_json("tolerance"));
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  const ControlBy controls = controls_of_inference(arguments, relation, near);
  Phases phases("guessing the values of " + name);
  Random random = random_for_measuring(arguments);
  const auto guess = [&](const Release& one, bool is_declared) {
    std::optional<SourceKeys> keys;
    if (arguments.boolean("persons")) keys = keys_of_persons(release);
    const InferenceRequest request{options, outsiders, keys ? &*keys : nullptr, near, is_declared};
    const bool by_regions =
        !keys && (is_divided || (is_declared && is_asked_on_workers(one, RowsOfSource::read)));
    PlacePersons* const place =
        by_regions && !is_of_subjects(one) ? require(operations.places, relation) : nullptr;
    const std::vector<InferenceFigures> found =
        by_regions ? infer_by_regions(one, place, request, random, phases.progress())
                   : operations.inference(one, request, random, phases.progress());
    for (const InferenceFigures& figures : found) {
      ResultRow row = row_of(figures);
      const ResultRow control =
          control_of(controls, figures.attribute, {figures.guessed.persons, figures.guessed.right},
                     outcome_of(figures.control));
      const auto near_control = control.begin() + columns_of_one_control;
      row.insert(row.end(), control.begin(), near_control);
      const std::size_t first_of_person = row.size();
      row.resize(row.size() + columns_of_person);
      const ResultRow of_near = columns_of_near(figures, near, {near_control, control.end()});
      row.insert(row.end(), of_near.begin(), of_near.end());
      // The column of one person is empty here.
      row.emplace_back();
      result.add(row);
      if (figures.harmless.persons > 0) result.add(row_of_harmless(figures, row.size()));
      if (keys) add_persons(figures, *keys, row.size(), first_of_person, result, phases.progress());
    }
  };
  guess(release, true);
  for (const Release& one : guessed.others)
    guess(one, false);
  phases.finish();
}

std::string buckets_json(std::span<const double> persons) {
  Json json = Json::object();
  for (std::size_t i = 0; i < persons.size(); ++i) {
    if (i == last_buckets.size()) {
      json.add("over " + std::to_string(last_buckets.back()), std::round(persons[i]));
      continue;
    }
    const std::uint32_t first = i == 0 ? 0 : last_buckets[i - 1] + 1;
    std::string numbers = std::to_string(first);
    if (first != last_buckets[i]) numbers += "-" + std::to_string(last_buckets[i]);
    json.add(numbers, std::round(persons[i]));
  }
  return json.str();
}

std::vector<std::optional<std::string>> membership_row(const MembershipOfKnown& audited) {
  const MembershipFigures& f = audited.figures;
  const bool judged = f.members > 0 && f.outsiders > 0;
  const auto if_judged = [&](double number) {
    return judged ? std::optional(figure_text(number)) : std::nullopt;
  };
  std::vector<std::optional<std::string>> row{audited.known,
                                              std::to_string(f.members),
                                              std::to_string(f.outsiders),
                                              if_judged(f.auc),
                                              if_judged(f.interval.low),
                                              if_judged(f.interval.high),
                                              std::to_string(f.members_nowhere),
                                              std::to_string(f.outsiders_nowhere)};
  if (audited.arising) {
    row.insert(row.end(), {rounded(audited.arising->original, 0), rounded(audited.arising->fake, 0),
                           rounded(audited.arising->error, 0)});
  } else {
    row.resize(row.size() + 3);
  }
  const std::vector<double> members(f.members_by_buckets.begin(), f.members_by_buckets.end());
  row.emplace_back(buckets_json(members));
  row.push_back(audited.arising ? std::optional(buckets_json(audited.arising->fake_by_buckets))
                                : std::nullopt);
  return row;
}

constexpr const char* membership_columns =
    "known text, members bigint, outsiders bigint, auc float8, low float8, high float8, "
    "members_nowhere bigint, outsiders_nowhere bigint, original_tuples float8, fake_tuples float8, "
    "fake_error float8, members_by_buckets jsonb, fakes_by_buckets jsonb";

void audit_membership(const Arguments& arguments, ResultSet& result) {
  const GivenRelease given = given_release(arguments);
  const auto& [relation, name, release, operations] = given;
  require_source(release, name, "Its persons are compared with others.");
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  if (!arguments.is_null("control")) {
    for (const ResultRow& row : audit_control("audit_membership", {&relation, 1}, arguments,
                                              Json::object(), membership_columns)) {
      result.add(row);
    }
    return;
  }
  MemoryNeed need = need_of_audit(release, "audit_membership()");
  need.beside = [&released = release] {
    return bytes_of_known_values(released, false) +
           bytes_of_persons(released, most_membership_persons, 2);
  };
  (void)must_read_by_regions(release, need);
  Phases phases("telling persons of " + name + " from others");
  Random random = random_for_measuring(arguments);
  for (const MembershipOfKnown& audited :
       operations.members_and_outsiders(release, outsiders, random, phases.progress()))
    result.add(membership_row(audited));
  phases.finish();
}

void determining_attributes_of(const Arguments& arguments, ResultSet& result) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  require_source(release, name, "Its rows show which attributes determine others.");
  Phases phases("looking for attributes of " + name + " that determine others");
  const SearchedRelease searched = determining_attributes(release, phases.progress());
  for (const DeterminingAttributes& found : searched.found)
    result.add({found.sensitive, to_name_array(found.attributes),
                microdata::to_string(found.dependency.share()), found.in_words()});
  if (searched.found.empty() && !searched.unsearched().empty())
    result.add({std::nullopt, std::nullopt, std::nullopt, searched.unsearched()});
  phases.finish();
}

void easiest_to_guess_of(const Arguments& arguments, ResultSet& result) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  require_source(release, name, "Guesses are judged by its values.");
  Phases phases("looking for attributes of " + name + " that are easily guessed");
  for (const EasyGuess& guess :
       easiest_to_guess(release, operations, attributes_guessed_unasked, phases.progress()))
    result.add({guess.attribute, figure_text(guess.gain)});
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_membership, microdata::postgres::audit_membership)
MICRODATA_FUNCTION(pg_microdata_audit_inference, microdata::postgres::audit_inference)
MICRODATA_FUNCTION(pg_microdata_determining_attributes,
                   microdata::postgres::determining_attributes_of)
MICRODATA_FUNCTION(pg_microdata_easiest_to_guess, microdata::postgres::easiest_to_guess_of)
