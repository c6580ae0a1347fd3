#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/run_catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/functions/published_series.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/release/edition_views.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/unclassified.hpp"

// The SQL functions create_series, alter_series and drop_series.

namespace microdata::postgres {

namespace {

// Changes of gates, and of the need for approval, are recorded for the owners of series
// (microdata.series_changes).

void record_change(const Series& series, const char* setting, const std::string& before,
                   const std::string& after) {
  if (before == after) return;
  query(
      "INSERT INTO microdata.series_change_record (series_id, setting, before, after, changed_by) "
      "VALUES ($1::pg_catalog.int4, $2, $3::pg_catalog.jsonb, $4::pg_catalog.jsonb, SESSION_USER)",
      {std::to_string(series.id), setting, before, after});
}

// Records the differences under the role that logged in. Requires a SpiSession.
void record_changes(const Series& before, const Series& after) {
  const CatalogScope scope;
  record_change(after, "gate", before.gate, after.gate);
  record_change(after, "approve", before.approve ? "true" : "false",
                after.approve ? "true" : "false");
}

// Forgets the changes of a series that is dropped.
void forget_changes(std::int32_t series) {
  const CatalogScope scope;
  query("DELETE FROM microdata.series_change_record WHERE series_id = $1::pg_catalog.int4",
        {std::to_string(series)});
}

void check_roles_of_series(const Source& source, const std::vector<AssignedRole>& roles) {
  const auto sensitive = std::count_if(roles.begin(), roles.end(), [](const AssignedRole& role) {
    return role.role == Role::sensitive;
  });
  if (sensitive == 0) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "no sensitive attribute is known for " + in_quotes(source.name))
        .hint(
            R"(Name it in arguments, as in '{"sensitive": ["disease"]}', or once for all with declare_roles().)");
  }
  require_quasi_identifier(source, roles);
  if (!names_subject(roles)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a series needs a subject")
        .detail("Persons are found again in later editions by what tells them apart.")
        .hint("Name the attributes that tell persons apart, as in subject => '{patient_id}'.");
  }
  if (sensitive > 1) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "a series of several sensitive attributes is not supported")
        .detail(in_quotes(source.name) + " has " + std::to_string(sensitive) + " of them.")
        .hint("Publish one, and name the others in identifiers.");
  }
}

// Fails if the name of editions is too long, because PostgreSQL would cut the names, and their
// numbers first.
void check_length(const std::string& name) {
  constexpr std::size_t room = 16;  // for a number, and the ends of relations' names
  const std::size_t last = name.rfind('.');
  const std::size_t length = last == std::string::npos ? name.size() : name.size() - last - 1;
  if (length + room < NAMEDATALEN) return;
  throw Error(ERRCODE_INVALID_NAME, "name for editions is too long: " + in_quotes(name))
      .detail("It may have " + std::to_string(NAMEDATALEN - 1 - room) +
              " bytes, as editions are numbered.")
      .hint(R"(Give a shorter one, as in '{"target": "weekly"}'.)");
}

constexpr std::uint32_t default_m = 2;

// Fails because a series that remembers no people cannot guarantee m.
void refuse_m() {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "m is not promised with independent => true")
      .hint("Give what every edition is to keep in arguments, as in '{\"l\": 3}'.");
}

std::uint32_t checked_m(std::int32_t m) {
  if (m < 2) fail_range("m", "at least 2", std::to_string(m));
  return static_cast<std::uint32_t>(m);
}

void define_invariant(Series& series, const Source& source,
                      const std::optional<std::vector<std::string>>& subject) {
  const SeriesMethod& method = series_method_named(series.method);
  const SeriesArguments given(series.arguments);
  given.check(method.arguments);
  const std::vector<AssignedRole> roles = assign_roles(source, given.roles(subject));
  check_unclassified(source, roles);
  check_roles_of_series(source, roles);
  check_subject_of_series(source, roles);
  series.attributes = attributes_of(source, roles);
  method.begin(source, roles, given, series.attributes);
}

