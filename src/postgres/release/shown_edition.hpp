#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Showing an edition: the views of its series, by which readers read it, are pointed at its
// relations. Requires a SpiSession, and that the series is locked.

// Whether editions are for their owner alone at first, who is the same for all of them.
bool has_drafts(const Series& series);

// Fails, before any work is done, where the series' views could not be pointed at an edition in the
// schema, whose source has these roles (none: they are not known yet): the caller may not do it, or
// they have columns that it would not have.
void check_views(const Series& series, const Source& source, const std::vector<AssignedRole>& roles,
                 Oid schema);

// What is there of a new draft that is not shown yet stays for its owner alone, comments on it
// among the rest, and is all that may be approved.
void seal_draft(const Series& series, std::int32_t edition);

// Gives a new edition to who owns the series' editions.
void hand_over_edition(const Series& series, const Source& source, Oid schema,
                       const std::vector<Oid>& relations);

// Judges the edition, and shows it where nothing is missed and nobody is to be waited for.
// `approved` says that who has to has approved it.
enum class Approved : std::uint8_t { not_yet, by_others };
EditionState judge_and_show(const Series& series, const Source& source, std::int32_t edition,
                            Approved approved);

}  // namespace microdata::postgres
