#pragma once

#include "postgres/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog.hpp"
#include "postgres/published_release.hpp"

namespace microdata::postgres {

// One requirement on a release, and what it comes to.
struct Finding {
  std::string requirement;
  std::optional<double> bound;
  std::optional<double> achieved;
  // Nothing where there is no bound to hold.
  std::optional<bool> holds;
  // A JSON object. Never shows a tuple: buckets, counts, and single sensitive values.
  std::optional<std::string> worst_case;
};

// Recomputes everything that a sliced release promises from its rows and the source's.
std::vector<Finding> verify_sliced(const Release& release, const PublishedRelease& published,
                                   const Progress& progress);

}  // namespace microdata::postgres
