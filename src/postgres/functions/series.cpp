#include "postgres/server/api.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/run_catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_schedule.hpp"
#include "postgres/methods/series_methods.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/republication.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/person_hashes.hpp"
#include "postgres/source/unclassified.hpp"
#include "postgres/values/role_name.hpp"

// create_series, redefine_series, publish_series and drop_series.

namespace microdata::postgres {

namespace {

// The name of an edition's release, as it is given to functions: quoted where it needs to be.
std::string target_of(const SeriesArguments& arguments, const Series& series) {
  std::string target = arguments.text("target").value_or(quote_name(series.name));
  const std::string suffix = "_" + std::to_string(series.next_edition);
  const bool quoted = !target.empty() && target.back() == '"';
  target.insert(target.size() - (quoted ? 1 : 0), suffix);
  return target;
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

void require_source_of(const Series& series) {
  if (!series.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of series " + in_quotes(series.name) + " is gone")
        .hint("drop_series() ends the series.");
  }
  require_owner(*series.source);
}

std::vector<SeriesAttribute> attributes_of(const Source& source,
                                           const std::vector<AssignedRole>& roles) {
  std::vector<SeriesAttribute> attributes;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier && !roles[i].subject) continue;
    attributes.push_back({source.columns[i].name, roles[i].role, roles[i].subject,
                          type_in_ddl(source.columns[i].type)});
  }
  return attributes;
}

// What m-Distinct promises (F. Li, S. Zhou, 2008) rests on which values may become which.
void refuse_transient() {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "series of values that may change at any time are not supported")
      .detail(
          "What could be promised of them depends on which values may become which, how "
          "likely: nobody can verify that, and where it is wrong, editions give persons away.")
      .hint("With transient => false, whose value changes to none of their bucket's is withheld.");
}

// PostgreSQL would cut the names of editions, and their numbers first.
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

std::uint32_t checked_m(std::int32_t m) {
  if (m < 2) fail_range("m", "at least 2", std::to_string(m));
  return static_cast<std::uint32_t>(m);
}

// Completes what a series, whose source, method, arguments and m are given, publishes.
void define_series(Series& series, const std::optional<std::vector<std::string>>& subject) {
  const SeriesMethod& method = series_method_named(series.method);
  const SeriesArguments given(series.arguments);
  given.check(method.arguments);
  check_length(given.text("target").value_or(series.name));
  const Source source = open_for_declaration(*series.source, "a series");
  const std::vector<AssignedRole> roles = assign_roles(source, given.roles(subject));
  check_unclassified(source, roles);
  check_roles_of_series(source, roles);
  check_subject_of_series(source, roles);
  series.attributes = attributes_of(source, roles);
  method.begin(source, roles, given, series.attributes);
  series.key = draw_hash_key();
}

Datum create_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  Series series;
  series.name = arguments.text("name");
  if (series.name.empty()) {
    throw Error(ERRCODE_INVALID_NAME, "the name of a series must not be empty");
  }
  series.source = arguments.relation("source");
  series.method = arguments.text("method");
  series.arguments = arguments.json("arguments");
  series.m = checked_m(arguments.integer("m"));
  if (arguments.boolean("transient")) refuse_transient();
  require_writable("create_series()");
  define_series(series, arguments.optional_texts("subject"));
  record_series(series);
  return 0;
}

// Those that tell persons apart, as they are called now.
std::vector<std::string> subject_of(const Series& series) {
  if (!series.has_whole_subject) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of series " + in_quotes(series.name) +
                    " no longer has all attributes of its subject")
        .detail("What is left need not tell the same persons apart.")
        .hint("Give the attributes that do, as in subject => '{patient_id}'.");
  }
  std::vector<std::string> names;
  for (const SeriesAttribute& attribute : series.attributes) {
    if (attribute.subject) names.push_back(attribute.name);
  }
  return names;
}

Datum redefine_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("redefine_series()");
  Series series = locked_series(arguments.text("name"));
  require_source_of(series);
  series.method = arguments.optional_text("method").value_or(series.method);
  series.arguments = arguments.optional_json("arguments").value_or(series.arguments);
  if (const auto m = arguments.optional_integer("m")) series.m = checked_m(*m);
  const auto subject = arguments.optional_texts("subject");
  define_series(series, subject ? *subject : subject_of(series));
  // Now is when it can still be left: with the next edition it is done.
  check_republication(open_source(*series.source), {});
  begin_series_anew(series);
  return 0;
}

