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

// Fails if the first edition of the series as it is defined would fail by its checks: of names,
// roles, types, arguments and, if there are rows, of persons with several rows.
void rehearse_first_edition(Series series);

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
