#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/progress.hpp"
#include "core/risk/shown_release.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/released_table.hpp"

namespace microdata::postgres {

// A release of one table, in which a row is a person, as singling out looks at it.
ShownRelease shown_release(ReleasedTable&& released);

// Reads a release of persons with several rows beside its source, which is there: its tables as one
// of persons, which shows their sets of rows and of sensitive values. Requires a SpiSession.
ShownRelease read_shown_subjects(const Release& release, const ReadScope& beside,
                                 const Progress& progress);

}  // namespace microdata::postgres
