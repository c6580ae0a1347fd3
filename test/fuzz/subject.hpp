#pragma once

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
  // What tells persons apart.
  std::vector<std::string> telling_apart;
  int columns = 1;
  double l = 1;
  int k = 1;
};

// A subject that suits the function.
Subject new_subject(Choice& choice, const World& world, const std::string& function);

}  // namespace microdata::fuzz
