#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/hierarchy.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

// The hierarchies of attributes, and the labels of values in them. The functions require a
// SpiSession.

namespace microdata::postgres {

// A hierarchy over the occurring values of one attribute.
struct ResolvedHierarchy {
  std::string name;
  // The hierarchy over the dictionary's codes, with occurring labels alone. NULL is a label of its
  // own below the last level.
  Hierarchy hierarchy;
  // The texts of labels as labels[level][label]; empty for the label of NULL. Labels of level 0 are
  // the values' own texts.
  std::vector<std::vector<std::optional<std::string>>> labels;
};

// Returns the hierarchy of the name over a dictionary. Fails if it does not suit the attribute's
// type, or lacks one of its values.
ResolvedHierarchy resolve_hierarchy(const std::string& name, const std::string& attribute,
                                    const Dictionary& dictionary, const Progress& progress);

// The name of the hierarchy of each column of a source, if it has one.
using ChosenHierarchies = std::vector<std::optional<std::string>>;

// Returns the hierarchies in a call's argument `hierarchies`, {"zipcode": "zip", "age": null}, in
// which null removes one; other columns have the declared one. Fails for an invalid object, for
// columns and hierarchies that do not exist, for identifiers, and for types that a hierarchy does
// not suit.
ChosenHierarchies choose_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::optional<Json>& given);

// Returns the hierarchies of the table's attributes that have the role; nothing for other
// attributes.
std::vector<std::optional<ResolvedHierarchy>> resolve_hierarchies(const ChosenHierarchies& chosen,
                                                                  const Table& table, Role role,
                                                                  const Progress& progress);

// Sets the hierarchies of attributes that have one.
void set_hierarchies(const std::vector<std::optional<ResolvedHierarchy>>& resolved, Table& table);

// Fails if the attribute's type has no values of the hierarchy's kind, or if there is no such
// hierarchy.
void check_hierarchy(const std::string& name, const SourceColumn& attribute);

}  // namespace microdata::postgres
