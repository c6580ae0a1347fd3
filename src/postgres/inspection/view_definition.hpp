#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <utility>
#include <vector>

namespace microdata::postgres {

// A view's definition, compared with a query.
struct ViewDefinition {
  // True if its columns are those of the query, whatever they are called and in any order, of the
  // same rows.
  bool as_queried = false;
  // The names of columns in the query and in the view, if the definitions agree.
  std::vector<std::pair<std::string, std::string>> names;
};

// Compares the definition of a view with a query whose names are qualified. Nothing of the view is
// run: its owner may have put functions into it. Requires a SpiSession.
ViewDefinition compare_definition(Oid view, const std::string& query);

}  // namespace microdata::postgres
