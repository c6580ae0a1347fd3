#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// Parts of a release that others rely on when it is replaced by another of its name: privileges,
// comments, storage and indexes. They are remembered before the release is dropped, and given to
// the relations that get the names. Requires a SpiSession and a safe search_path.

struct ReplacedColumn {
  std::string name;
  // Present name of the attribute of the release's source that the column shows. Empty if the
  // column shows something else, such as a bucket, or if the source no longer has the attribute.
  std::optional<std::string> source_name;
  bool is_attribute = false;
  // Type with modifier and collation, as a text for comparison.
  std::string type;
  std::optional<std::string> privileges;
  // Parts of an ALTER TABLE: `settings` apply to any type, `storage` only to the same type.
  std::string settings;
  std::string storage;
  bool not_null = false;
  // Comment, unless it is one of pg_microdata's own.
  std::optional<std::string> comment;
};

// Constraint, index, or extended statistics.
struct ReplacedObject {
  std::string description;
  // Statements that create the object, and its later comments and settings.
  std::string statements;
};

struct ReplacedPolicy {
  std::string name;
  std::string statements;
  // Columns that the policy reads.
  std::vector<std::string> columns;
};

struct ReplacedRelation {
  std::string name;
  Oid schema = InvalidOid;
  char kind = 0;
  Oid owner = InvalidOid;
  std::optional<std::string> privileges;
  std::optional<std::string> comment;
  bool logged = true;
  // List for the parentheses after WITH; empty if there are no options.
  std::string options;
  std::string tablespace;
  // True for a partition of the release's table, which is not recorded itself.
  bool partition = false;
  bool row_security = false;
  bool forced_row_security = false;
  std::vector<ReplacedColumn> columns;
  std::vector<ReplacedObject> objects;
  std::vector<ReplacedPolicy> policies;
  // Parts that are lost whatever the new relation is.
  std::vector<std::string> lost;
};

struct ReplacedRelease {
  std::string name;
  // Source of the release; empty if it no longer exists.
  std::optional<Oid> source;
  std::vector<ReplacedRelation> relations;
  // Names of the release's attributes, whichever relation shows them.
  std::vector<std::string> attributes;

  // Returns the relation that had the name; null if there is none.
  const ReplacedRelation* find(Oid schema, const std::string& name) const;
};

// Returns the error if a release of `source` cannot replace the release: the new one could not be
// given to the owner, or the owner would read rows without the privilege. Called before any work is
// done.
std::optional<Error> reason_to_stay(const Release& release, Oid source);

// Returns the parts to keep of a release that is locked and about to be dropped.
ReplacedRelease take_down(const Release& release);

// Returns the parts to keep of a series' view that is about to be created again.
ReplacedRelease take_down_view(Oid view, Oid source);

// Adds the parts to keep of a partition of the release's table and of those below it, which are
// about to be dropped.
void take_down_partition(const Release& release, Oid partition, ReplacedRelease& replaced);

// Shape of a new table. kept_table_kind() returns "TABLE" or "UNLOGGED TABLE", for use after
// CREATE; the others return the storage, for use after the columns or a view's name. `replaced` can
// be null.
enum class TableShape { plain, partitioned };
std::string kept_table_kind(const ReplacedRelation* replaced);
std::string kept_table_storage(const ReplacedRelation* replaced, TableShape shape);
std::string kept_view_options(const ReplacedRelation* replaced);

// Gives a new table the settings by column of the replaced one, before there are rows.
void keep_column_settings(Oid table, const ReplacedRelation* replaced);

// Gives the published release, which is recorded, the remaining kept parts; a NOTICE lists the
// parts that are lost. Fails if row security cannot be kept, because readers would see rows that
// were hidden from them.
void keep_what_was_replaced(const ReplacedRelease& replaced, const Release& published);

// Gives the partitions that were created again their kept parts; they get the owner of the table.
void keep_what_partitions_had(const ReplacedRelease& replaced, const Release& published);

// Returns the columns of a relation, without comments. Requires a SpiSession and a safe
// search_path.
std::vector<ReplacedColumn> replaced_columns(Oid relation);

// Sets the attributes of the source that the columns show, if they are recorded for the release.
void find_sources(const Release& release, Oid relation, std::vector<ReplacedColumn>& columns);

}  // namespace microdata::postgres
