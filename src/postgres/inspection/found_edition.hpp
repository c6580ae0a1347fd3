#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"

namespace microdata::postgres {

// The release that an edition is. It belongs to who published it, who need not be the source's
// owner any more.
struct FoundEdition {
  std::optional<Release> release = {};
  // Why there is none.
  std::string reason = {};
  // It is there, and the caller may not read it.
  bool hidden = false;
};

FoundEdition find_edition(const EditionRecord& edition);

}  // namespace microdata::postgres
