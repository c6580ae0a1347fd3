#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/release/edition_table.hpp"

namespace microdata::postgres {

struct PublishedEdition {
  std::int64_t release = 0;
  std::vector<Oid> relations;
};

// Makes, fills and records an edition. A counterfeit is a row that is NULL but in the sensitive
// column or, in the anatomy format, a value without a row: who counts sees how many a bucket has.
PublishedEdition publish_bucketized_edition(const Target& target, const Source& source,
                                            const EditionTable& edition, const Series& series,
                                            const BucketizationRequest& request, Random& random,
                                            const Progress& progress);

}  // namespace microdata::postgres