// Completes what a series publishes, whose source, method, arguments and m are given.
void define_series(Series& series, const std::optional<std::vector<std::string>>& subject) {
  const Source source = open_for_declaration(*series.source, "a series");
  if (series.independent) {
    define_independent(series, source, subject);
  } else {
    define_invariant(series, source, subject);
  }
  require_hierarchies_of_owner(series, source);
  check_length(SeriesArguments(series.arguments).text("target").value_or(series.name));
  // A superuser who publishes later may create in any schema.
  (void)locate_target(source, name_of_edition(series, 0));
  series.key = draw_hash_key();
}

// Fails for a view whose name a later edition will need.
void check_not_an_edition(const Series& series, const Source& source, const std::string& view) {
  const std::string stem = locate_target(source, name_of_edition(series, 0)).qualified;
  const bool quoted = stem.back() == '"';
  const std::string start = stem.substr(0, stem.size() - (quoted ? 2 : 1));
  // The names are comparable, because both are quoted or neither is.
  if (view.compare(0, start.size(), start) != 0) return;
  const std::size_t digit = view.find_first_of("123456789", start.size());
  if (digit != start.size()) return;
  const std::size_t end = view.find_first_not_of("0123456789", start.size());
  if (end != std::string::npos && view[end] != '"' && view[end] != '_') return;
  throw Error(ERRCODE_INVALID_NAME, "view " + view + " would have the name of an edition")
      .detail("Editions have the name of the series' target, and their number.")
      .hint("Give the view another name.");
}

// Sets the name of the view as it is kept; an empty name removes the view.
void set_view(Series& series, const std::string& name) {
  if (name.empty()) {
    series.view.reset();
    return;
  }
  require_source_of(series);
  const Source source = open_source(*series.source);
  const std::string view = locate_target(source, name).qualified;
  if (view == series.view) return;
  check_length(name);
  check_not_an_edition(series, source, view);
  check_view_name(source, view);
  series.view = view;
}

// Returns the checked gate. In an invariant series, m guarantees what l does in a release.
std::string checked_gate(const Series& series, const std::string& gate) {
  return *query(
      "SELECT microdata.checked_gate($1::pg_catalog.jsonb, $2, $3::pg_catalog.bool, "
      "$4::pg_catalog.jsonb || CASE WHEN $3::pg_catalog.bool THEN '{}' "
      "ELSE pg_catalog.jsonb_build_object('l', $5::pg_catalog.int4) END)",
      {gate, series.method, series.independent ? "t" : "f", series.arguments.str(),
       std::to_string(series.m)})[0][0];
}

// Returns the gates that a series has after a change. A gate that is null is removed; fails if
// there is none of its name.
Json merged_gate(const Series& series, const Json& given) {
  if (!given.is_object()) return given;
  Json merged = Json::parse(series.gate);
  Json taken_away = Json::object();
  for (const auto& [name, bound] : given.members()) {
    if (!bound.is_null()) {
      merged.set(name, bound);
      continue;
    }
    merged.remove(name);
    taken_away.add(name, name == "verify" ? Json(true)
                         : name == "rows" ? Json(std::vector{0, 1})
                                          : Json(1));
  }
  query("SELECT microdata.checked_gate($1::pg_catalog.jsonb)", {taken_away.str()});
  return merged;
}

// Sets how editions are shown, kept and judged; null arguments change nothing.
void set_showing(Series& series, const Arguments& arguments) {
  if (const auto view = arguments.optional_text("view")) set_view(series, *view);
  if (const auto keep = arguments.optional_integer("keep")) {
    if (*keep < 0) fail_range("keep", "at least 0", std::to_string(*keep));
    series.keep = *keep == 0 ? std::nullopt : std::optional(*keep);
  }
  if (const auto gate = arguments.optional_json("gate")) {
    series.gate = checked_gate(series, merged_gate(series, *gate).str());
  }
  if (!arguments.is_null("approve")) series.approve = arguments.boolean("approve");
}

