#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// An array of texts as a constant.
std::string text_array_constant(const std::vector<std::string>& texts);

// A function that is called for each region where its rows are (AskedRegion has what it is given).
struct RegionCall {
  // In the schema microdata.
  const char* function = nullptr;
  // Arguments of the user's call that it has as well, and is given as they are.
  std::span<const char* const> passed;
  // Others, with constants of SQL.
  std::vector<std::pair<const char*, std::string>> more = {};
};

// True if there is a function of the name in the schema microdata, by which servers are asked, and
// the caller may execute it.
bool may_be_asked(const char* function);
// Fails where the caller may not, which an administrator can grant.
void require_may_be_asked(const char* function);

// What servers are told of the hierarchies that attributes of some roles have (RegionPlan). Nothing
// where they cannot be told.
std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const ChosenHierarchies& chosen,
                                     std::initializer_list<Role> of_roles);

// The same of those that privacy models measure sensitive attributes by, if any do.
std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::vector<PrivacyModel>& privacy);

// A key by which numbers of what a call publishes are drawn.
std::string drawn_number_key(Random& random);

// As fill_from_regions() makes it.
std::string call_for_regions(const RegionCall& call, const Arguments& arguments,
                             const Source& source, const std::vector<AssignedRole>& roles,
                             const RegionPlan& plan, const Scratch& scratch,
                             const std::string& number_key);

// A source as read_table() has it, but without any row or value: for what depends on its columns
// alone.
Table unread_table(const Source& source, const std::vector<AssignedRole>& roles);

// Quick attacks where regions are: a server attacks what it makes of a region while it has the
// region in memory, and keeps what it found for the session. The coordinator asks for it by the
// rows of the region in the scratch table, which this transaction has written: so Citus asks over
// the connection that wrote them, by which the region was made, too.

// True of regions that are attacked: the first ones, which have enough persons.
bool is_attacked(const RegionPlan& plan, std::uint32_t region);

// Keeps what was found in a region until this session makes a region of another call. `number_key`
// is the call's.
void keep_learned(const std::string& number_key, std::uint32_t region,
                  const LearnedFigures& figures);

// The findings of all regions that were attacked, before the scratch table is dropped. `bound` as
// in LearnedShare.
LearnedShare learned_of_regions(const Scratch& scratch, const RegionPlan& plan,
                                const std::string& number_key, double bound);

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
