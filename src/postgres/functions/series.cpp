#include "postgres/server/api.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/methods/bucketization/bucketized_edition.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
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

// create_series, redefine_series, publish_series and drop_series.

namespace microdata::postgres {

namespace {

// Names of the method's arguments that a series takes.
constexpr std::array role_arguments{"sensitive", "identifiers", "insensitive", "quasi_identifiers"};
constexpr std::array text_arguments{"target", "format", "bucket_column", "weight_column",
                                    "count_column"};

// The arguments of a series' method, a JSON object.
class MethodArguments {
 public:
  explicit MethodArguments(std::string json) : json_(std::move(json)) {}

  void check() const {
    if (query("SELECT pg_catalog.jsonb_typeof($1::pg_catalog.jsonb)", {json_})[0][0] != "object") {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "arguments must be a JSON object")
          .hint(R"(As in '{"sensitive": ["disease"], "format": "anatomy"}'.)");
    }
    for (const ResultRow& row : query("SELECT e.key, pg_catalog.jsonb_typeof(e.value) "
                                      "FROM pg_catalog.jsonb_each($1::pg_catalog.jsonb) e",
                                      {json_})) {
      if (is_one_of(role_arguments, *row[0])) {
        if (row[1] != "array") fail_kind(*row[0], "an array of names");
      } else if (is_one_of(text_arguments, *row[0])) {
        if (row[1] != "string") fail_kind(*row[0], "a string");
      } else {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "a series has no argument " + in_quotes(*row[0]))
            .hint("It takes " + listed(role_arguments) + ", " + listed(text_arguments) + ".");
      }
    }
  }

  std::optional<std::string> text(const char* name) const {
    return query("SELECT $1::pg_catalog.jsonb ->> $2", {json_, name})[0][0];
  }

  std::optional<std::vector<std::string>> names(const char* name) const {
    if (!text(name)) return std::nullopt;
    std::vector<std::string> result;
    for (const ResultRow& row : query("SELECT e.value FROM pg_catalog.jsonb_array_elements_text("
                                      "$1::pg_catalog.jsonb -> $2) e (value)",
                                      {json_, name})) {
      if (!row[0]) fail_kind(name, "an array of names");
      result.push_back(*row[0]);
    }
    return result;
  }

 private:
  template <std::size_t n>
  static bool is_one_of(const std::array<const char*, n>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  template <std::size_t n>
  static std::string listed(const std::array<const char*, n>& names) {
    return join({names.begin(), names.end()});
  }

  [[noreturn]] static void fail_kind(const std::string& name, const char* kind) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "argument " + in_quotes(name) + " of a series must be " + kind);
  }

  std::string json_;
};

BucketizedFormat format_of_series(const std::string& name) {
  if (name == "joined") return BucketizedFormat::joined;
  if (name == "anatomy") return BucketizedFormat::anatomy;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unknown format: " + in_quotes(name))
      .hint("format is one of joined, anatomy.");
}

BucketizationRequest request_of(const MethodArguments& arguments, const Series& series) {
  BucketizationRequest request;
  request.options.l = series.m;
  request.format = format_of_series(arguments.text("format").value_or("joined"));
  request.bucket_column = arguments.text("bucket_column").value_or("bucket");
  request.weight_column = arguments.text("weight_column").value_or("weight");
  request.count_column = arguments.text("count_column").value_or("count");
  return request;
}

// The name of an edition's release, as it is given to functions: quoted where it needs to be.
std::string target_of(const MethodArguments& arguments, const Series& series) {
  std::string target = arguments.text("target").value_or(quote_name(series.name));
  const std::string suffix = "_" + std::to_string(series.next_edition);
  const bool quoted = !target.empty() && target.back() == '"';
  target.insert(target.size() - (quoted ? 1 : 0), suffix);
  return target;
}

void check_method(const std::string& method) {
  if (method == "bucketization") return;
  if (method == "slicing" || method == "generalization") {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "series of method " + in_quotes(method) + " are not supported")
        .hint("Use method => 'bucketization'.");
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "there are no series of method " + in_quotes(method))
      .hint("Use method => 'bucketization'.");
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

void require_source_of(const Series& series) {
  if (!series.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of series " + in_quotes(series.name) + " is gone");
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

std::uint32_t checked_m(std::int32_t m) {
  if (m < 2) fail_range("m", "at least 2", std::to_string(m));
  return static_cast<std::uint32_t>(m);
}

// Completes what a series, whose source, method, arguments and m are given, publishes.
void define_series(Series& series, const std::optional<std::vector<std::string>>& subject) {
  check_method(series.method);
  const MethodArguments given(series.arguments);
  given.check();
  request_of(given, series);
  const Source source = open_for_declaration(*series.source, "a series");
  const std::vector<AssignedRole> roles = assign_roles(
      source, {given.names("sensitive"), given.names("identifiers"), given.names("insensitive"),
               given.names("quasi_identifiers"), subject, std::nullopt});
  check_unclassified(source, roles);
  check_roles_of_series(source, roles);
  check_subject_of_series(source, roles);
  series.attributes = attributes_of(source, roles);
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
  define_series(series, arguments.optional_texts("subject").value_or(subject_of(series)));
  // Now is when it can still be left: with the next edition it is done.
  check_republication(open_source(*series.source), {});
  begin_series_anew(series);
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
  require_source_of(series);
  const MethodArguments given(series.arguments);
  const BucketizationRequest request = request_of(given, series);
  const Source source = open_source(*series.source);
  Phases phases("publishing series " + in_quotes(name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = roles_in_series(source, series);
  const Target target = resolve_target(source, target_of(given, series), "series", false);
  check_republication(source, releases_of_series(series));
  check_bucketized_names(target, source, roles, request);
  Random random = make_random(std::nullopt);
  const EditionTable made = make_edition_table(
      read_table(source, roles, Purpose::edition, progress), series, random, progress);
  phases.begin("write");
  const PublishedEdition published =
      publish_bucketized_edition(target, source, made, series, request, random, progress);
  const Edition& edition = made.edition;
  const EditionRecord record{series.id,
                             series.next_edition,
                             published.release,
                             edition.buckets.rows.size(),
                             edition.counterfeits(),
                             edition.waiting.size(),
                             edition.withheld.size()};
  record_edition(record, made.signatures, made.first_signature, made.changes);
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
MICRODATA_FUNCTION(pg_microdata_redefine_series, microdata::postgres::redefine_series)
MICRODATA_FUNCTION(pg_microdata_publish_series, microdata::postgres::publish_series)
MICRODATA_FUNCTION(pg_microdata_drop_series, microdata::postgres::drop_series)
