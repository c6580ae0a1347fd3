#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/catalog/given_hierarchies.hpp"
#include "postgres/distributed/region_attack.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// What a server is asked to publish: one region of a distributed table, which stands in a table
// alone. Within its scope, reading that table reads the region. For functions that return a set of
// records and have the arguments shard, region, plan, number_key, seed, and those of roles.
class AskedRegion {
 public:
  // `doing` is what is done to regions, as in "slicing".
  AskedRegion(FunctionCallInfo fcinfo, const Arguments& arguments, const char* doing);

  const Source& source() const { return source_; }
  const std::vector<AssignedRole>& roles() const { return roles_; }
  bool seeded() const { return seed_.has_value(); }
  // Of each region another, none of which tells of another's.
  Random& random() { return random_; }
  Progress progress() { return phases_.progress(); }

  // Attacks what was made, if the coordinator asks for it, and keeps what was found for it.
  // `bound` as in LearnedShare.
  template <typename Release>
  void attack(const Table& table, const Release& release, double bound) {
    if (!is_attacked(plan_, region_)) return;
    LearnedShare learned(true);
    learned.attack(table, release, bound, progress());
    if (learned.is_known()) keep_learned(number_key_, region_, learned.figures());
  }

  // Returns the region's rows: the number of each bucket, then `columns`; `types` are those of
  // columns without a dictionary, in their order.
  // Where the caller's column definition list has one more, of text, that is for `figures`, as an
  // array's literal, in a row of their own.
  Datum publish(const TuplePartition& buckets, std::vector<OutputColumn> columns,
                const std::vector<Oid>& types, const std::vector<double>& figures);

 private:
  FunctionCallInfo fcinfo_;
  MemoryContext caller_;
  SpiSession spi_;
  SafeSearchPath path_;
  RegionPlan plan_;
  std::uint32_t region_;
  std::string number_key_;
  BucketNumbers numbers_;
  GivenHierarchies hierarchies_;
  Source source_;
  Phases phases_;
  std::vector<AssignedRole> roles_;
  std::optional<std::int64_t> seed_;
  Random random_;
  RegionRows rows_;
};

}  // namespace microdata::postgres
