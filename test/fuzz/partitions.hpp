#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// How a table is divided: what stands behind its attributes in CREATE TABLE, and the statements
// that make its partitions.
struct Division {
  std::string clause;
  std::vector<std::string> statements;
};

// By range, list or hash, with default partitions, gaps and partitions of partitions; some rows may
// have no place. `stem` begins the partitions' names.
Division new_division(Choice& choice, const Relation& relation, const std::string& stem);

// Some partition of a table, as an array for republish_partitions.
std::string some_partitions(Choice& choice, const std::string& table);

// Detaches, drops or empties a partition, or makes another one.
std::string partition_statement(Choice& choice, const Relation& relation);

}  // namespace microdata::fuzz
