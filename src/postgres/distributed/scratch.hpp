#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/tuple_partition.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A copy of a source that Citus distributes, for as long as its release is being made: without
// identifiers, each region as a whole in a shard of its own, readable by its owner only. It is made
// and dropped in the transaction that makes the release, so that there is nothing to sweep up:
// what becomes of it on the servers is decided with the release, by Citus's two-phase commit.
struct Scratch {
  // With the schema, quoted.
  std::string name;
  // Has the key of the row's region.
  std::string region_column;
  // By region: the number by which its rows are distributed, chosen so that it has a shard alone.
  std::vector<std::int32_t> keys;
};

// Copies the rows, from server to server: none pass through this one. It is beside the release.
// Fails where regions have not as many rows as the plan says: each server reads what is there when
// it is asked, and the source may have changed since it was planned for.
Scratch copy_to_scratch(const Target& target, const Source& source,
                        const std::vector<AssignedRole>& roles, const RegionPlan& plan);

// A request for regions of a source that is published where its rows are, if it is `distributed`.
// Where nobody says how many, there are as many as a server needs to publish one within the memory
// limit, and no fewer than one for each shard of the source, but for regions of fewer than about
// 10,000 rows.
RegionRequest over_shards(RegionRequest request, const Source& source, bool distributed);

// Distributes an empty table by the hash of a column.
struct HashShards {
  std::string column;
  // None: as many as Citus is set to make.
  std::size_t shards = 0;
  // A table, quoted, whose shards its own lie beside, as many of them; empty: nothing's.
  std::string beside = {};
};
void distribute(const std::string& table, const HashShards& by);

// Fills a table, from server to server, with what a set-returning function makes of each region
// where the region's rows are. `call` is the function with its arguments, among them region.shard,
// the OID of the table that has the rows there, and region.number.
void fill_from_regions(const std::string& table, const std::vector<TableColumn>& columns,
                       const Scratch& scratch, const std::string& call);

// What is known of regions besides their rows, as numbers whose meaning is their place.
struct RegionFigures {
  // Regions that have rows.
  std::size_t regions = 0;
  // Over these.
  std::vector<double> sums;
};

// The same for a function that returns one more column of text, which is NULL but in one more row,
// of the region's figures (AskedRegion). Rows are kept beside the scratch table until all regions
// are made.
RegionFigures fill_with_figures(const Target& target, const std::vector<TableColumn>& columns,
                                const Scratch& scratch, const std::string& call);

// Numbers that call_for_regions() has rows or buckets numbered by: their type.
BucketNumbers numbers_of_regions(const RegionPlan& plan);

// The buckets of a table that is distributed by them, counted where they are.
struct CountedBuckets {
  BucketSizes sizes;
  // Of fewer rows than `fewest`, and of one.
  std::uint64_t small = 0;
  std::uint64_t single = 0;
};
CountedBuckets count_buckets(const std::string& table, const std::string& bucket_column,
                             std::uint32_t fewest = 1);

// Of a table that nobody reads but its maker, in the same transaction, for what is to be made of
// it: beside another, distributed by a column as that is. Returns its name, quoted.
std::string make_beside(const Target& target, const std::vector<TableColumn>& columns,
                        const std::string& column, const std::string& other);

// Drops a table of a quoted name.
void drop_table(const std::string& table);

// By shard, the smallest number from 0 that lies in it. Requires that the table, quoted, is
// distributed by integers.
std::vector<std::int32_t> a_key_for_each_shard(const std::string& table, std::size_t shards);

// An array of numbers as a constant.
std::string number_list(const std::vector<std::int32_t>& numbers);

}  // namespace microdata::postgres