void create_series(const Arguments& arguments) {
  Series series;
  series.name = arguments.text("series");
  if (series.name.empty()) {
    throw Error(ERRCODE_INVALID_NAME, "the name of a series must not be empty");
  }
  series.source = arguments.relation("source");
  series.method = arguments.text("method");
  series.arguments = arguments.json("arguments");
  series.m = checked_m(arguments.integer("m"));
  series.independent = arguments.boolean("independent");
  require_writable("create_series()");
  if (series.independent && series.m != default_m) refuse_m();
  define_series(series, arguments.optional_texts("subject"));
  set_showing(series, arguments);
  record_series(series);
  rehearse_first_edition(series.name, false);
  if (series.independent) warn_of_independence(series);
}

void report_gate(const Series& series) {
  report(NOTICE, "editions of series " + in_quotes(series.name) + " are judged by " +
                     (series.gate == "{}" ? "no gate" : "the gates " + series.gate) +
                     " from now on" + (series.approve ? ", and wait for approval" : ""));
}

// Returns the attributes that identify a person, by their present names.
std::vector<std::string> subject_of(const Series& series) {
  if (!series.has_whole_subject) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of series " + in_quotes(series.name) +
                    " no longer has all attributes of its subject")
        .detail("The other attributes might not tell the same persons apart.")
        .hint("Give the attributes that do, as in subject => '{patient_id}'.");
  }
  std::vector<std::string> names;
  for (const SeriesAttribute& attribute : series.attributes) {
    if (attribute.subject) names.push_back(attribute.name);
  }
  return names;
}

// Returns the editions of an independent series, because the series has warned that they disclose
// more together.
std::vector<std::int64_t> known_when_defined_anew(const Series& series) {
  return series.independent ? releases_of_series(series) : std::vector<std::int64_t>();
}

// True if the call changes how editions are made, or begins anew without a change.
bool asks_to_begin_anew(const Arguments& arguments) {
  for (const char* const name : {"method", "arguments", "subject", "m"}) {
    if (!arguments.is_null(name)) return true;
  }
  return arguments.boolean("anew");
}

// Sets how editions are made; null arguments change nothing.
void set_definition(Series& series, const Arguments& arguments) {
  series.method = arguments.optional_text("method").value_or(series.method);
  series.arguments = arguments.optional_json("arguments").value_or(series.arguments);
  const auto m = arguments.optional_integer("m");
  if (m && series.independent) refuse_m();
  if (m) series.m = checked_m(*m);
  auto subject = arguments.optional_texts("subject");
  // The subject of independent editions is among the arguments, or was not given.
  if (!subject && !series.independent) subject = subject_of(series);
  define_series(series, subject);
  // Bounds might be below the present guarantees.
  if (series.gate != "{}") (void)checked_gate(series, series.gate);
}

void alter_series(const Arguments& arguments) {
  require_writable("alter_series()");
  Series series = locked_series(arguments.text("series"));
  const bool anew = asks_to_begin_anew(arguments);
  // If the source is gone, the role that finds the series owned it last.
  if (anew || series.source) require_source_of(series);
  const Series before = series;
  if (anew) set_definition(series, arguments);
  set_showing(series, arguments);
  if (anew) {
    // This is the last chance to stop, because the next edition begins the series anew.
    const std::vector<std::int64_t> known = known_when_defined_anew(series);
    std::optional<KnownEditions> known_editions;
    if (series.independent) known_editions.emplace(*series.source, known);
    check_republication(open_source(*series.source), known);
    begin_series_anew(series);
  }
  // The views stay unchanged and belong to their owner.
  if (series.view != before.view) forget_views(series.id);
  record_showing(series);
  record_changes(before, series);
  if (anew) rehearse_first_edition(series.name, true);
  if (!arguments.is_null("gate") || !arguments.is_null("approve")) report_gate(series);
}

void drop_series(const Arguments& arguments) {
  const std::string name = arguments.text("series");
  require_writable("drop_series()");
  const std::int32_t series = locked_series(name).id;
  unschedule_job(series);
  forget_runs(series);
  forget_changes(series);
  forget_series(series);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_create_series, microdata::postgres::create_series)
MICRODATA_FUNCTION(pg_microdata_alter_series, microdata::postgres::alter_series)
MICRODATA_FUNCTION(pg_microdata_drop_series, microdata::postgres::drop_series)
