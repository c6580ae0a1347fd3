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

// Where a release is going to be.
struct Target {
  Oid schema = InvalidOid;
  std::string name;
  // Quoted, with the schema.
  std::string qualified;
  // The relation by which the release is found: of that name or, of several tables, the first.
  std::string leading;
  // A release of that name gives way.
  bool replace = false;
  // What is kept of it, shared with the targets of parts: nothing until it is dropped. Null where
  // none gives way.
  std::shared_ptr<ReplacedRelease> replaced;
  // How its table is partitioned; null: it is not.
  std::shared_ptr<const ReleasePartitions> partitions;
  // Which of the partitions are published again, all else of the release staying as it is; null:
  // none gives way by itself.
  std::shared_ptr<const Renewal> renewal;
};

// Resolves the name of a release, by default the source's schema and name with a suffix, and
// checks, before any work is done, that it can be made there.
Target resolve_target(const Source& source, const std::optional<std::string>& given,
                      const char* suffix, bool replace);

// Where a name is, by default in the source's schema; whoever has it.
Target locate_target(const Source& source, const std::string& given);

// The same for a release of several tables, which have a number behind the name: nothing has the
// name itself.
Target resolve_numbered_target(const Source& source, const std::optional<std::string>& given,
                               const char* suffix, bool replace);

// A further table of the release, `suffix` behind the target's name; fails where the name is taken
// by what does not give way with it. To be made after clear_target().
Target part_target(const Target& target, const std::string& suffix);

// The same without asking whether the name is taken.
Target sibling_target(const Target& target, const std::string& name);

// Where a table for a while may be: of a name that nothing has here, or on a server that makes one
// at the same time.
Target scratch_target(Oid schema);

// What had the target's name, if that gives way; null otherwise.
const ReplacedRelation* replaced_by(const Target& target);

// Takes the target's name for this transaction, and drops the release that has it, with all of its
// relations, if it is to give way; fails where something else has it. Before anything is created.
void clear_target(const Target& target, const Source& source);

// Drops a release's relations, which are locked: views first, as they are made of the tables. Fails
// where others depend on them.
void drop_relations(const Release& release);

// A column of a table to be made: its name and, as in CREATE TABLE, its type.
struct TableColumn {
  std::string name;
  std::string type;
};

// Fails where a table cannot have so many columns.
void check_column_count(std::size_t columns);

// A name for a column that the release gets besides the source's: `wanted`, or another one where an
// attribute has it. Roles do not matter, so that the name stays when they change.
std::string free_column(const Source& source, const std::string& wanted);

// Fails where the name of a column that the release gets besides the source's, which `argument`
// says, is taken or no name, or where the release has too many columns with `added` such.
void check_added_column(const Source& source, const std::vector<AssignedRole>& roles,
                        const std::string& column, const char* argument, std::size_t added);

// Creates the table, readable by nobody but its owner: whatever default privileges grant is revoked
// before there is a row to read; with its partitions. Requires clear_target().
Oid create_release_table(const Target& target, const std::vector<TableColumn>& columns);

// The same for what a statement creates that has the target's name.
Oid create_relation(const Target& target, const std::string& statement);

// The same for a view, which `query` defines.
Oid create_release_view(const Target& target, const std::string& query);

// Records a release that was just made, and says in comments on its relations and their columns
// what it is and how it is read; returns its number. Requires a SpiSession.
std::int64_t record_published(const Release& release);

// The same for one that may replace another, of which it is given what is kept.
std::int64_t record_published(const Release& release, const Target& target);

}  // namespace microdata::postgres
