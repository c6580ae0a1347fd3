// Content of a report: the release by its description, for all roles that may read the release, and
// the content for its owner alone.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/session.hpp"

namespace microdata::client {

// Return a member of an object if it is of that type; otherwise nothing, or an empty text.
std::optional<double> number_member(const nlohmann::json& object, const char* name);
std::string text_member(const nlohmann::json& object, const char* name);

struct PublishedColumn {
  std::string name;
  std::string role;
  std::string type;
  std::string reading;
  int group = 0;
  bool generalized = false;
  nlohmann::json labels = nlohmann::json::object();

  // True for columns of the release instead of persons: the bucket, the member, counts and weights.
  bool technical() const;
  bool sensitive() const { return role == "sensitive"; }
  bool ordered_number() const;
  bool date() const;
  // True for ranges that exclude their upper bound, those of whole numbers and days.
  bool whole_range() const {
    return type == "int4range" || type == "int8range" || type == "daterange";
  }
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

  const std::string& name() const { return column->name; }
  // True if both are linked in a row, as of one person.
  bool linked(const PublishedAttribute& other) const {
    return relation == other.relation && column->group == other.column->group;
  }
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
  PublishedRelease(PublishedRelease&&) = default;

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
  // True if the rows of a group show the same, as those of an equivalence class.
  bool has_classes() const { return method() == "generalization" || method() == "fragmentation"; }
  bool persons_with_several_rows() const;
  // Returns a number that the release guarantees, such as l.
  std::optional<double> guaranteed(const char* name) const {
    return number_member(description.value("guarantee", nlohmann::json::object()), name);
  }
  // Return what readers may see of the parameters; 0 or an empty text if there is none.
  nlohmann::json parameters() const {
    return description.value("parameters", nlohmann::json::object());
  }
  double parameter(const char* name) const { return number_member(parameters(), name).value_or(0); }
  std::string text_parameter(const char* name) const { return text_member(parameters(), name); }
  std::string series() const { return text_parameter("series"); }
  bool edition() const { return !series().empty(); }
};

// Reads the records of a release, given any of its relations, at one moment. With `owner`, also
// reads what only the owner sees, and throws a Failure if the caller is not allowed to.
PublishedRelease read_release(Session& session, const std::string& oid, bool owner);

// Returns the rows of a SELECT of a release's source, with `columns` texts and numbers. The server
// runs the SELECT with the rights of the source's owner if the caller has these rights. Objects
// that the owner has attached to the table meanwhile, such as an index, then run with no other
// rights.
Rows query_source(Session& session, const std::string& sql, int columns);

// Returns a query with columns v, the published values of an attribute, and w, the number of
// persons for which each row counts.
std::string published_values(const PublishedRelease& release, const PublishedAttribute& attribute);

// Returns the columns of the source that are no attributes of the release.
std::vector<std::string> unpublished_columns(Session& session, const PublishedRelease& release);

// Returns a name in quotes, as SQL reads it.
std::string quoted_name(std::string_view name);

}  // namespace microdata::client
