// What a report is about: the release as its description has it, which everybody who may read the
// release may read; and what only the owner sees.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/session.hpp"

namespace microdata::client {

struct PublishedColumn {
  std::string name;
  std::string role;
  std::string type;
  std::string reading;
  std::string meaning;
  int group = 0;
  bool generalized = false;
  nlohmann::json labels = nlohmann::json::object();

  // Not of persons, but of the release: the bucket, the member, counts and weights.
  bool technical() const;
  bool sensitive() const { return role == "sensitive"; }
  bool ordered_number() const;
  bool date() const;
  // Ranges that do not reach their upper bound: of whole numbers and days.
  bool whole_range() const;
  // True if the label * stands for the value * alone: the column shows values.
  bool asterisk_is_value() const;
};

// The name, in pg_catalog, of no relation: it stands for those that the caller may not read.
inline constexpr std::string_view unreadable_relation = "pg_microdata: no right to read";

struct PublishedRelation {
  std::string name;
  // As SQL has it: with its schema, and in quotes where it needs them.
  std::string sql;
  std::string kind;
  std::vector<PublishedColumn> columns;

  // The column of a role that the release has at most once; null where there is none.
  const PublishedColumn* with_role(std::string_view role) const;
};

// An attribute of persons, and the relation in which its values are counted.
struct PublishedAttribute {
  const PublishedRelation* relation = nullptr;
  const PublishedColumn* column = nullptr;
};

// What nobody but the owner sees: microdata.releases.
struct OwnersRecord {
  std::string source;
  // As far as they are on record: of growing rows they are not.
  std::optional<double> source_rows;
  std::optional<double> suppressed_rows;
  nlohmann::json parameters;
};

struct PublishedRelease {
  PublishedRelease() = default;
  // Attributes point to relations.
  PublishedRelease(const PublishedRelease&) = delete;
  PublishedRelease& operator=(const PublishedRelease&) = delete;
  PublishedRelease(PublishedRelease&&) = default;
  PublishedRelease& operator=(PublishedRelease&&) = default;
  ~PublishedRelease() = default;

  // The extension's schema with a point behind, as SQL has it.
  std::string extension;
  // As a regclass reads it, for parameters of functions.
  std::string sql;
  // When the report was begun.
  std::string made;
  nlohmann::json description = nlohmann::json::object();
  std::vector<PublishedRelation> relations;
  std::vector<PublishedAttribute> attributes;
  std::optional<OwnersRecord> record;

  std::string method() const { return description.value("method", ""); }
  bool persons_with_several_rows() const;
  // A number of the description's parameters, 0 where there is none.
  double parameter(const char* name) const;
  std::string text_parameter(const char* name) const;
  std::string series() const { return text_parameter("series"); }
  bool edition() const { return !series().empty(); }
  const PublishedAttribute* attribute(std::string_view name) const;
};

// Reads what is on record of a release, of which any relation is given, at one moment. With
// `owner`, also what only the owner sees; throws a Failure where the caller does not.
PublishedRelease read_release(Session& session, const std::string& oid, bool owner);

// Rows of a SELECT of a release's source, of texts and numbers in so many columns. The server runs
// it with the rights of the source's owner where the caller has these: what the owner has attached
// to the table meanwhile, such as an index, runs with no others.
Rows query_source(Session& session, const std::string& sql, int columns);

// In quotes where SQL needs them.
std::string quoted_name(std::string_view name);
std::string quoted_text(std::string_view text);
// Lists as text_list reads them.
std::string list_text(const std::vector<std::string>& elements);

// Runs work that may fail on the server, so that what comes after it can go on in the same
// transaction. Returns why it failed.
std::optional<Message> attempt(Session& session, const std::function<void()>& work);

}  // namespace microdata::client
