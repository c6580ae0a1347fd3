#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Fails if the series has no source any more, or the caller does not own it.
void require_source_of(const Series& series);

// Fails as require_source_of() does, for a source that will be read. Fails also for a view that
// might run code of another role, because the caller has named only the series.
void require_readable_source_of(const Series& series);

// Fails unless the source's owner may use the hierarchies that the series names, and those declared
// for other attributes. A superuser who publishes may use any, and gives the editions to the owner.
void require_hierarchies_of_owner(const Series& series, const Source& source);

// Fails as the first edition of a recorded series, which is new or begins anew, would fail now:
// publishes and undoes it. Does not fail for want of rows, because a series may begin before there
// is anybody.
void rehearse_first_edition(const std::string& name, bool anew);

// The next edition of a series as it was made, recorded and, if gates permit, shown.
struct NextEdition {
  EditionRecord record;
  std::vector<Oid> relations;
};
// Publishes the next edition. `only` names the only partitions of the source that an independent
// series publishes again.
NextEdition publish_next(const std::string& name, const std::optional<std::vector<Oid>>& only,
                         Phases& phases);

}  // namespace microdata::postgres
