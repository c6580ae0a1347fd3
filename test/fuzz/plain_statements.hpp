#pragma once

#include <functional>
#include <string>

#include "choice.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// A statement that has nothing to do with the extension, and what the world is like once it has
// succeeded.
struct PlainStatement {
  std::string sql;
  bool changes_rows = true;  // so that releases need not verify any more
  std::function<void(World&)> follow;
};

// Renames, drops, alters, fills, grants: what happens to sources and releases in the life of a
// database.
PlainStatement plain_statement(Choice& choice, const World& world);

}  // namespace microdata::fuzz
