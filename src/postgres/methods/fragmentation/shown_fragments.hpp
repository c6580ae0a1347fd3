#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/progress.hpp"
#include "core/risk/shown_release.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

// Reads a release by fragment_table() beside its source, which is there: its fragments, each by
// itself and joined on the class. Where class values are left open they are not joined. Requires a
// SpiSession.
ShownRelease read_shown_fragments(const Release& release, const ReadScope& beside,
                                  const Progress& progress);

}  // namespace microdata::postgres
