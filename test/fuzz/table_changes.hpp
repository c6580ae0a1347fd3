#pragma once

#include <functional>
#include <string>
#include <vector>

#include "choice.hpp"
#include "session.hpp"

namespace microdata::fuzz {

// Changes one of the tables, whose names are quoted, in a way that its readers do not expect: other
// values or none, fewer or more rows, other types, names or columns. `others` are tables whose rows
// may take the place of its own.
void change_table(Choice& choice, Session& session, const std::vector<std::string>& tables,
                  const std::vector<std::string>& others,
                  const std::function<Outcome(const std::string&)>& run);

}  // namespace microdata::fuzz
