#pragma once

#include <functional>
#include <string>
#include <vector>

#include "choice.hpp"
#include "session.hpp"

namespace microdata::fuzz {

// Changes one of the tables in a way that its readers do not expect; table names are quoted. The
// change affects values, NULLs, the number of rows, types, names or columns. The `others` are
// tables whose rows may replace its own.
void change_table(Choice& choice, Session& session, const std::vector<std::string>& tables,
                  const std::vector<std::string>& others,
                  const std::function<Outcome(const std::string&)>& run);

}  // namespace microdata::fuzz
