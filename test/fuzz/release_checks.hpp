#pragma once

#include <string>
#include <vector>

#include "session.hpp"

namespace microdata::fuzz {

// A promise of a release as a query that returns a row for everything that breaks it.
struct ReleaseCheck {
  std::string promise;
  std::string query;
};

// Written from docs/reference.md, in plain SQL on the published rows, apart from what
// verify_release does.
std::vector<ReleaseCheck> release_checks(Session& session, const std::string& release_id);

}  // namespace microdata::fuzz
