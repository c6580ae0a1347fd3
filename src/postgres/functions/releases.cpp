#include "postgres/server/api.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// The SQL functions register_release, republish_partitions, drop_release and forget_release.

namespace microdata::postgres {

namespace {

const SourceColumn& require_attribute(const Source& relation, const std::string& name,
                                      const char* argument, NamesIn names = NamesIn::exact) {
  return relation.columns[column_position(relation, name, argument, names)];
}

bool has_values(Oid relation, const std::string& column) {
  const std::string statement = "SELECT EXISTS (SELECT FROM " + qualified_name(relation) +
                                " WHERE " + quote_name(column) + " IS DISTINCT FROM NULL)";
  return query_rows(statement)[0][0] == "t";
}

std::vector<ReleaseAttribute> grouped_attributes(const Source& release, const Source& source,
                                                 const std::vector<std::string>& groups,
                                                 const std::vector<std::string>& sensitive,
                                                 const std::string& bucket_column) {
  std::vector<ReleaseAttribute> attributes;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::string& name : split_names(groups[g], "groups")) {
      const SourceColumn& published = require_attribute(release, name, "groups", NamesIn::folded);
      const SourceColumn& original = require_attribute(source, name, "groups", NamesIn::folded);
      if (name == bucket_column) {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "the bucket column " + in_quotes(name) + " is in groups");
      }
      if (published.type.base != original.type.base) {
        throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(name) + " is of type " +
                                                   type_name(published.type) +
                                                   " in the release and of type " +
                                                   type_name(original.type) + " in its source");
      }
      const bool repeated = std::any_of(attributes.begin(), attributes.end(),
                                        [&](const ReleaseAttribute& a) { return a.name == name; });
      if (repeated) {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "attribute " + in_quotes(name) + " appears more than once in groups");
      }
      const bool is_sensitive =
          std::find(sensitive.begin(), sensitive.end(), name) != sensitive.end();
      attributes.push_back({release.relation, static_cast<int>(g) + 1, name,
                            is_sensitive ? Role::sensitive : Role::quasi_identifier, false, name});
    }
  }
  for (const std::string& name : sensitive) {
    const bool grouped = std::any_of(attributes.begin(), attributes.end(),
                                     [&](const ReleaseAttribute& a) { return a.name == name; });
    if (!grouped) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "sensitive attribute " + in_quotes(name) + " is in no group");
    }
  }
  for (const SourceColumn& column : release.columns) {
    const bool grouped =
        std::any_of(attributes.begin(), attributes.end(),
                    [&](const ReleaseAttribute& a) { return a.name == column.name; });
    // The output of slice_rows() still has identifiers, as NULL.
    if (!grouped && column.name != bucket_column && has_values(release.relation, column.name)) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(column.name) + " is in no group")
          .hint(
              "Every column of the release except the bucket's belongs to exactly one group, "
              "unless it is NULL in every row.");
    }
  }
  return attributes;
}

void check_sensitive(const Source& release, const std::vector<std::string>& sensitive) {
  if (sensitive.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "sensitive must name an attribute");
  }
  for (std::size_t i = 0; i < sensitive.size(); ++i) {
    require_attribute(release, sensitive[i], "sensitive");
    if (std::find(sensitive.begin(), sensitive.begin() + static_cast<std::ptrdiff_t>(i),
                  sensitive[i]) != sensitive.begin() + static_cast<std::ptrdiff_t>(i)) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(sensitive[i]) + " appears more than once in sensitive");
    }
  }
}

// Registers a release by its description, which replaces the other arguments.
Datum register_described(const Arguments& arguments, Oid relation, const Json& description) {
  for (const char* name : {"method", "groups", "sensitive", "l"}) {
    if (arguments.is_null(name)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                std::string(name) + " cannot be combined with description");
  }
  std::optional<Oid> source;
  if (!arguments.is_null("source")) source = arguments.relation("source");
  return Int64GetDatum(record_release(described_release(relation, source, description)));
}

