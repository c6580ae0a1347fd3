#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// Context that the arguments of one call share: the relation and the roles of its attributes.
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
  // Attributes that identify people.
  std::vector<std::string> telling_apart;
  int columns = 1;
  double l = 1;
  int k = 1;
};

// Returns a subject that suits the function.
Subject new_subject(Choice& choice, const World& world, const std::string& function);

}  // namespace microdata::fuzz
