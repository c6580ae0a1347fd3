#include "postgres/audits/composition.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/risk/minimality.hpp"
#include "core/risk/share_interval.hpp"
#include "postgres/audits/inference_audit.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/functions/attack_figures.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/series_memory.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

// The SQL functions audit_composition and audit_minimality, and the function of the releases that
// audit_composition leaves out.

namespace microdata::postgres {

namespace {

constexpr const char* call = "audit_composition()";

bool has_places(const Release& release) {
  const LayoutOperations& operations = operations_of(release);
  return std::holds_alternative<PlacePersons*>(operations.places) &&
         (operations.counterfeits == KnownCounterfeits::everywhere || !has_special_rows(release));
}

// True if the release has sets of values of persons with several rows, and is no edition with
// growing rows.
bool has_sets(const Release& release) {
  return is_of_subjects(release) && !release.layout.cohorts;
}

// Returns the attributes by which the rows of a release are those of persons; empty if a row is a
// person.
std::vector<std::string> persons_of(const Release& release) {
  std::vector<std::string> subject;
  if (!has_sets(release)) return subject;
  for (const SubjectAttribute& attribute : release.subject)
    subject.push_back(attribute.name);
  std::sort(subject.begin(), subject.end());
  return subject;
}

// Returns the releases that the call names, each once.
std::vector<Release> named_releases(const Arguments& arguments) {
  std::vector<Release> releases;
  std::set<Oid> seen;
  for (const Datum element : array_elements(arguments.datum("relations"), "relations")) {
    const Oid relation = DatumGetObjectId(element);
    if (!seen.insert(relation).second) continue;
    Release release = require_release(relation);
    require_source(release, in_quotes(relation_name(relation)),
                   "The attacker knows the quasi-identifiers of its persons, and guesses are "
                   "judged by their sensitive values.");
    check_counterfeits(release, relation, Counterfeits::known);
    if (!has_sets(release)) (void)require(operations_of(release).places, relation);
    const bool known = std::any_of(releases.begin(), releases.end(),
                                   [&](const Release& r) { return r.id == release.id; });
    if (!known) releases.push_back(std::move(release));
  }
  if (releases.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "relations must not be empty")
        .hint("Name releases, or give their source alone.");
  }
  return releases;
}

void check_source(const std::vector<Release>& releases, std::optional<Oid> source) {
  const Oid expected = source.value_or(*releases.front().source);
  for (const Release& release : releases) {
    if (*release.source == expected) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "release " + in_quotes(relation_name(release.relations.front())) +
                    " is not of the source " + in_quotes(relation_name(expected)))
        .detail("Its source is " + in_quotes(relation_name(*release.source)) + ".")
        .hint("Releases of one source can be compared person by person.");
  }
}

void check_same_persons(const std::vector<Release>& releases) {
  const Release& first = releases.front();
  for (const Release& release : releases) {
    if (persons_of(release) == persons_of(first)) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "releases " + in_quotes(relation_name(first.relations.front())) + " and " +
                    in_quotes(relation_name(release.relations.front())) +
                    " cannot be compared because they were made with different subjects")
        .hint("Compare releases in which the same rows are one person's.");
  }
}

// The releases that a call is about, and the series that remember editions that are gone.
struct GivenReleases {
  Oid source;
  std::vector<Release> releases;
  std::vector<RememberedSeries> remembered;
};

void report_not_compared(const Source& source, const std::vector<std::int64_t>& compared) {
  // A role that cannot read the source learns nothing of its releases, as at publishing.
  if (!may_read_through(source.relation)) return;
  const std::size_t left_out = earlier_releases(source.relation, compared).all;
  if (left_out == 0) return;
  report(
      NOTICE,
      count_of(left_out, "earlier release") + " about persons of " + in_quotes(source.name) +
          " left out",
      "A release is left out where it no longer exists and no series of yours remembers it, "
      "where it is of another relation, where you may not read it or a policy hides rows of it, "
      "where a view of it might run code of another role, and where it does not say where a person "
      "is.");
}

