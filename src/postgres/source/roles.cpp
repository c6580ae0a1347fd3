#include "postgres/source/roles.hpp"

#include <algorithm>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_sources.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/key_columns.hpp"
#include "postgres/values/role_name.hpp"

namespace microdata::postgres {

namespace {

struct RoleList {
  Role role;
  const char* argument;
  const std::optional<std::vector<std::string>>* names;
};

std::vector<RoleList> lists(const GivenRoles& given) {
  return {{Role::sensitive, "sensitive", &given.sensitive},
          {Role::identifier, "identifiers", &given.identifiers},
          {Role::insensitive, "insensitive", &given.insensitive},
          {Role::quasi_identifier, "quasi_identifiers", &given.quasi_identifiers}};
}

// The role that each column was given, if any.
std::vector<std::optional<Role>> given_roles(const Source& source, const GivenRoles& given) {
  std::vector<std::optional<Role>> roles(source.columns.size());
  for (const RoleList& list : lists(given)) {
    if (!*list.names) continue;
    for (const std::string& name : **list.names) {
      std::optional<Role>& role = roles[column_position(source, name, list.argument)];
      if (role) {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "attribute " + in_quotes(name) + " is given more than one role")
            .detail("It is given as " + std::string(role_name(*role)) + " and as " +
                    role_name(list.role) + ".")
            .hint("Name every attribute once.");
      }
      role = list.role;
    }
  }
  return roles;
}

// One NOTICE for columns that tell rows apart, one for those that refer to rows elsewhere: what
// they refer to shows whether they name persons.
void report_keys(const Source& source, const std::vector<KeyColumn>& keys,
                 const std::vector<std::size_t>& taken) {
  std::vector<std::string> own;
  std::vector<std::string> foreign;
  for (const std::size_t i : taken) {
    std::string name = in_quotes(source.columns[i].name);
    if (keys[i].key) {
      own.push_back(std::move(name));
      continue;
    }
    std::vector<std::string> tables;
    for (const std::string& table : keys[i].references)
      tables.push_back(in_quotes(table));
    foreign.push_back(name + " (to " + join(tables) + ")");
  }
  const auto message = [](const std::string& what, const std::vector<std::string>& names) {
    const bool one = names.size() == 1;
    return what + (one ? " column " : " columns ") + join(names) + " taken for " +
           (one ? "an identifier" : "identifiers") + " and left out";
  };
  if (!own.empty()) report(NOTICE, message("key", own));
  if (foreign.empty()) return;
  report(NOTICE, message("foreign key", foreign), {},
         "To publish what names no person, name it in sensitive, quasi_identifiers or "
         "insensitive.");
}

}  // namespace

std::size_t column_position(const Source& source, const std::string& name, const char* argument) {
  if (name.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                std::string(argument) + " contains an empty attribute name")
        .hint("Leave empty names out; an empty list is written '{}'.");
  }
  const SourceColumn* column = source.find(name);
  if (column == nullptr) {
    Error error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(name) + " of relation " +
                                              in_quotes(source.name) + " does not exist");
    for (const SourceColumn& other : source.columns) {
      if (same_but_for_case(other.name, name)) {
        throw std::move(error).hint("Perhaps you meant the column " + in_quotes(other.name) +
                                    "; names in " + argument + " are case-sensitive.");
      }
    }
    throw error;
  }
  return static_cast<std::size_t>(column - source.columns.data());
}

std::vector<AssignedRole> assign_roles(const Source& source, const GivenRoles& given) {
  const std::vector<std::optional<Role>> chosen = given_roles(source, given);
  const std::vector<DeclaredRole> declared = declared_roles(source.relation);
  const std::vector<KeyColumn> keys = key_columns(source);
  std::vector<AssignedRole> roles;
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    const auto declaration =
        std::find_if(declared.begin(), declared.end(),
                     [&](const DeclaredRole& d) { return d.attribute == source.columns[i].name; });
    if (chosen[i]) {
      roles.push_back({*chosen[i], true});
    } else if (declaration != declared.end()) {
      roles.push_back({declaration->role, true});
    } else if (keys[i].key || !keys[i].references.empty()) {
      roles.push_back({Role::identifier, false});
      taken.push_back(i);
    } else {
      roles.push_back({Role::quasi_identifier, false});
    }
  }
  report_keys(source, keys, taken);
  return roles;
}

void declare_roles(const Source& source, const GivenRoles& given) {
  const std::vector<std::optional<Role>> chosen = given_roles(source, given);
  const std::vector<RoleList> all = lists(given);
  std::vector<DeclaredRole> roles;
  for (const DeclaredRole& old : declared_roles(source.relation)) {
    const bool replaced = std::any_of(all.begin(), all.end(), [&](const RoleList& l) {
      return l.role == old.role && l.names->has_value();
    });
    const SourceColumn* column = source.find(old.attribute);
    const bool renewed =
        column != nullptr && chosen[static_cast<std::size_t>(column - source.columns.data())];
    if (!replaced && !renewed) roles.push_back(old);
  }
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (chosen[i]) roles.push_back({source.columns[i].name, *chosen[i]});
  }
  replace_declared_roles(source.relation, roles);
  remember_attributes(source.relation);
}

}  // namespace microdata::postgres
