#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// A division of a table: the clause behind its attributes in CREATE TABLE, and the statements that
// make its partitions.
struct Division {
  std::string clause;
  std::vector<std::string> statements;
};

// Returns a division by range, list or hash, with default partitions, gaps and partitions of
// partitions; some rows might fit no partition. `stem` begins the partitions' names.
Division new_division(Choice& choice, const Relation& relation, const std::string& stem);

// Returns some partitions of a table as an array for republish_partitions.
std::string some_partitions(Choice& choice, const std::string& table);

// Returns a statement that detaches, drops or empties a partition, or makes another one.
std::string partition_statement(Choice& choice, const Relation& relation);

}  // namespace microdata::fuzz
