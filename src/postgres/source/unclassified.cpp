#include "postgres/source/unclassified.hpp"

#include <algorithm>
#include <string>

#include "postgres/catalog/declared_sources.hpp"
#include "postgres/catalog/stand_in.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/readable.hpp"
#include "postgres/source/roles_elsewhere.hpp"
#include "postgres/values/role_name.hpp"

namespace microdata::postgres {

namespace {

// As in: column "hiv"; columns "hiv", "note".
std::string named(const Source& source, const std::vector<std::size_t>& columns) {
  std::vector<std::string> names;
  for (const std::size_t i : columns)
    names.push_back(in_quotes(source.columns[i].name));
  return (names.size() == 1 ? "column " : "columns ") + join(names);
}

// As in: By default, "hiv" is a quasi-identifier, "ward" is an identifier.
std::string default_roles(const Source& source, const std::vector<AssignedRole>& roles,
                          const std::vector<std::size_t>& columns) {
  std::vector<std::string> texts;
  for (const std::size_t i : columns) {
    const bool is_identifier = roles[i].role == Role::identifier;
    texts.push_back(in_quotes(source.columns[i].name) + (is_identifier ? " is an " : " is a ") +
                    role_name(roles[i].role));
  }
  return "By default, " + join(texts) + ".";
}

[[noreturn]] void refuse(const Source& source, const std::vector<std::size_t>& unclassified,
                         const std::vector<std::size_t>& added) {
  std::string detail = "pg_microdata.unclassified is \"error\".";
  if (!added.empty()) {
    detail += " Added after roles were declared: " + named(source, added) + ".";
  }
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              named(source, unclassified) + " of " + in_quotes(source.name) +
                  (unclassified.size() == 1 ? " has" : " have") + " no declared role")
      .detail(detail)
      .hint("Declare roles with declare_roles(), or give them in the call.");
}

void warn_of_added(const Source& source, const std::vector<AssignedRole>& roles,
                   const std::vector<std::size_t>& added) {
  if (added.empty()) return;
  report(
      WARNING,
      named(source, added) + (added.size() == 1 ? " was" : " were") + " added to " +
          in_quotes(source.name) + " after its roles were declared",
      default_roles(source, roles, added),
      "Declare roles with declare_roles(), which also confirms the defaults, or give them in the "
      "call.");
}

}  // namespace

void check_unclassified(const Source& source, const std::vector<AssignedRole>& roles) {
  // The roles of a stand-in are those of a release. Who may not read the source learns nothing of
  // its declarations; reading it fails afterwards.
  if (original_of(source.relation) || !may_read_some(source.relation)) return;
  const std::vector<AttrNumber> later = attributes_added(source.relation);
  std::vector<std::size_t> unclassified;
  std::vector<std::size_t> added;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (roles[i].chosen) continue;
    unclassified.push_back(i);
    if (std::find(later.begin(), later.end(), source.columns[i].number) != later.end()) {
      added.push_back(i);
    }
  }
  if (!unclassified.empty() && unclassified_setting() == Unclassified::error) {
    refuse(source, unclassified, added);
  }
  warn_of_added(source, roles, added);
  // Readers of a view of the table's owner are told of the table; anybody may make a view.
  if (!unclassified.empty() && may_read_through(source.relation))
    warn_of_roles_elsewhere(source, roles);
}

}  // namespace microdata::postgres
