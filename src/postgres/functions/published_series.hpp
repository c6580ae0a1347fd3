#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/checks/series_verification.hpp"
#include "postgres/release/series_method.hpp"
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

// Series whose editions are releases by themselves, made by the publishing functions, and which
// remember no people. The functions require a SpiSession.

// Returns the attributes that a series publishes, or that identify a person.
std::vector<SeriesAttribute> attributes_of(const Source& source,
                                           const std::vector<AssignedRole>& roles);

// Completes such a series, whose source, method and arguments are given; `subject` becomes one of
// the arguments.
void define_independent(Series& series, const Source& source,
                        const std::optional<std::vector<std::string>>& subject);

// Warns once, when the series begins, that several editions together disclose more than one.
void warn_of_independence(const Series& series);

// Publishes an edition. `only` names the only partitions of the source that are published again;
// for the others the edition has the rows of the last edition that was not a draft.
RememberedEdition publish_independent(const Series& series, const std::string& target,
                                      const std::optional<std::vector<Oid>>& only);

// Verifies every edition by itself.
std::vector<SeriesFinding> verify_independent(const Series& series, const Progress& progress);

// Jobs of pg_cron that run series. They are recorded in pg_cron's table alone. The function
// requires a SpiSession.

// Ends all jobs that would run the series, such as a job of a former owner. True if there was one.
bool unschedule_job(std::int32_t series);

}  // namespace microdata::postgres
