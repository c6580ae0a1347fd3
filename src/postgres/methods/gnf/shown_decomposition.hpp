#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/progress.hpp"
#include "core/risk/shown_release.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

// Reads a release by gnf_decompose() beside its source, which is there: its parts, each by itself
// and joined along the attributes that they share. Requires a SpiSession.
ShownRelease read_shown_parts(const Release& release, const ReadScope& beside,
                              const Progress& progress);

}  // namespace microdata::postgres
