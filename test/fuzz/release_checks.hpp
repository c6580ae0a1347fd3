#pragma once

#include <string>
#include <vector>

#include "session.hpp"

namespace microdata::fuzz {

// A guarantee of a release as a query that returns a row for each violation.
struct ReleaseCheck {
  std::string promise;
  std::string query;
};

// Returns the checks of a release. They follow the manual, in plain SQL on the published rows,
// independently of verify_release.
std::vector<ReleaseCheck> release_checks(Session& session, const std::string& release_id);

}  // namespace microdata::fuzz