Datum register_release(const Arguments& arguments) {
  require_writable("register_release()");
  const Oid relation = arguments.relation("release");
  if (arguments.has("description")) {
    if (const auto description = arguments.optional_json("description"))
      return register_described(arguments, relation, *description);
  }
  const Oid source_relation = arguments.relation("source");
  const Method& method =
      *arguments.choice<const Method*>("method", {{slicing_method.name, &slicing_method}});
  const auto groups = arguments.optional_texts("groups");
  const auto sensitive = arguments.optional_texts("sensitive");
  if (!groups || groups->empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "groups must not be empty");
  }
  const std::string bucket_column = arguments.name("bucket_column");
  const std::optional<double> l = given_optional_l(arguments);
  require_owner(relation);
  // The rows are counted before any check, because views run code of others.
  (void)open_source(source_relation);
  const std::int64_t source_rows = std::stoll(
      *query_rows("SELECT pg_catalog.count(*) FROM " + qualified_name(source_relation))[0][0]);
  const Source release = open_source(relation, ShareUpdateExclusiveLock);
  const Source source = open_source(source_relation);
  require_owner(relation);
  if (release.temporary) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a release cannot be a temporary table");
  }
  if (relation == source_relation) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                in_quotes(release.name) + " cannot be a release of itself");
  }
  if (find_release(relation)) {
    throw Error(ERRCODE_DUPLICATE_OBJECT, in_quotes(release.name) + " is a release already");
  }
  refuse_view(release);
  const SourceColumn& bucket = require_attribute(release, bucket_column, "bucket_column");
  if (bucket.type.projection != Projection::integer) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "bucket column " + in_quotes(bucket_column) +
                                               " must be of an integer type, not " +
                                               type_name(bucket.type));
  }
  check_sensitive(release, sensitive.value_or(std::vector<std::string>{}));

  Release record;
  record.method = method.name;
  record.source = source_relation;
  record.relations = {relation};
  record.attributes = grouped_attributes(release, source, *groups, *sensitive, bucket_column);
  record.set_parameters(Json::object()
                            .add("columns", groups->size())
                            .add("l", l)
                            .add("bucket_column", bucket_column)
                            .add("registered", true));
  const ResultRow counts =
      query_rows("SELECT pg_catalog.count(*), pg_catalog.count(DISTINCT " +
                 quote_name(bucket_column) + ") FROM " + qualified_name(relation))
          .front();
  record.published_rows = std::stoll(*counts[0]);
  if (record.published_rows == 0) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "relation " + in_quotes(release.name) + " has no rows");
  }
  record.buckets = std::stoll(*counts[1]);
  record.source_rows = source_rows;
  record.suppressed_rows = 0;
  return Int64GetDatum(record_release(record));
}

void drop_release(const Arguments& arguments) {
  require_writable("drop_release()");
  const Oid relation = arguments.relation("release");
  if (guarded([&] { return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relation)); }))
    require_owner(relation);
  const Release release = require_release(relation, AccessExclusiveLock);
  const std::vector<std::string> dependent = dependants(release.relations);
  if (!dependent.empty()) {
    throw dependants_error("release " + in_quotes(relation_name(release.relations.front())) +
                               " cannot be dropped as other objects depend on it",
                           dependent);
  }
  drop_relations(release);
}

// Binds a view as record_published() does, for a release that comes from a dump.
void bind_view(const Arguments& arguments) {
  std::vector<Oid> relations;
  for (const Datum relation : array_elements(arguments.datum("relations"), "relations"))
    relations.push_back(DatumGetObjectId(relation));
  bind_view_to_table(relations);
}

void forget_of_ledger(const Arguments& arguments) {
  require_writable("microdata.forget_release()");
  const std::int64_t id = arguments.bigint("release_id");
  const std::string reason = arguments.text("reason");
  if (reason.find_first_not_of(" \t\n") == std::string::npos) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "reason must not be empty")
        .hint("It is recorded and explains why the ledger lacks a release.");
  }
  forget_release(id, reason);
}

// Returns the release without a lock. The publishing function locks it as a release that is
// replaced, and fails if it has changed by then.
Release found_release(Oid relation) {
  std::optional<Release> release = find_release(relation);
  return release ? *std::move(release) : require_release(relation);
}

Datum republish_partitions(const Arguments& arguments) {
  const Release release = found_release(arguments.relation("release"));
  const std::vector<Oid> partitions = given_renewed(arguments);
  require_writable("republish_partitions()");
  const Oid table = release.relations.front();
  const std::string name = in_quotes(relation_name(table));
  if (!release.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the source of " + name + " is gone")
        .hint("It is the source that would be published again.");
  }
  if (!recorded(release, "partitions")) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "partitions cannot be published again into " + name)
        .detail("It was not published by the partitions of its source.")
        .hint(RenewedPartitions::hint());
  }
  const RenewedPartitions renewed(*release.source, partitions, std::nullopt);
  const std::string published =
      *query(
           "SELECT (microdata.publish($1::pg_catalog.oid::pg_catalog.regclass, $2, "
           "$3::pg_catalog.jsonb - 'regions' || '{\"replace\": true}', $4))[1]::pg_catalog.oid",
           {std::to_string(*release.source), release.method,
            arguments_of_release(release, method_of(release).call).str(), qualified_name(table)})
           .front()
           .front();
  return ObjectIdGetDatum(static_cast<Oid>(std::stoul(published)));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_bind_view, microdata::postgres::bind_view)
MICRODATA_FUNCTION(pg_microdata_register_release, microdata::postgres::register_release)
MICRODATA_FUNCTION(pg_microdata_drop_release, microdata::postgres::drop_release)

MICRODATA_FUNCTION(pg_microdata_forget_release, microdata::postgres::forget_of_ledger)

MICRODATA_FUNCTION(pg_microdata_republish_partitions, microdata::postgres::republish_partitions)