// The recorded releases that the caller may read, if they have values for each person. Releases of
// persons with several rows are compared if all releases have these persons.
struct ReadableReleases {
  struct LeftOut {
    Oid relation;
    std::string why;
  };
  GivenReleases given;
  std::vector<LeftOut> left_out;
};

// True if reading the relations, none of which the caller has named, runs no code of their owners
// with the caller's privileges and meets no policy.
bool may_be_read_unnamed(const std::vector<Oid>& relations) {
  return std::none_of(relations.begin(), relations.end(), [](Oid relation) {
    return hides_rows(relation) || may_run_code_of_others(relation);
  });
}

// True if a reader other than the caller may also read the relations, when the caller has that
// reader's privileges: gates show their findings to the series' owner.
bool may_be_read_by(Oid reader, const std::vector<Oid>& relations) {
  const Oid caller = GetUserId();
  if (!OidIsValid(reader) || reader == caller ||
      !guarded([&] { return has_privs_of_role(caller, reader); }))
    return true;
  const OwnerScope scope(OwnerScope::Owner{reader});
  return may_read_all(relations) && may_be_read_unnamed(relations);
}

ReadableReleases readable_releases(Oid source, Oid reader) {
  ReadableReleases readable{{source, {}, series_with_editions_gone(source)}, {}};
  std::vector<Release> with_sets;
  for (const Oid relation : releases_of(source)) {
    if (!may_read_all({relation})) continue;
    std::optional<Release> release = locked_release_if_there(relation, AccessShareLock);
    if (!release || !release->source || !may_read_all(release->relations) ||
        !may_be_read_unnamed(release->relations) || !may_be_read_by(reader, release->relations))
      continue;
    if (has_places(*release)) {
      readable.given.releases.push_back(std::move(*release));
    } else if (has_sets(*release)) {
      with_sets.push_back(std::move(*release));
    } else {
      const auto* const missing = std::get_if<Missing>(&operations_of(*release).places);
      readable.left_out.push_back(
          {relation, missing != nullptr ? std::string(missing->message) + "."
                                        : "Its counterfeits cannot be told from persons."});
    }
  }
  std::vector<Release>& releases = readable.given.releases;
  const bool are_compared = releases.empty() && readable.given.remembered.empty();
  for (Release& release : with_sets) {
    const bool alike = releases.empty() || persons_of(releases.front()) == persons_of(release);
    if (are_compared && alike) {
      releases.push_back(std::move(release));
    } else {
      readable.left_out.push_back({release.relations.front(),
                                   "Other releases were made with another subject, or without."});
    }
  }
  return readable;
}

std::vector<std::int64_t> compared_releases(const GivenReleases& given) {
  std::vector<std::int64_t> compared;
  for (const Release& release : given.releases)
    compared.push_back(release.id);
  for (const RememberedSeries& series : given.remembered)
    compared.insert(compared.end(), series.gone.begin(), series.gone.end());
  return compared;
}

GivenReleases releases_to_compare(const Source& source, Oid reader) {
  ReadableReleases readable = readable_releases(source.relation, reader);
  for (const auto& [relation, why] : readable.left_out)
    report(NOTICE, "release " + in_quotes(relation_name(relation)) + " is left out", why);
  GivenReleases given = std::move(readable.given);
  const std::vector<std::int64_t> compared = compared_releases(given);
  report_not_compared(source, compared);
  if (compared.empty()) {
    throw Error(ERRCODE_UNDEFINED_OBJECT, "there is no release of " + in_quotes(source.name) +
                                              " that can be compared with others")
        .detail("Only releases that you may read are looked at.");
  }
  return given;
}

