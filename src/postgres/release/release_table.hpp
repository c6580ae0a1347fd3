#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/release/release_partitions.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/replaced_release.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Place of a release that will be created.
struct Target {
  Oid schema = InvalidOid;
  std::string name;
  // Quoted name, with the schema.
  std::string qualified;
  // Name of the relation by which the release is found: `name`, or the first of several tables.
  std::string leading;
  // True if an existing release of that name is replaced.
  bool replace = false;
  // Kept parts of the replaced release, shared with the targets of parts; empty until that release
  // is dropped. Null if none is replaced.
  std::shared_ptr<ReplacedRelease> replaced;
  // Partitioning of the release's table; null if it is not partitioned.
  std::shared_ptr<const ReleasePartitions> partitions;
  // Partitions that are published again while the rest of the release stays; null if none are.
  std::shared_ptr<const Renewal> renewal;
};

// Resolves the name of a release, by default the source's schema and name with a suffix. Checks,
// before any work is done, that the release can be created there.
Target resolve_target(const Source& source, const std::optional<std::string>& given,
                      const char* suffix, bool replace);

// Returns the place of a name, by default in the source's schema, without checking the relation
// that has it.
Target locate_target(const Source& source, const std::string& given);

// Resolves the name of a release of several tables, whose names end in a number; no relation has
// the name itself.
Target resolve_numbered_target(const Source& source, const std::optional<std::string>& given,
                               const char* suffix, bool replace);

// Returns the target of a further table of the release, with `suffix` after the target's name.
// Fails if the name belongs to a relation that is not replaced with the release. Used after
// clear_target().
Target part_target(const Target& target, const std::string& suffix);

// Returns a target of that name next to the other one, without checking if the name is taken.
Target sibling_target(const Target& target, const std::string& name);

// Returns the place of a temporary working table, under a random name that is free here and on
// servers that create such tables at the same time.
Target scratch_target(Oid schema);

// Returns the replaced relation of the target's name; null if there is none.
const ReplacedRelation* replaced_by(const Target& target);

// Takes the target's name for this transaction, and drops the release of that name with all its
// relations, if it may be replaced. Fails if another relation has the name. Called before anything
// is created.
void clear_target(const Target& target, const Source& source);

// Drops a release's relations, which are locked: views first, because they depend on the tables.
// Fails if other objects depend on them.
void drop_relations(const Release& release);

// Column of a table to create: its name and, as in CREATE TABLE, its type.
struct TableColumn {
  std::string name;
  std::string type;
};

// Fails if a table cannot have so many columns.
void check_column_count(std::size_t columns);

// Returns a name for a column that the release gets in addition to the source's: `wanted`, or
// another one if an attribute has it. Roles do not matter, so that the name stays when they change.
std::string free_column(const Source& source, const std::string& wanted);

// Fails if the name of an added column is taken or invalid, or if the release has too many columns
// with `added` such columns. `argument` is the argument that gives the name.
void check_added_column(const Source& source, const std::vector<AssignedRole>& roles,
                        const std::string& column, const char* argument, std::size_t added);

// Creates the table and its partitions, readable only by the owner: default privileges are revoked
// before there are rows. Requires clear_target().
Oid create_release_table(const Target& target, const std::vector<TableColumn>& columns);

// Creates the relation of the target's name by the statement, readable only by the owner. Requires
// clear_target().
Oid create_relation(const Target& target, const std::string& statement);

// Creates a view, which `query` defines, readable only by the owner. Requires clear_target().
Oid create_release_view(const Target& target, const std::string& query);

// Records a release that was just created, and describes its relations and columns, and how to read
// them, in comments. Returns its number. Requires a SpiSession.
std::int64_t record_published(const Release& release);

// Records a release that might replace another one, and gives it the kept parts of that release.
std::int64_t record_published(const Release& release, const Target& target);

}  // namespace microdata::postgres
