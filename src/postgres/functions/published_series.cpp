#include "postgres/functions/published_series.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/checks/edition_verification.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/edition_views.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/release/shown_edition.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/unclassified.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

constexpr std::array<const char*, 5> role_arguments{"sensitive", "identifiers", "insensitive",
                                                    "quasi_identifiers", "subject"};

bool is_role_argument(const std::string& name) {
  return std::find(role_arguments.begin(), role_arguments.end(), name) != role_arguments.end();
}

bool is_of_name(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Returns the arguments that a hint names as in suppress => 0.1. Arguments of calls that it shows
// in full, as in audit_composition(source => 'persons'), are left out.
std::set<std::string> arguments_in(const std::string& hint) {
  std::set<std::string> names;
  int in_call = 0;
  std::string name;
  for (std::size_t i = 0; i < hint.size(); ++i) {
    const char c = hint[i];
    if (c == '(' && (in_call > 0 || (i > 0 && is_of_name(hint[i - 1])))) ++in_call;
    if (c == ')' && in_call > 0) --in_call;
    if (is_of_name(c)) {
      name += c;
      continue;
    }
    if (in_call == 0 && hint.compare(i, 3, " =>") == 0 && !name.empty()) names.insert(name);
    name.clear();
  }
  // These arguments are named in words.
  for (const char* role : {"identifiers", "insensitive"}) {
    if (hint.find(role) != std::string::npos) names.insert(role);
  }
  if (hint.find("Give a target") != std::string::npos) names.insert("target");
  return names;
}

std::set<std::string> arguments_of(const Series& series) {
  std::set<std::string> known(role_arguments.begin(), role_arguments.end());
  known.insert("target");
  if (!series.independent) {
    for (const SeriesArgument& argument : series_method_named(series.method).arguments)
      known.insert(argument.name);
    return known;
  }
  for (const ResultRow& row : query("SELECT a.name FROM microdata.function_of_extension("
                                    "microdata.publishing_function($1)) p "
                                    "CROSS JOIN LATERAL pg_catalog.unnest(p.proargnames) a (name) "
                                    "WHERE a.name <> ALL ('{source,replace,in_place}')",
                                    {series.method})) {
    if (row[0]) known.insert(*row[0]);
  }
  return known;
}

// Series, with the arguments that it accepts.
struct WordsOfSeries {
  std::string series;
  std::set<std::string> known;
  // False for a series that is being created.
  bool exists;
};

std::string in_words(const WordsOfSeries& of, const std::string& hint) {
  // Hints about series need no change.
  if (hint.find("series") != std::string::npos) return hint;
  std::vector<std::string> taken;
  std::vector<std::string> missing;
  bool roles_alone = true;
  for (const std::string& name : arguments_in(hint)) {
    (of.known.contains(name) ? taken : missing).push_back(name);
    roles_alone = roles_alone && is_role_argument(name);
  }
  std::string words = hint;
  if (!taken.empty() && !of.exists) {
    words += " In a series, give " + join(taken) + " among the arguments.";
  } else if (!taken.empty() && roles_alone) {
    words += " For series " + in_quotes(of.series) +
             ", use declare_roles(), or alter_series(), which begins it anew.";
  } else if (!taken.empty()) {
    words += " For series " + in_quotes(of.series) + ", alter_series() takes " + join(taken) +
             " among its arguments, and begins it anew.";
  }
  if (!missing.empty()) {
    words +=
        " Series " + in_quotes(of.series) + " has no argument " + join(missing, " and no ") + ".";
  }
  return words;
}

// Returns a function that puts HINTs about arguments of a publishing function in words of a series:
// what the series accepts, and how. Editions have no arguments of their own. Requires a SpiSession.
HintWords::Words words_of_series(const Series& series, bool exists = true) {
  return [words = WordsOfSeries{series.name, arguments_of(series), exists}](
             const std::string& hint) { return in_words(words, hint); };
}

HarmlessValues declared_harmless(const std::vector<DeclaredRole>& declared,
                                 const std::string& attribute) {
  const auto found = std::find_if(declared.begin(), declared.end(), [&](const DeclaredRole& each) {
    return each.attribute == attribute;
  });
  return found == declared.end() ? HarmlessValues{} : found->harmless;
}

// Fails if the series holds no bound for a value that is not declared harmless any more, unless the
// series' call named the harmless values.
void check_harmless(const SourceColumn& column, const Series& series, const Json& named,
                    const HarmlessValues& of_series, const HarmlessValues& declared) {
  if (of_series.empty() || !named[column.name.c_str()].is_null()) return;
  const std::vector<std::uint8_t> still =
      marked_harmless(column.type, of_series, declared, Progress());
  const auto other = std::find(still.begin(), still.end(), 0);
  if (!still.empty() && other == still.end()) return;
  const HarmlessValues::value_type& value =
      of_series[still.empty() ? 0 : static_cast<std::size_t>(other - still.begin())];
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "a value of attribute " + in_quotes(column.name) + " of series " +
                  in_quotes(series.name) + " is not declared harmless any more")
      .detail("The series holds no bound for " + (value ? in_quotes(*value) : "NULL") + ".")
      .hint("alter_series() with anew => true begins the series anew.");
}