GivenReleases given_releases(const Arguments& arguments) {
  std::optional<Oid> source;
  if (!arguments.is_null("source")) {
    source = arguments.relation("source");
    require_may_read(*source);
  }
  if (!arguments.is_null("relations")) {
    std::vector<Release> releases = named_releases(arguments);
    check_source(releases, source);
    check_same_persons(releases);
    const Oid of = *releases.front().source;
    return {of, std::move(releases), {}};
  }
  if (source) {
    const Oid reader = arguments.has("reader") ? DatumGetObjectId(arguments.datum("reader")) : 0;
    return releases_to_compare(open_source(*source), reader);
  }
  throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "relations and source must not both be null")
      .hint("Name releases, or the source whose releases are meant.");
}

// Returns the mean number of candidates, and the shares of persons with one and with none.
ResultRow columns_of_candidates(const ComposedAttribute& composed,
                                const CompositionFigures& figures) {
  if (composed.of_sets || figures.persons == 0) return ResultRow(3);
  return {figure_text(figures.candidates), share_text(figures.pinned, figures.persons),
          share_text(figures.contradicted, figures.persons)};
}

constexpr std::size_t columns_of_composition = 18;
constexpr std::size_t column_single = 9;

void add_row(ResultSet& result, const ComposedAttribute& composed, const ResultRow& control) {
  const CompositionFigures& all = composed.together;
  const CompositionFigures& single = composed.of_single;
  if (OidIsValid(composed.unknown) && all.persons > 0) {
    ResultRow row(columns_of_composition);
    row[0] = composed.attribute;
    row[1] = std::to_string(composed.releases);
    row[2] = std::to_string(all.persons);
    row[column_single] = std::to_string(composed.unknown);
    result.add(row);
    return;
  }
  const ShareInterval interval = wilson_interval(all.right, all.persons);
  const ResultRow left = columns_of_candidates(composed, all);
  const ResultRow left_by_single = columns_of_candidates(composed, single);
  ResultRow row{
      composed.attribute,
      std::to_string(composed.releases),
      std::to_string(all.persons),
      left[0],
      left[1],
      left[2],
      share_text(all.right, all.persons),
      figure_text(interval.low),
      figure_text(interval.high),
      OidIsValid(composed.single) ? std::optional(std::to_string(composed.single)) : std::nullopt,
      left_by_single[0],
      left_by_single[1],
      share_text(single.right, single.persons),
      share_text(composed.naive_right, all.persons)};
  row.insert(row.end(), control.begin(), control.end());
  result.add(row);
}

HeldRelease held_release(const Release& release) {
  const LayoutOperations& operations = operations_of(release);
  HeldRelease held{release, require(operations.places, release.relations.front())};
  if (!release.layout.edition || operations.counterfeits != KnownCounterfeits::everywhere)
    return held;
  held.series = release.layout.series;
  held.edition = *release.layout.edition;
  return held;
}

// Returns the series that remember the people of the given editions, without series whose editions
// are gone as well.
std::vector<RememberedSeries> memories_of(const GivenReleases& given) {
  std::vector<RememberedSeries> memories;
  const bool has_editions =
      std::any_of(given.releases.begin(), given.releases.end(),
                  [](const Release& release) { return release.layout.series.has_value(); });
  if (!has_editions) return memories;
  for (RememberedSeries& series : series_with_memory(given.source)) {
    const bool is_known = std::any_of(
        given.remembered.begin(), given.remembered.end(),
        [&](const RememberedSeries& known) { return known.series.name == series.series.name; });
    if (!is_known) memories.push_back(std::move(series));
  }
  return memories;
}

