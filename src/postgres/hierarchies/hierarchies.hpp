#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/hierarchy.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

// Which hierarchy an attribute has, and what becomes of its values there. Requires a SpiSession.

namespace microdata::postgres {

// A hierarchy over the values of one attribute that occur.
struct ResolvedHierarchy {
  std::string name;
  // Over the dictionary's codes, with the labels that occur alone. NULL is a label of its own below
  // the last level.
  Hierarchy hierarchy;
  // labels[level][label]: what it is called; nothing for the label of NULL. Those of level 0 are
  // the values' own texts.
  std::vector<std::vector<std::optional<std::string>>> labels;
};

// Fails where the hierarchy does not suit the attribute's type, or lacks one of its values.
ResolvedHierarchy resolve_hierarchy(const std::string& name, const std::string& attribute,
                                    const Dictionary& dictionary, const Progress& progress);

// For each column of a source the name of its hierarchy, if it has one.
using ChosenHierarchies = std::vector<std::optional<std::string>>;

// As a call's argument `hierarchies` says, {"zipcode": "zip", "age": null}, null being none; of
// columns that it does not name, as declared. Fails for what is no such object, for columns and
// hierarchies that do not exist, for identifiers, and for types that a hierarchy does not suit.
ChosenHierarchies choose_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::optional<Json>& given);

// Those of the table's attributes that have the role; nothing for other attributes.
std::vector<std::optional<ResolvedHierarchy>> resolve_hierarchies(const ChosenHierarchies& chosen,
                                                                  const Table& table, Role role,
                                                                  const Progress& progress);

// Lets the attributes that have one know.
void set_hierarchies(const std::vector<std::optional<ResolvedHierarchy>>& resolved, Table& table);

// Fails where the attribute's type has no values of the hierarchy's kind, or there is no such
// hierarchy.
void check_hierarchy(const std::string& name, const SourceColumn& attribute);

}  // namespace microdata::postgres
