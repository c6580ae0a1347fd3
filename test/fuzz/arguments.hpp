#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// What the arguments of one call have in common: they are about this relation, with these roles.
struct Subject {
  const World* world = nullptr;
  const Relation* source = nullptr;
  const Release* release = nullptr;
  const Hierarchy* hierarchy = nullptr;
  const External* external = nullptr;
  std::string class_attribute;
  std::vector<std::string> sensitive;
  std::vector<std::string> identifiers;
  std::vector<std::string> insensitive;
  std::vector<std::string> quasi_identifiers;
  int columns = 1;
  double l = 1;
  int k = 1;
};

// Stands behind a text where a list belongs, for which SQLSTATE 22P02 is right.
inline constexpr const char* no_list_mark = " /* no list */";

// A subject that suits the function.
Subject new_subject(Choice& choice, const World& world, const std::string& function);

// Makes up an argument as an expression of SQL.
using ArgumentMaker = std::function<std::string(Choice&, const Subject&)>;

// How an argument of this name is made up, of a function that may have its own idea of it; none
// where nobody thought of it.
const ArgumentMaker* argument_maker(const std::string& function, const std::string& argument);

// {"name": value, ...} of attributes with values, for tuples and predicates.
std::string tuple_argument(Choice& choice, const std::vector<Attribute>& attributes);
std::string predicate_argument(Choice& choice, const std::vector<Attribute>& attributes);

}  // namespace microdata::fuzz
