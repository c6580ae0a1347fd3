#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Some columns of a relation that Citus distributes, to be copied by region.
struct CopiedRelation {
  const Source* relation = nullptr;
  std::vector<const SourceColumn*> columns;
  // The expression of a row's region. To be run within PlainText.
  std::string region;
  // What the expression needs besides: joins behind FROM relation. Rows that find nothing there
  // are of no region, and are left out.
  std::string join = {};
  // Whether rows are copied; else there are columns alone.
  bool rows = true;
};

// Tables that have a region's rows of several relations side by side, in shards of their own on one
// server, for a call that looks at these. Nobody but who makes them reads them, and they are made
// and dropped in one transaction: nobody else ever sees them, and none is left by an error, a
// cancel or a crash.
struct RegionCopies {
  // With the schema, quoted; in the order of the relations.
  std::vector<std::string> tables;
  // Of all tables: the key of a row's region; and what is true in one row of each region that is
  // none of the relation's, so that there is a shard to be named, and NULL in all others.
  std::string region_column;
  std::string mark_column;
  // By part, a region or several: the number by which its rows are distributed.
  std::vector<std::int32_t> keys;
  // What parts are told, beside their rows: begin_telling().
  std::string told = {};
  std::int32_t rounds = 0;
};

// Whether tables can be made in the schema now: the caller may, and the transaction writes.
bool may_copy_to(Oid schema);

// Rows go from server to server: none pass through this one. `part_of`: by region, of which part it
// is, whose rows lie together; empty: each is one.
RegionCopies copy_by_region(Oid schema, std::uint32_t regions,
                            const std::vector<CopiedRelation>& relations,
                            const std::vector<std::uint32_t>& part_of = {});

// What an expression is for each region, computed where its rows are, by region. In it,
// region.number is the region's, and region.shard_1, region.shard_2, ... the OIDs of the tables
// that have its rows there.
std::vector<std::string> ask_regions(const RegionCopies& copies, const std::string& expression);

// Where parts are to be told more than a statement has room for: of all parts the same.
void begin_telling(Oid schema, RegionCopies& copies, const std::string& known);

// Tells some parts something, and returns what an expression of type bytea is there, by their
// order. In it, region.known and region.request are, as bytea, what is told of all and of this.
// Requires begin_telling().
std::vector<std::string> ask_parts(RegionCopies& copies, const std::vector<std::uint32_t>& parts,
                                   const std::string& told, const std::string& expression);

void drop_copies(const RegionCopies& copies);

}  // namespace microdata::postgres
