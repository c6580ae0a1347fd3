#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What an attribute seems to be, and why.
struct Classification {
  std::string attribute;
  Role suggested = Role::quasi_identifier;
  // NULL apart.
  std::uint64_t distinct = 0;
  std::string reason;
};

// Reads all of the source, and suggests a role for each of its attributes: what was declared, else
// by keys and by the values. What is sensitive nobody can tell from values.
std::vector<Classification> classify(const Source& source, const Progress& progress);

}  // namespace microdata::postgres
