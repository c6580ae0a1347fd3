#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// A relation that is to be made, and the statements that make it.
struct NewRelation {
  Relation relation;
  std::vector<std::string> statements;
};

enum class RelationKind { any, partitioned };

// Tables of all kinds and sizes, views, materialized views, partitions, foreign tables and others.
NewRelation new_relation(Choice& choice, const World& world, RelationKind kind = RelationKind::any);

// A table of values of an attribute and their labels.
std::string level_table_statement(Choice& choice, const std::string& name, const Relation& relation,
                                  const std::string& attribute);

}  // namespace microdata::fuzz
