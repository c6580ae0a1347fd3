#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// Showing an edition: the views of its series, by which readers read it, are pointed at its
// relations. Requires a SpiSession, and that the series is locked.

namespace microdata::postgres {

// What gates say of an edition.
struct Judgement {
  bool holds = true;
  // What was missed, in words; empty where it holds.
  std::string missed;
};

// Asks microdata.gate_findings(), and enters what it says in the record of the edition. There is
// nothing to ask of a series without a view and a gate.
Judgement judge_edition(const Series& series, std::int32_t edition);

// Fails, before any work is done, where the views could not be pointed at an edition: the caller
// may not do it, or they have columns that it would not have.
void check_views(const Series& series, const Source& source,
                 const std::vector<AssignedRole>& roles);

// Shows the edition, whose state is entered in its record, or publishes it where the series has no
// view. It stays a draft, with a warning, where the views cannot be had from their readers, or do
// not fit. What gates and others say of it is the caller's to ask.
EditionState show_edition(const Series& series, std::int32_t edition);

}  // namespace microdata::postgres