// Fails if an attribute whose role the series' call did not give is declared an identifier or
// sensitive by now, and notes which roles were chosen. Attributes that the source has got since the
// series began are not published, but a user must choose their roles.
void check_declarations(const Source& source, const Series& series, const SeriesArguments& given,
                        std::vector<AssignedRole>& roles) {
  std::vector<std::string> named;
  for (const char* list : {"sensitive", "insensitive", "quasi_identifiers", "identifiers"}) {
    const std::vector<std::string> names = given.names(list).value_or(std::vector<std::string>{});
    named.insert(named.end(), names.begin(), names.end());
  }
  const std::vector<DeclaredRole> declared = declared_roles(source.relation);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    AssignedRole& role = roles[i];
    const std::string& attribute = source.columns[i].name;
    check_harmless(source.columns[i], series, given["harmless"], role.harmless,
                   declared_harmless(declared, attribute));
    if (role.subject || std::find(named.begin(), named.end(), attribute) != named.end()) continue;
    const auto found = std::find_if(
        declared.begin(), declared.end(),
        [&](const DeclaredRole& each) { return each.attribute == attribute && each.role; });
    role.chosen = found != declared.end();
    if (!role.chosen || role.role == Role::identifier || *found->role == role.role ||
        (*found->role != Role::identifier && *found->role != Role::sensitive)) {
      continue;
    }
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "attribute " + in_quotes(attribute) + " of series " + in_quotes(series.name) +
                    " is declared " + role_name(*found->role) + " now")
        .detail("The series publishes it as " + std::string(role_name(role.role)) + ".")
        .hint("alter_series() with anew => true begins the series anew.");
  }
}

Target target_of_edition(const Source& source, const Series& series) {
  try {
    return resolve_target(source, name_of_edition(series, series.next_edition), "series", false);
  } catch (const Error& error) {
    if (error.sqlstate() != ERRCODE_DUPLICATE_TABLE) throw;
    throw Error(ERRCODE_DUPLICATE_TABLE, error.what())
        .detail("Editions have the name of the series' target, and their number.")
        .hint("Drop or rename the relation.");
  }
}

RememberedEdition publish_one_row_each(const SeriesMethod& method, const EditionCall& call,
                                       Table table, Random& random, Phases& phases) {
  require_one_row_each(table.subjects, "this series",
                       R"(Begin a series of bucketization with "rows": "growing" among its )"
                       "arguments, or one with independent => true.");
  MadeEdition made = method.publish(call, std::move(table), random, phases);
  const Edition& edition = made.table.edition;
  const EditionRecord record{
      call.series.id,         call.series.next_edition, made.published.release, edition.persons(),
      edition.counterfeits(), edition.waiting.size(),   edition.withheld.size()};
  report_edition(made.learned, call.series, record,
                 edition.buckets.buckets() + edition.harmless.buckets());
  record_edition(call.series, record, made.table.signatures, made.table.first_signature,
                 made.table.changes);
  return {record, std::move(made.published.relations)};
}

RememberedEdition publish_invariant(const Series& series, const Source& source,
                                    const Target& target, const std::vector<AssignedRole>& roles,
                                    Phases& phases) {
  const SeriesMethod& method = series_method_named(series.method);
  const SeriesArguments given(series.arguments);
  const Progress progress = phases.progress();
  check_republication(source, releases_of_series(series));
  check_undivided(source, "publishing an edition", std::nullopt,
                  edition_bytes(source.columns.size()),
                  "The persons of a bucket depend on all former editions.");
  const EditionCall call{target, source, roles, series, given};
  method.check_names(call);
  Random random = make_random(std::nullopt);
  Table table = read_table(source, roles, Purpose::edition, progress);
  return rows_grow(method, given)
             ? method.publish_growing(call, std::move(table), random, phases)
             : publish_one_row_each(method, call, std::move(table), random, phases);
}

// Returns the roles of the source's columns; nothing if only the publishing function uses them.
std::vector<AssignedRole> roles_of_edition(const Source& source, const Series& series) {
  if (series.independent) return {};
  std::vector<AssignedRole> roles = roles_in_series(source, series);
  check_declarations(source, series, SeriesArguments(series.arguments), roles);
  check_unclassified(source, roles);
  return roles;
}

}  // namespace