// Returns the releases to compare. People are sampled so that the part of the source that is read
// fits into memory: by the regions of one of the releases, if there is one. The memory for a
// release itself stays unchanged.
HeldReleases held_releases(const GivenReleases& given, bool outsiders) {
  HeldReleases held{given.source, {}, given.remembered, memories_of(given)};
  bool at_once = true;
  const Release* with_regions = nullptr;
  for (const Release& release : given.releases) {
    held.releases.push_back(held_release(release));
    at_once = at_once && !is_above_limit(release, need_of_audit(release, call));
    const std::optional<ReleasedRegions> regions = released_regions(release);
    if (regions && regions->tree.regions() > 1) with_regions = &release;
    held.releases.back().on_workers =
        !held.releases.back().series && is_asked_on_workers(release, RowsOfSource::left);
    held.sampled = held.sampled || held.releases.back().on_workers;
  }
  if (at_once) return held;
  held.regions = with_regions;
  for (HeldRelease& one : held.releases) {
    MemoryNeed need = need_of_audit(one.release, call);
    if (held.regions != nullptr || held.sampled) need.of_tuple = 0;
    need.always_beside = true;
    need.beside = [&] {
      return bytes_of_known_values(one.release, false) +
             bytes_of_persons(one.release, most_composition_persons, outsiders ? 2 : 1);
    };
    one.by_regions = must_read_by_regions(one.release, need);
  }
  return held;
}

// Combines releases of persons with several rows. If one has regions, persons are drawn by these,
// and the source is not read with each release.
std::vector<ComposedAttribute> compose_persons(const std::vector<Release>& releases,
                                               const std::optional<Oid>& outsiders, Random& random,
                                               const Progress& progress) {
  const auto with_regions =
      std::find_if(releases.begin(), releases.end(), [](const Release& release) {
        const std::optional<ReleasedRegions> regions = released_regions(release);
        return regions && regions->tree.regions() > 1;
      });
  const Release* const regions = with_regions == releases.end() ? nullptr : &*with_regions;
  std::vector<HeldSubjects> held;
  for (const Release& release : releases) {
    MemoryNeed need = need_of_audit(release, call);
    if (regions != nullptr) {
      need.of_tuple = 0;
      need.always_beside = true;
      need.beside = [&release, sides = outsiders ? 2 : 1] {
        return bytes_of_known_values(release, false) +
               bytes_of_persons(release, most_composition_persons, sides);
      };
    }
    held.push_back({release, must_read_by_regions(release, need)});
  }
  return compose_subjects(held, regions, outsiders, random, progress);
}

std::vector<ComposedAttribute> compose_given(const GivenReleases& given,
                                             const std::optional<Oid>& outsiders, Random& random,
                                             const Progress& progress) {
  if (given.releases.empty() || !has_sets(given.releases.front())) {
    const HeldReleases held = held_releases(given, outsiders.has_value());
    return compose_releases(held, outsiders, random, progress);
  }
  return compose_persons(given.releases, outsiders, random, progress);
}

void audit_composition(const Arguments& arguments, ResultSet& result) {
  const GivenReleases given = given_releases(arguments);
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  std::vector<Oid> relations;
  for (const Release& release : given.releases)
    relations.push_back(release.relations.front());
  const ControlBy controls =
      audit_control_by("attribute", "audit_composition", relations, arguments);
  Phases phases("comparing releases of " + in_quotes(relation_name(given.source)));
  Random random = random_for_measuring(arguments);
  for (const ComposedAttribute& composed :
       compose_given(given, outsiders, random, phases.progress())) {
    add_row(result, composed,
            control_of(controls, composed.attribute,
                       {composed.together.persons, composed.together.right},
                       outsiders ? std::optional(composed.control) : std::nullopt));
  }
  phases.finish();
}

// Returns the number of releases that other roles might hold and audit_composition() does not
// compare, and counts an edition that is not compared itself. For a gate, releases that the
// source's owner may read are compared as well. Returns NULL if the caller may not know.
Datum releases_left_out(const Arguments& arguments) {
  const Oid source = arguments.relation("source");
  if (!may_read_through(source)) return arguments.null_result();
  std::vector<std::int64_t> known =
      compared_releases(readable_releases(source, owner_of(source)).given);
  const std::int64_t edition = arguments.bigint("edition");
  const bool is_compared = std::find(known.begin(), known.end(), edition) != known.end();
  known.push_back(edition);
  return Int64GetDatum(static_cast<std::int64_t>(held_by_others(source, known)) +
                       (is_compared ? 0 : 1));
}

}  // namespace

