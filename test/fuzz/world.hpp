#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sql_text.hpp"
#include "value_types.hpp"

namespace microdata::fuzz {

struct Attribute {
  std::string name;
  const ValueType* type = nullptr;
  std::vector<std::string> values;  // that occur, most probably
  bool generated = false;
  std::optional<std::size_t> follows;  // the attribute before it that determines it
};

struct Relation {
  std::string name;    // quoted, with its schema
  std::string schema;  // as it is
  std::string plain_name;
  std::vector<Attribute> attributes;
  std::size_t rows = 0;
  bool table = true;  // an ordinary one
  bool partitioned = false;
  bool temporary = false;
  bool foreign = false;
  bool stable = true;  // shows the same rows whenever it is read
};

// A table of an attribute's values and labels, for create_hierarchy.
struct LevelTable {
  std::string name;
  std::string attribute;
};

struct Hierarchy {
  std::string name;
  std::string kind;       // the function that made it
  std::string attribute;  // of which it has the values, of those from tables
};

// A relation's rows, in buckets, for register_release.
struct External {
  std::string name;
  std::string source;
};

struct Release {
  std::string id;
  std::string method;
  std::vector<std::string> relations;  // quoted, with their schemas
  std::vector<Attribute> attributes;   // of the source
  std::vector<Attribute> known;        // of these, what an adversary knows
  bool holds = true;                   // nobody changed it or its source since it was made
};

// A call that published by partitions, and what it published.
struct PartitionCall {
  std::string function;
  std::string text;
  std::string source;
};

// What there is in the scene that is being played.
struct World {
  std::vector<Relation> relations;
  std::vector<Release> releases;
  std::vector<LevelTable> level_tables;
  std::vector<Hierarchy> hierarchies;
  std::vector<External> externals;
  std::vector<PartitionCall> by_partitions;
  std::vector<std::string> series;  // their names
  std::vector<std::string> rules;   // their numbers
  bool changed_rows = false;        // a statement changed those of a relation
  bool changed_release = false;     // a statement changed the rows of one
};

}  // namespace microdata::fuzz
