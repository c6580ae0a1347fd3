#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>
#include <string>

#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

// Fails where a level of a release's table, or a partition, would not store rows as they are formed
// for the table: where its columns have another order or number, or its key has an expression.
// Within a guard: owns nothing.
void require_level(Relation table, Relation level);

// The same for all levels and partitions of a table, itself among them: the owner of a release may
// have put others in place of those that were published.
void require_levels(Oid table);

// A release's table that is partitioned as its source is. Its partitions are no relations of the
// release on record: they are its table's, are found by it, belong to its owner, and are readable
// by nobody else, who reads them by the table.

struct Target;

struct ReleasePartitions {
  // The source's, as deep as the release has it.
  Partitioning like;
  // By what the names of the source's partitions begin, which those of the release do not repeat.
  std::string source;
};

// The levels of a partitioning whose keys are columns that the release publishes as they are; below
// the first that is not, a partition is a plain table. Nothing where the uppermost is not.
std::optional<Partitioning> published_levels(
    const Partitioning& partitioning,
    const std::function<bool(const std::string& column)>& as_it_is);

// "visits_sliced_2026_11" of "visits_2026_11", or with all of its name where that does not begin
// with the source's.
std::string partition_name(const Target& target, const ReleasePartitions& partitions,
                           const std::string& partition);

// Creates a partition, of the name that its source has, with those below it, in the name of the
// parent's owner. Fails if the caller does not own the parent.
void create_partition(const Target& target, Oid parent, const ReleasePartitions& partitions,
                      const Partition& partition);

// Creates the partitions of all levels of a table that was created with the key of `like`.
void create_partitions(const Target& target, Oid parent, const ReleasePartitions& partitions,
                       const Partitioning& like);

// Makes a role the owner of a relation and of its partitions.
void give_relation(Oid relation, Oid owner);

}  // namespace microdata::postgres
