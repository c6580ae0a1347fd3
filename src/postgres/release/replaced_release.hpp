#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// What others rely on of a release that gives way to another of its name: who may read it, what is
// said of it, how it is stored and found. It is taken down before the release is dropped, and given
// to the relations that get the names. Requires a SpiSession and a safe search_path.

struct ReplacedColumn {
  std::string name;
  // The attribute of the release's source that it shows, by its name now; none where it shows
  // something else, as a bucket, or where the source has no such attribute any more.
  std::optional<std::string> source_name;
  bool is_attribute = false;
  // With its modifier and collation, as text to compare.
  std::string type;
  std::optional<std::string> privileges;
  // Parts of an ALTER TABLE: what goes with any type, and what goes with the same type only.
  std::string settings;
  std::string storage;
  bool not_null = false;
  // Not one of ours.
  std::optional<std::string> comment;
};

// A constraint, an index, or extended statistics.
struct ReplacedObject {
  std::string description;
  // What makes it, with what was said of it since.
  std::string statements;
};

struct ReplacedPolicy {
  std::string name;
  std::string statements;
  // The columns that it looks at.
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
  // In parentheses behind WITH; empty where there is none.
  std::string options;
  std::string tablespace;
  // A partition of the release's table, which is not on record itself.
  bool partition = false;
  bool row_security = false;
  bool forced_row_security = false;
  std::vector<ReplacedColumn> columns;
  std::vector<ReplacedObject> objects;
  std::vector<ReplacedPolicy> policies;
  // What is not kept whatever the new relation is.
  std::vector<std::string> lost;
};

struct ReplacedRelease {
  std::string name;
  // None where it is gone.
  std::optional<Oid> source;
  std::vector<ReplacedRelation> relations;
  // Its attributes, whichever relation shows them.
  std::vector<std::string> attributes;

  // The relation that had the name; none: null.
  const ReplacedRelation* find(Oid schema, const std::string& name) const;
};

// Why a release cannot give way to one of `source`, as what it has could not be given to that, or
// is not to be: its owner would read what he may not. Nothing where it can. To be asked before any
// work is done.
std::optional<Error> reason_to_stay(const Release& release, Oid source);

// What there is to keep of a release that is locked and about to be dropped.
ReplacedRelease take_down(const Release& release);

// Returns what there is to keep of the view of a series that is about to be made anew.
ReplacedRelease take_down_view(Oid view, Oid source);

// The same of a partition of its table with those below it, which are about to be dropped.
void take_down_partition(const Release& release, Oid partition, ReplacedRelease& replaced);

// Behind CREATE: "TABLE", or "UNLOGGED TABLE"; behind the columns, or a view's name: how it is
// stored. `replaced` may be null.
enum class TableShape { plain, partitioned };
std::string kept_table_kind(const ReplacedRelation* replaced);
std::string kept_table_storage(const ReplacedRelation* replaced, TableShape shape);
std::string kept_view_options(const ReplacedRelation* replaced);

// What a new table has of settings by column before there are rows.
void keep_column_settings(Oid table, const ReplacedRelation* replaced);

// Gives the published release, which is on record, all else; a NOTICE says what it cannot have.
// Fails where it would show readers what they were not shown: row security that cannot be kept.
void keep_what_was_replaced(const ReplacedRelease& replaced, const Release& published);

// The same for the partitions alone that were made anew; they get the owner of the table.
void keep_what_partitions_had(const ReplacedRelease& replaced, const Release& published);

// The columns of a relation, without comments. Requires a SpiSession and a safe search_path.
std::vector<ReplacedColumn> replaced_columns(Oid relation);

// Which attributes of the source they show, as far as the release as it is on record says.
void find_sources(const Release& release, Oid relation, std::vector<ReplacedColumn>& columns);

}  // namespace microdata::postgres
