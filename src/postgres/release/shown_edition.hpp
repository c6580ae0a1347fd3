#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Showing an edition points the views of its series, which readers use, at its relations. Requires
// a SpiSession and a lock on the series.

// True if editions are at first readable only by their owner, and all editions have one owner.
bool has_drafts(const Series& series);

// Fails, before any work is done, if the series' views could not be pointed at an edition in the
// schema: because the caller may not, or because a view has columns that the edition would lack.
// `roles` are those of the source's columns; empty if they are not known yet.
void check_views(const Series& series, const Source& source, const std::vector<AssignedRole>& roles,
                 Oid schema);

// Seals the contents of a new draft: only its owner can read it, including its comments, and only
// these contents can be approved.
void seal_draft(const Series& series, std::int32_t edition);

// Gives a new edition to the owner of the series' editions.
void hand_over_edition(const Series& series, const Source& source, Oid schema,
                       const std::vector<Oid>& relations);

// Approval of an edition. judge_and_show() judges the edition, and shows it if no condition is
// missed and no approval is awaited; `by_others` means that another role has approved it.
enum class Approved : std::uint8_t { not_yet, by_others };
EditionState judge_and_show(const Series& series, const Source& source, std::int32_t edition,
                            Approved approved);

}  // namespace microdata::postgres
