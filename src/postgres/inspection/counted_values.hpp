#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

inline const std::string number_of_rows = "pg_catalog.count(*)";

// Returns what GROUP BY takes for the column: a type that values are not compared by has no groups,
// but its texts do.
std::string grouped(const SourceColumn& column);

// The distinct values of a relation's column, and of how many rows each is by `number`, an
// aggregate: PostgreSQL counts, so that this takes no memory by row. Of a type that values are not
// compared by, as texts.
GlobalValues count_values(const Source& relation, const SourceColumn& column,
                          const std::string& number = number_of_rows,
                          const KeptSnapshot* snapshot = nullptr);

// The same of several columns, whose rows are read, which is quicker where values are slow to
// compare; rows that are in shards are counted there.
std::vector<GlobalValues> count_values(const Source& relation,
                                       std::span<const SourceColumn> columns,
                                       const KeptSnapshot* snapshot = nullptr);

// Bytes that it takes to count them, and to know them in each region that is read.
std::int64_t bytes_of_counted_values(const Source& relation, const SourceColumn& column);
std::int64_t bytes_of_counted_values(const Source& relation, std::span<const SourceColumn> columns);

// What a release's parameters have under "regions" (released_regions_json()) where servers have
// published them. For partitions that are published again by themselves, what was published of each
// region is counted in the release, which is one table with these attributes. Requires a
// SpiSession.
Json counted_regions_json(const RegionPlan& plan, Oid source,
                          const std::vector<ReleaseAttribute>& attributes,
                          const std::string& bucket_column);

}  // namespace microdata::postgres
