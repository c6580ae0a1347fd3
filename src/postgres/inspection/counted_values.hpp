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

// Returns the column's expression for GROUP BY: its text if values of the type are not compared,
// because such values cannot be grouped.
std::string grouped(const SourceColumn& column);

// Returns the distinct values of a relation's column, each with the number of rows by `number`, an
// aggregate. PostgreSQL counts, so that no memory is needed for each row. Values of a type that is
// not compared are texts.
GlobalValues count_values(const Source& relation, const SourceColumn& column,
                          const std::string& number = number_of_rows,
                          const KeptSnapshot* snapshot = nullptr);

// Counts the values of several columns by reading the rows, which is faster if values are slow to
// compare. Rows in shards are counted where they are.
std::vector<GlobalValues> count_values(const Source& relation,
                                       std::span<const SourceColumn> columns,
                                       const KeptSnapshot* snapshot = nullptr);

// Returns the bytes needed to count the values and to hold them in each region that is read.
std::int64_t bytes_of_counted_values(const Source& relation, const SourceColumn& column);
std::int64_t bytes_of_counted_values(const Source& relation, std::span<const SourceColumn> columns);

// Returns the value of a release's parameter "regions" (released_regions_json()) after servers have
// published the regions. If partitions are published again separately, the rows and buckets of each
// region are counted in the release. Such a release is one table with these attributes. Requires a
// SpiSession.
Json counted_regions_json(const RegionPlan& plan, Oid source,
                          const std::vector<ReleaseAttribute>& attributes,
                          const std::string& bucket_column);

}  // namespace microdata::postgres
