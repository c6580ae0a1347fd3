// Content of a report: the release by its description, for all roles that may read the release, and
// the content for its owner alone.
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

  // True for columns of the release instead of persons: the bucket, the member, counts and weights.
  bool technical() const;
  bool sensitive() const { return role == "sensitive"; }
  bool ordered_number() const;
  bool date() const;
  // True for ranges that exclude their upper bound, those of whole numbers and days.
  bool whole_range() const;
  // True if the label * stands only for the value *, so that the column shows values.
  bool asterisk_is_value() const;
};

// Name of no relation of pg_catalog, which stands for relations that the caller may not read.
inline constexpr std::string_view unreadable_relation = "pg_microdata: no right to read";

struct PublishedRelation {
  std::string name;
  // Name as SQL writes it: with its schema, and in quotes if necessary.
  std::string sql;
  std::string kind;
  std::vector<PublishedColumn> columns;

  // Returns the column of a role that the release has at most once; null if there is none.
  const PublishedColumn* with_role(std::string_view role) const;
};

// Attribute of persons, with the relation in which its values are counted.
struct PublishedAttribute {
  const PublishedRelation* relation = nullptr;
  const PublishedColumn* column = nullptr;
};

// Record that only the owner sees, from microdata.releases.
struct OwnersRecord {
  std::string source;
  // Numbers of rows, if they are on record; those of growing rows are not.
  std::optional<double> source_rows;
  std::optional<double> suppressed_rows;
  nlohmann::json parameters;
};

struct PublishedRelease {
  PublishedRelease() = default;
  // Copies are deleted because attributes point to relations.
  PublishedRelease(const PublishedRelease&) = delete;
  PublishedRelease& operator=(const PublishedRelease&) = delete;
  PublishedRelease(PublishedRelease&&) = default;
  PublishedRelease& operator=(PublishedRelease&&) = default;
  ~PublishedRelease() = default;

  // Schema of the extension followed by a point, as SQL writes it.
  std::string extension;
  // Name as regclass reads it, for parameters of functions.
  std::string sql;
  // Time at which the report was begun.
  std::string made;
  nlohmann::json description = nlohmann::json::object();
  std::vector<PublishedRelation> relations;
  std::vector<PublishedAttribute> attributes;
  std::optional<OwnersRecord> record;

  std::string method() const { return description.value("method", ""); }
  bool persons_with_several_rows() const;
  // Returns a number of the description's parameters, 0 if there is none.
  double parameter(const char* name) const;
  std::string text_parameter(const char* name) const;
  std::string series() const { return text_parameter("series"); }
  bool edition() const { return !series().empty(); }
  const PublishedAttribute* attribute(std::string_view name) const;
};

// Reads the records of a release, given any of its relations, at one moment. With `owner`, also
// reads what only the owner sees, and throws a Failure if the caller is not allowed to.
PublishedRelease read_release(Session& session, const std::string& oid, bool owner);

// Returns the rows of a SELECT of a release's source, with `columns` texts and numbers. The server
// runs the SELECT with the rights of the source's owner if the caller has these rights. Objects
// that the owner has attached to the table meanwhile, such as an index, then run with no other
// rights.
Rows query_source(Session& session, const std::string& sql, int columns);

// Returns a name in quotes, as SQL reads it.
std::string quoted_name(std::string_view name);
std::string quoted_text(std::string_view text);
// Returns a list as text_list reads it.
std::string list_text(const std::vector<std::string>& elements);

}  // namespace microdata::client