void require_source_of(const Series& series) {
  if (!series.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of series " + in_quotes(series.name) + " is gone")
        .hint("drop_series() ends the series.");
  }
  require_owner(*series.source);
}

void require_readable_source_of(const Series& series) {
  require_source_of(series);
  require_no_code_of_others(*series.source, "the source of series " + in_quotes(series.name));
}

void require_hierarchies_of_owner(const Series& series, const Source& source) {
  std::set<std::string> asked;
  for (const auto& [attribute, hierarchy] : series.arguments["hierarchies"].members()) {
    asked.insert(attribute);
    if (const auto name = hierarchy.text()) require_usable_by_owner(source.relation, *name);
  }
  for (const DeclaredHierarchy& declared : declared_hierarchies(source.relation)) {
    if (!asked.contains(declared.attribute))
      require_usable_by_owner(source.relation, declared.hierarchy);
  }
}

namespace {

NextEdition publish_locked(const Series& series, const std::optional<std::vector<Oid>>& only,
                           Phases& phases) {
  if (only && !series.independent) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "partitions of an m-invariant series cannot be published by themselves")
        .detail(
            "The persons of a bucket depend on the buckets of earlier editions, in all partitions.")
        .hint("Publish all partitions of the series.");
  }
  const Source source = open_source(*series.source);
  require_hierarchies_of_owner(series, source);
  const std::vector<AssignedRole> roles = roles_of_edition(source, series);
  const Target target = target_of_edition(source, series);
  check_views(series, source, roles, target.schema);
  auto [record, relations] = series.independent
                                 ? publish_independent(series, target.qualified, only)
                                 : publish_invariant(series, source, target, roles, phases);
  if (has_drafts(series)) {
    phases.begin("show");
    hand_over_edition(series, source, target.schema, relations);
    record.state = judge_and_show(series, source, record.edition, Approved::not_yet);
    require_not_begun_anew(series);
    if (record.state == EditionState::draft) seal_draft(series, record.edition);
  }
  return {std::move(record), std::move(relations)};
}

}  // namespace

NextEdition publish_next(const std::string& name, const std::optional<std::vector<Oid>>& only,
                         Phases& phases) {
  const Series series = locked_series(name);
  require_readable_source_of(series);
  return in_hint_words(words_of_series(series),
                       [&] { return publish_locked(series, only, phases); });
}

void rehearse_first_edition(const std::string& name, bool anew) {
  Phases phases("checking series " + in_quotes(name));
  const Rehearsal rehearsal;
  const std::optional<Error> ended = in_subtransaction([&] {
    // The first edition itself gives the warnings.
    query("SELECT pg_catalog.set_config('client_min_messages', 'error', true)");
    Series series = locked_series(name);
    require_readable_source_of(series);
    // The view of a series that begins anew can be dropped or changed until the next edition.
    if (anew) series.view.reset();
    in_hint_words(words_of_series(series, anew),
                  [&] { return publish_locked(series, std::nullopt, phases); });
    Rehearsal::end();
  });
  if (!rehearsal.passed()) throw *ended;
}

namespace {

// Fails for values that cannot be cast by `list` to the types of the method's arguments, because
// the first edition would fail for them.
void check_types(const Series& series, const std::string& list) {
  const std::string values = *query(
      "SELECT pg_catalog.replace(pg_catalog.regexp_replace($1, ', \"?[a-z_]+\"? => ', ', ', 'g'), "
      "'$1', 'g.given')",
      {list})[0][0];
  const std::optional<Error> failed = in_subtransaction([&] {
    query_rows("SELECT 1" + values + " FROM (SELECT " + quote_value(series.arguments.str()) +
               "::pg_catalog.jsonb) g (given)");
  });
  if (!failed) return;
  throw Error(failed->sqlstate(), failed->what())
      .detail(failed->detail())
      .hint(R"(Arguments are JSON, as in '{"sensitive": ["disease"], "l": 3}'.)");
}

// Fails for names that are not arguments of the method's publishing function, and for a missing
// argument.
void check_arguments(const Series& series) {
  if (!series.arguments.is_object()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "arguments must be a JSON object")
        .hint(R"(As in '{"sensitive": ["disease"], "l": 3}'.)");
  }
  for (const char* own : {"source", "replace", "in_place"}) {
    if (!SeriesArguments(series.arguments).text(own)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a series has no argument " + in_quotes(own))
        .detail("Every edition is a relation of its own, of the series' source.");
  }
  check_types(series, *query("SELECT microdata.argument_list(microdata.function_of_extension("
                             "microdata.publishing_function($1)), $2::pg_catalog.jsonb - 'target')",
                             {series.method, series.arguments.str()})[0][0]);
}

// Returns the edition from which the next one takes partitions.
Release last_edition(const Series& series) {
  const std::vector<EditionRecord> editions = editions_of_series(series.id);
  const auto last = std::find_if(editions.rbegin(), editions.rend(), [](const EditionRecord& each) {
    return each.state != EditionState::draft;
  });
  if (last == editions.rend()) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "series " + in_quotes(series.name) + " has no edition yet")
        .hint("Publish all partitions of the first one.");
  }
  FoundEdition found = find_edition(*last);
  if (!found.release) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "edition " + std::to_string(last->edition) + " of series " +
                    in_quotes(series.name) + " cannot be read")
        .detail(found.reason)
        .hint("Publish all partitions of the next one.");
  }
  return *std::move(found.release);
}

}  // namespace

