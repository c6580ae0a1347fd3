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

// Returns the value of an expression for each region, computed at its rows, by region. In the
// expression, region.number is the region's number, and region.shard_1, region.shard_2, ... are the
// OIDs of the tables with its rows there.
std::vector<std::string> ask_regions(const RegionCopies& copies, const std::string& expression);

// Prepares parts to be sent more data than a statement has room for; `known` goes to every part.
void begin_telling(Oid schema, RegionCopies& copies, const std::string& known);

// Sends some parts `told`, and returns the values of an expression of type bytea there, in the
// order of `parts`. In the expression, region.known and region.request are, as bytea, the data sent
// to every part and to this part. Requires begin_telling().
std::vector<std::string> ask_parts(RegionCopies& copies, const std::vector<std::uint32_t>& parts,
                                   const std::string& told, const std::string& expression);

void drop_copies(const RegionCopies& copies);

}  // namespace microdata::postgres