// A role that the call gave stands for good. Of others, what was declared since the series began
// counts: nothing is published that is to be an identifier, or secret, by now.
void check_declarations(const Source& source, const Series& series, const SeriesArguments& given,
                        std::vector<AssignedRole>& roles) {
  std::vector<std::string> named;
  for (const char* list : {"sensitive", "insensitive", "quasi_identifiers"}) {
    const std::vector<std::string> names = given.names(list).value_or(std::vector<std::string>{});
    named.insert(named.end(), names.begin(), names.end());
  }
  const std::vector<DeclaredRole> declared = declared_roles(source.relation);
  for (const SeriesAttribute& attribute : series.attributes) {
    AssignedRole& role = roles[column_position(source, attribute.name, "series")];
    if (role.subject || std::find(named.begin(), named.end(), attribute.name) != named.end())
      continue;
    const auto found = std::find_if(
        declared.begin(), declared.end(),
        [&](const DeclaredRole& each) { return each.attribute == attribute.name && each.role; });
    role.chosen = found != declared.end();
    if (!role.chosen || *found->role == role.role ||
        (*found->role != Role::identifier && *found->role != Role::sensitive)) {
      continue;
    }
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "attribute " + in_quotes(attribute.name) + " of series " + in_quotes(series.name) +
                    " is declared " + role_name(*found->role) + " now")
        .detail("The series publishes it as " + std::string(role_name(role.role)) + ".")
        .hint("redefine_series() begins the series anew.");
  }
}

Target target_of_edition(const Source& source, const SeriesArguments& given, const Series& series) {
  try {
    return resolve_target(source, target_of(given, series), "series", false);
  } catch (const Error& error) {
    if (error.sqlstate() != ERRCODE_DUPLICATE_TABLE) throw;
    throw Error(ERRCODE_DUPLICATE_TABLE, error.what())
        .detail("Editions have the name of the series' target, and their number.")
        .hint("Drop or rename the relation.");
  }
}

RememberedEdition publish_one_row_each(const SeriesMethod& method, const EditionCall& call,
                                       Table table, Random& random, Phases& phases) {
  MadeEdition made = method.publish(call, std::move(table), random, phases);
  const Edition& edition = made.table.edition;
  const EditionRecord record{call.series.id,         call.series.next_edition,
                             made.published.release, edition.buckets.rows.size(),
                             edition.counterfeits(), edition.waiting.size(),
                             edition.withheld.size()};
  record_edition(record, made.table.signatures, made.table.first_signature, made.table.changes);
  return {record, std::move(made.published.relations)};
}

Datum publish_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::string name = arguments.text("name");
  require_writable("publish_series()");
  const Series series = locked_series(name);
  require_source_of(series);
  const SeriesMethod& method = series_method_named(series.method);
  const SeriesArguments given(series.arguments);
  const Source source = open_source(*series.source);
  Phases phases("publishing series " + in_quotes(name));
  const Progress progress = phases.progress();
  std::vector<AssignedRole> roles = roles_in_series(source, series);
  check_declarations(source, series, given, roles);
  check_unclassified(source, roles);
  const Target target = target_of_edition(source, given, series);
  check_republication(source, releases_of_series(series));
  const EditionCall call{target, source, roles, series, given};
  method.check_names(call);
  Random random = make_random(std::nullopt);
  Table table = read_table(source, roles, Purpose::edition, progress);
  const auto [record, relations] =
      rows_grow(method, given)
          ? method.publish_growing(call, std::move(table), random, phases)
          : publish_one_row_each(method, call, std::move(table), random, phases);
  result.add({std::to_string(record.edition), oid_array(relations), std::to_string(record.persons),
              std::to_string(record.counterfeits), std::to_string(record.waiting),
              std::to_string(record.withheld)});
  phases.finish();
  return 0;
}

Datum drop_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::string name = arguments.text("name");
  require_writable("drop_series()");
  const std::int32_t series = locked_series(name).id;
  unschedule_job(series);
  forget_runs(series);
  forget_series(series);
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_create_series, microdata::postgres::create_series)
MICRODATA_FUNCTION(pg_microdata_redefine_series, microdata::postgres::redefine_series)
MICRODATA_FUNCTION(pg_microdata_publish_series, microdata::postgres::publish_series)
MICRODATA_FUNCTION(pg_microdata_drop_series, microdata::postgres::drop_series)
