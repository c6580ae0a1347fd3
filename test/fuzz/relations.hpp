#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// A new relation and the statements that make it.
struct NewRelation {
  Relation relation;
  std::vector<std::string> statements;
};

enum class RelationKind { any, partitioned };

// Returns a table of any kind and size, a view, materialized view, partition, foreign table or
// another relation.
NewRelation new_relation(Choice& choice, const World& world, RelationKind kind = RelationKind::any);

// Returns a statement that makes a table of an attribute's values and their labels.
std::string level_table_statement(Choice& choice, const std::string& name, const Relation& relation,
                                  const std::string& attribute);

}  // namespace microdata::fuzz
