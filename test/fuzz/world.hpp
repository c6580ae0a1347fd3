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
  std::vector<std::string> values;  // values that probably occur
  bool generated = false;
  std::optional<std::size_t> follows;  // index of an attribute before it that determines it
};

struct Relation {
  std::string name;    // quoted, with its schema
  std::string schema;  // unquoted
  std::string plain_name;
  std::vector<Attribute> attributes;
  std::size_t rows = 0;
  bool table = true;  // true for an ordinary table
  bool partitioned = false;
  bool temporary = false;
  bool foreign = false;
  bool stable = true;  // true if every reading returns the same rows
};

// A table of an attribute's values and labels, for create_hierarchy.
struct LevelTable {
  std::string name;
  std::string attribute;
};

struct Hierarchy {
  std::string name;
  std::string kind;       // function that made the hierarchy
  std::string attribute;  // attribute whose values the hierarchy has, if it is from a table
};

// A relation's rows in buckets, for register_release.
struct External {
  std::string name;
  std::string source;
};

struct Release {
  std::string id;
  std::string method;
  std::vector<std::string> relations;  // quoted, with their schemas
  std::vector<Attribute> attributes;   // attributes of the source
  std::vector<Attribute> known;        // attributes that an attacker knows
  bool holds = true;  // true if neither the release nor its source has changed since
};

// A call that published by partitions, and its release.
struct PartitionCall {
  std::string function;
  std::string text;
  std::string source;
};

// The objects of the current scene.
struct World {
  std::vector<Relation> relations;
  std::vector<Release> releases;
  std::vector<LevelTable> level_tables;
  std::vector<Hierarchy> hierarchies;
  std::vector<External> externals;
  std::vector<PartitionCall> by_partitions;
  std::vector<std::string> series;  // names of the series
  std::vector<std::string> rules;   // numbers of the rules
  bool changed_rows = false;        // true if a statement changed rows of a relation
  bool changed_release = false;     // true if a statement changed rows of a release
};

}  // namespace microdata::fuzz
