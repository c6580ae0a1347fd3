#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/random.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Fails where the request asks for what persons with several rows cannot have.
void check_supported_by_subject(const Table& table, const GeneralizationRequest& request);

// Generalizes the persons of a table that was read, of whom some have several rows, then makes,
// fills and records the release; returns its table of persons. A class is a bucket: its persons and
// all their published rows show the same labels, and their sensitive values are permuted as sets.
Oid generalize_by_subject(const Target& target, const Source& source,
                          const GeneralizedTable& generalized, const GeneralizationRequest& request,
                          Random& random, Phases& phases);

}  // namespace microdata::postgres
