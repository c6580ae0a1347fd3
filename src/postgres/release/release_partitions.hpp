#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>
#include <string>

#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

// Fails if a level of a release's table, or a partition, would not store rows as they are formed
// for the table: because its columns have another order or number, or because its key has an
// expression. Within a guard: owns nothing.
void require_level(Relation table, Relation level);

// Fails as require_level() does for any level or partition of a table, including itself: the
// release's owner might have replaced published partitions by others.
void require_levels(Oid table);

// A release's table that is partitioned like its source. Its partitions are not recorded as
// relations of the release: they are found by the table, belong to its owner, and can be read only
// through the table by other roles.

struct Target;

struct ReleasePartitions {
  // The source's partitioning, as deep as in the release.
  Partitioning like;
  // Prefix of the names of the source's partitions, which the names of the release's partitions do
  // not repeat.
  std::string source;
};

// Returns the levels of a partitioning whose keys are columns that the release publishes unchanged;
// below the first other level, a partition is a plain table. Returns nothing if the uppermost level
// is not such.
std::optional<Partitioning> published_levels(
    const Partitioning& partitioning,
    const std::function<bool(const std::string& column)>& as_it_is);

// Returns the name of a release's partition: "visits_sliced_2026_11" for "visits_2026_11", or with
// the whole name if that does not begin with the source's name.
std::string partition_name(const Target& target, const ReleasePartitions& partitions,
                           const std::string& partition);

// Creates a partition, named after the source's partition, with those below it, in the name of the
// parent's owner. Fails if the caller does not own the parent.
void create_partition(const Target& target, Oid parent, const ReleasePartitions& partitions,
                      const Partition& partition);

// Creates the partitions of all levels of a table that was created with the key of `like`.
void create_partitions(const Target& target, Oid parent, const ReleasePartitions& partitions,
                       const Partitioning& like);

// Makes a role the owner of a relation and of its partitions.
void give_relation(Oid relation, Oid owner);

}  // namespace microdata::postgres