namespace {

// Returns what every side of a split must have had according to the release's guarantees.
MinimalityOptions promised(const Release& release, const std::string& name) {
  const std::optional<double> l = promised_l(release);
  if (!l || *l <= 1) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "release " + name + " promises no l")
        .hint("Conclusions from cuts need the l that both sides must meet.");
  }
  MinimalityOptions options;
  options.l = *l;
  // The number of rows is unbounded if the catalog was restored by a user.
  constexpr double most = 1e9;
  double fewest = std::max({2.0, std::ceil(*l * (1 - 1e-9)), release.layout.k.value_or(1)});
  for (const PrivacyModel& model : recorded_models(release)) {
    if (const auto* k = std::get_if<KAnonymity>(&model)) fewest = std::max<double>(fewest, k->k);
    if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) {
      fewest = std::max<double>(fewest, alpha->k);
    }
  }
  options.fewest = static_cast<std::size_t>(std::min(fewest, most));
  return options;
}

void add_row(ResultSet& result, const std::string& attribute, const MinimalityFigures& figures,
             double l, const ResultRow& control) {
  const auto figure = [](double number) { return microdata::to_string(without_noise(number)); };
  const auto of_guesses = [&](double number) {
    return figures.persons > 0 ? std::optional(figure(number)) : std::nullopt;
  };
  const ShareInterval interval = wilson_interval(figures.right, figures.persons);
  const auto persons = static_cast<double>(std::max<std::size_t>(figures.persons, 1));
  ResultRow row{attribute,
                std::to_string(figures.regions),
                std::to_string(figures.telling),
                std::to_string(figures.persons),
                of_guesses(static_cast<double>(figures.right) / persons),
                figure(interval.low),
                figure(interval.high),
                of_guesses(figures.believed),
                of_guesses(figures.share),
                figure(1 / l),
                of_guesses(figures.z)};
  row.insert(row.end(), control.begin(), control.end());
  result.add(row);
}

void audit_minimality(const Arguments& arguments, ResultSet& result) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::refused);
  const bool of_subjects = has_sets(release);
  if (!of_subjects) require(operations.places, relation);
  require_source(release, name,
                 "The attacker knows the quasi-identifiers of its persons, and guesses are judged "
                 "by their sensitive values.");
  const MinimalityOptions options = promised(release, name);
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  const ControlBy controls =
      audit_control_by("attribute", "audit_minimality", {&relation, 1}, arguments);
  if (!release.parameters["regions"].is_null() && release.layout.cuts != "oblivious" &&
      release.layout.method != "anatomy") {
    report(NOTICE, "the choice of regions was not judged",
           "The regions of " + name +
               " depend on sensitive values, as its buckets do. With cuts => 'oblivious', they do "
               "not.");
  }
  Phases phases("looking for cuts of " + name + " that were not made");
  const Progress progress = phases.progress();
  Random random = random_for_measuring(arguments);
  const FoundCuts found = (of_subjects ? find_cuts_of_subjects : find_cuts)(
      release, outsiders, options, random, progress);
  for (const auto& [attribute, figures] : found) {
    add_row(result, attribute, figures, options.l,
            control_of(controls, attribute, {figures.persons, figures.right},
                       outsiders ? std::optional(figures.control) : std::nullopt));
  }
  if (found.empty()) require_sensitive({});
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_composition, microdata::postgres::audit_composition)
MICRODATA_FUNCTION(pg_microdata_releases_left_out, microdata::postgres::releases_left_out)

MICRODATA_FUNCTION(pg_microdata_audit_minimality, microdata::postgres::audit_minimality)
