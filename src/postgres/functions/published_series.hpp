#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Fails where the series has no source any more, or the caller does not own it.
void require_source_of(const Series& series);

// The same where the source is going to be read; fails as well where it is a view that might run
// code of another role: the caller has named the series alone.
void require_readable_source_of(const Series& series);

// Fails unless the source's owner may use the hierarchies that the series is asked for, and those
// that are declared for other attributes: a superuser who publishes may use any, and gives the
// editions to the owner.
void require_hierarchies_of_owner(const Series& series, const Source& source);

// The next edition of a series as it was made, recorded and, where gates let it, shown.
struct NextEdition {
  EditionRecord record;
  std::vector<Oid> relations;
};
// `only`: of an independent series, partitions of the source that alone are published again.
NextEdition publish_next(const std::string& name, const std::optional<std::vector<Oid>>& only,
                         Phases& phases);

}  // namespace microdata::postgres
