#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/tuple_partition.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A copy of a distributed source that lasts while its release is being made. It has no identifiers,
// only its owner can read it, and each region lies as a whole in a shard of its own. The
// transaction that makes the release also makes and drops the copy, so that nothing remains to
// sweep up. Citus's two-phase commit decides about it on the servers together with the release.
struct Scratch {
  // The quoted name with the schema.
  std::string name;
  // The column with the key of the row's region.
  std::string region_column;
  // The number by which a region's rows are distributed, chosen so that the region has a shard
  // alone; by region.
  std::vector<std::int32_t> keys;
};

// Copies the rows from server to server, next to the release; none pass through this one. Fails if
// regions do not have as many rows as planned. The source may have changed since then, because each
// server reads it when it is asked.
Scratch copy_to_scratch(const Target& target, const Source& source,
                        const std::vector<AssignedRole>& roles, const RegionPlan& plan);

// Returns a request for regions of a source that is published at its rows, if it is `distributed`.
// Unless the request has a number, there are as many regions as a server needs to publish one
// within the memory limit. There is at least one for each shard of the source, unless its regions
// would have fewer than about 10,000 rows.
RegionRequest over_shards(RegionRequest request, const Source& source, bool distributed);

// The distribution of an empty table by the hash of a column.
struct HashShards {
  std::string column;
  // The number of shards; 0 for as many as Citus is set to make.
  std::size_t shards = 0;
  // The quoted name of a table whose shards lie next to those of the new one, which has as many;
  // empty for no table.
  std::string beside = {};
};
void distribute(const std::string& table, const HashShards& by);

// Fills a table, from server to server, with the rows that a set-returning function returns for
// each region at the region's rows. `call` is the function with its arguments, among them
// region.shard, the OID of the table with the rows there, and region.number.
void fill_from_regions(const std::string& table, const std::vector<TableColumn>& columns,
                       const Scratch& scratch, const std::string& call);

// Figures of regions besides their rows, as numbers whose meaning is their place.
struct RegionFigures {
  // The number of regions that have rows.
  std::size_t regions = 0;
  // The sums of the figures over these regions.
  std::vector<double> sums;
};

// Fills a table as fill_from_regions() does, with a function that returns one more column of text,
// which is NULL except in one more row with the region's figures (AskedRegion). Rows are kept next
// to the scratch table until all regions are made.
RegionFigures fill_with_figures(const Target& target, const std::vector<TableColumn>& columns,
                                const Scratch& scratch, const std::string& call);

// Returns the type of the numbers by which call_for_regions() numbers rows or buckets.
BucketNumbers numbers_of_regions(const RegionPlan& plan);

// Buckets of a table that is distributed by them, counted on its servers.
struct CountedBuckets {
  BucketSizes sizes;
  // The numbers of buckets of fewer rows than `fewest`, and of one row.
  std::uint64_t small = 0;
  std::uint64_t single = 0;
};
CountedBuckets count_buckets(const std::string& table, const std::string& bucket_column,
                             std::uint32_t fewest = 1);

// Makes an intermediate table that only its maker reads, in the same transaction; it is distributed
// by a column, next to another table. Returns its quoted name.
std::string make_beside(const Target& target, const std::vector<TableColumn>& columns,
                        const std::string& column, const std::string& other);

// Drops a table of a quoted name.
void drop_table(const std::string& table);

// Returns the smallest number from 0 on that lies in each shard, by shard. Requires that the table,
// of a quoted name, is distributed by integers.
std::vector<std::int32_t> a_key_for_each_shard(const std::string& table, std::size_t shards);

// Returns an array of numbers as a constant of SQL.
std::string number_list(const std::vector<std::int32_t>& numbers);

// Columns of a distributed relation, to be copied by region.
struct CopiedRelation {
  const Source* relation = nullptr;
  std::vector<const SourceColumn*> columns;
  // The expression of a row's region, to be run within PlainText.
  std::string region;
  // The joins that the expression needs after FROM relation. Rows that they do not match belong to
  // no region, and are not copied.
  std::string join = {};
  // True if rows are copied, false if only columns are made.
  bool rows = true;
};

// Tables with a region's rows of several relations side by side, in shards of their own on one
// server, for a call that reads these rows. Only their maker reads them, and one transaction makes
// and drops them, so that no other session sees them and no error, cancel or crash leaves one.
struct RegionCopies {
  // Quoted names with the schema, in the order of the relations.
  std::vector<std::string> tables;
  // Columns of all tables. region_column is the key of a row's region. One added row of each region
  // has true in mark_column, so that a shard can be named; all others have NULL.
  std::string region_column;
  std::string mark_column;
  // The numbers by which the rows of a part, which is one region or several, are distributed; by
  // part.
  std::vector<std::int32_t> keys;
  // The table that sends parts more data besides their rows: begin_telling().
  std::string told = {};
  std::int32_t rounds = 0;
};

// True if tables can be made in the schema now: the caller may make them, and the transaction can
// write.
bool may_copy_to(Oid schema);

// Copies rows from server to server; none pass through this one. `part_of` has the part of each
// region, whose rows lie together; if it is empty, each region is a part.
RegionCopies copy_by_region(Oid schema, std::uint32_t regions,
                            const std::vector<CopiedRelation>& relations,
                            const std::vector<std::uint32_t>& part_of = {});

// Prepares parts to be sent more data than a statement has room for; `known` goes to every part.
void begin_telling(Oid schema, RegionCopies& copies, const std::string& known);

// Sends some parts `told`, and returns the values of an expression of type bytea there, in the
// order of `parts`. In the expression, region.known and region.request are, as bytea, the data sent
// to every part and to this part. Requires begin_telling().
std::vector<std::string> ask_parts(RegionCopies& copies, const std::vector<std::uint32_t>& parts,
                                   const std::string& told, const std::string& expression);

void drop_copies(const RegionCopies& copies);

}  // namespace microdata::postgres
