#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/random.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Whether the request keeps several rows of a person together, and somebody has several.
bool bucketizes_persons(const Table& table, const BucketizationRequest& request);

// Bucketizes the persons of a table that was read, then makes, fills and records the release;
// returns its table of persons.
Oid bucketize_by_subject(const Target& target, const Source& source, Table& table,
                         const BucketizationRequest& request, bool seeded, Random& random,
                         Phases& phases);

}  // namespace microdata::postgres