std::vector<SeriesAttribute> attributes_of(const Source& source,
                                           const std::vector<AssignedRole>& roles) {
  std::vector<SeriesAttribute> attributes;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier && !roles[i].subject) continue;
    attributes.push_back({source.columns[i].name, roles[i].role, roles[i].subject,
                          type_in_ddl(source.columns[i].type)});
    attributes.back().harmless = roles[i].harmless;
  }
  return attributes;
}

void define_independent(Series& series, const Source& source,
                        const std::optional<std::vector<std::string>>& subject) {
  (void)method_named(series.method);
  if (subject && series.arguments.is_object()) series.arguments.set("subject", *subject);
  check_arguments(series);
  series.m = 0;
  series.attributes.clear();
  // The publishing function will use the roles of its time; these are the present ones.
  const SeriesArguments given(series.arguments);
  const std::vector<AssignedRole> roles = assign_roles(source, given.roles(given.names("subject")));
  if (const auto hierarchies = given.text("hierarchies"))
    (void)choose_hierarchies(source, roles, Json::parse(*hierarchies));
  series.attributes = attributes_of(source, roles);
}

void warn_of_independence(const Series& series) {
  if (republish_setting() == Republish::allow) return;
  report(
      WARNING,
      "editions of series " + in_quotes(series.name) +
          " can be combined to disclose sensitive values",
      "Each edition keeps its own guarantee. Together, they can leave one possible value of a "
      "person.",
      "audit_composition(source => " + quote_value(qualified_name(*series.source)) +
          ") shows how much they disclose together. Editions of a series with m disclose no more.");
}

RememberedEdition publish_independent(const Series& series, const std::string& target,
                                      const std::optional<std::vector<Oid>>& only) {
  std::optional<RenewedPartitions> renewed;
  if (only) renewed.emplace(*series.source, *only, last_edition(series).relations.front());
  const KnownEditions known(*series.source, releases_of_series(series));
  const Oid first = static_cast<Oid>(std::stoul(*query(
      "SELECT (microdata.publish($1::pg_catalog.oid::pg_catalog.regclass, $2, "
      "$3::pg_catalog.jsonb - 'target', $4))[1]::pg_catalog.oid",
      {std::to_string(*series.source), series.method, series.arguments.str(), target})[0][0]));
  const std::optional<Release> found = find_release(first);
  if (!found) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the edition was dropped while it was made");
  }
  const Release& release = *found;
  EditionRecord record{series.id, series.next_edition, release.id};
  record.persons = static_cast<std::size_t>(
      release.layout.persons.value_or(static_cast<double>(release.published_rows.value_or(0))));
  record.withheld = static_cast<std::size_t>(release.suppressed_rows.value_or(0));
  record_edition(series, record, {}, 0, {});
  return {record, release.relations};
}

std::vector<SeriesFinding> verify_independent(const Series& series, const Progress& progress) {
  std::vector<SeriesFinding> findings;
  for (const EditionRecord& edition : editions_of_series(series.id)) {
    const FoundEdition found = find_edition(edition);
    std::vector<Finding> of_edition;
    if (found.release && found.release->attributes.empty()) {
      of_edition = {not_checked("the edition exists", "all of its attributes are gone")};
      add_dropped_attributes(*found.release, of_edition);
    } else if (found.release) {
      // The source might have been registered, or redefined, since.
      if (found.release->source) {
        require_no_code_of_others(*found.release->source,
                                  "the source of edition " + std::to_string(edition.edition) +
                                      " of series " + in_quotes(series.name));
      }
      of_edition = operations_of(*found.release).verify(*found.release, progress);
      add_findings_of_any(*found.release, of_edition, progress);
    } else {
      of_edition = {not_checked("the edition exists", found.reason)};
    }
    for (Finding& finding : of_edition)
      findings.push_back({edition.edition, std::move(finding)});
  }
  return findings;
}

}  // namespace microdata::postgres
