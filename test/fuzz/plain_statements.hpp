#pragma once

#include <functional>
#include <string>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// A statement without functions of the extension, and its effect on the world if it succeeds.
struct PlainStatement {
  std::string sql;
  bool changes_rows = true;  // true if releases might no longer verify
  std::function<void(World&)> follow;
};

// Returns a statement that could affect sources and releases in the life of a database: renaming,
// dropping, altering, filling, granting.
PlainStatement plain_statement(Choice& choice, const World& world);

}  // namespace microdata::fuzz
