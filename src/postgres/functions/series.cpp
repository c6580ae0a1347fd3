#include "postgres/server/api.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
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

// create_series, publish_series and drop_series.

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
  require_sensitive(source, roles);
  require_quasi_identifier(source, roles);
  if (!names_subject(roles)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a series needs a subject")
        .detail("Persons are found again in later editions by what tells them apart.")
        .hint("Name the attributes that tell persons apart, as in subject => '{patient_id}'.");
  }
  const auto sensitive = std::count_if(roles.begin(), roles.end(), [](const AssignedRole& role) {
    return role.role == Role::sensitive;
  });
  if (sensitive > 1) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "a series of several sensitive attributes is not supported")
        .detail(in_quotes(source.name) + " has " + std::to_string(sensitive) + " of them.")
        .hint("Publish one, and name the others in identifiers.");
  }
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
  const SeriesMethod& method = series_method_named(series.method);
  series.arguments = arguments.json("arguments");
  const SeriesArguments given(series.arguments);
  given.check(method.arguments);
  const std::int32_t m = arguments.integer("m");
  if (m < 2) fail_range("m", "at least 2", std::to_string(m));
  series.m = static_cast<std::uint32_t>(m);
  require_writable("create_series()");
  const Source source = open_for_declaration(*series.source, "a series");
  const std::vector<AssignedRole> roles =
      assign_roles(source, given.roles(arguments.optional_texts("subject")));
  check_unclassified(source, roles);
  check_roles_of_series(source, roles);
  series.attributes = attributes_of(source, roles);
  method.begin(source, roles, given, series.attributes);
  series.key = draw_hash_key();
  record_series(series);
  return 0;
}

Datum publish_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::string name = arguments.text("name");
  require_writable("publish_series()");
  const Series series = locked_series(name);
  if (!series.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of series " + in_quotes(name) + " is gone");
  }
  require_owner(*series.source);
  const SeriesMethod& method = series_method_named(series.method);
  const SeriesArguments given(series.arguments);
  const Source source = open_source(*series.source);
  Phases phases("publishing series " + in_quotes(name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = roles_in_series(source, series);
  const Target target = resolve_target(source, target_of(given, series), "series", false);
  check_republication(source, releases_of_series(series.id));
  const EditionCall call{target, source, roles, series, given};
  method.check_names(call);
  Random random = make_random(std::nullopt);
  const MadeEdition made =
      method.publish(call, read_table(source, roles, Purpose::edition, progress), random, phases);
  const PublishedEdition& published = made.published;
  const Edition& edition = made.table.edition;
  const EditionRecord record{series.id,
                             series.next_edition,
                             published.release,
                             edition.buckets.rows.size(),
                             edition.counterfeits(),
                             edition.waiting.size(),
                             edition.withheld.size()};
  record_edition(record, made.table.signatures, made.table.first_signature, made.table.changes);
  result.add({std::to_string(record.edition), oid_array(published.relations),
              std::to_string(record.persons), std::to_string(record.counterfeits),
              std::to_string(record.waiting), std::to_string(record.withheld)});
  phases.finish();
  return 0;
}

Datum drop_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::string name = arguments.text("name");
  require_writable("drop_series()");
  forget_series(locked_series(name).id);
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_create_series, microdata::postgres::create_series)
MICRODATA_FUNCTION(pg_microdata_publish_series, microdata::postgres::publish_series)
MICRODATA_FUNCTION(pg_microdata_drop_series, microdata::postgres::drop_series)
