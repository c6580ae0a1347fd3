#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
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

// Returns an array of texts as a constant of SQL.
std::string text_array_constant(const std::vector<std::string>& texts);

// A function that is called for each region on the server of its rows; AskedRegion takes its
// arguments.
struct RegionCall {
  // The function's name in the schema microdata.
  const char* function = nullptr;
  // Arguments of the user's call that the function also has and gets unchanged.
  std::span<const char* const> passed;
  // Further arguments, with constants of SQL.
  std::vector<std::pair<const char*, std::string>> more = {};
};

// True if the schema microdata has a function of the name, by which servers are asked, and the
// caller may execute it.
bool may_be_asked(const char* function);
// Fails if the caller may not execute the function, which an administrator can grant.
void require_may_be_asked(const char* function);

// Returns the hierarchies of attributes of some roles for other servers (RegionPlan); nothing if
// they cannot be sent.
std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const ChosenHierarchies& chosen,
                                     std::initializer_list<Role> of_roles);

// Returns the hierarchies by which privacy models measure sensitive attributes, if any do; nothing
// if they cannot be sent.
std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::vector<PrivacyModel>& privacy);

// Returns a random key by which a call draws the numbers that it publishes.
std::string drawn_number_key(Random& random);

// Returns the call of a function for fill_from_regions().
std::string call_for_regions(const RegionCall& call, const Arguments& arguments,
                             const Source& source, const std::vector<AssignedRole>& roles,
                             const RegionPlan& plan, const Scratch& scratch,
                             const std::string& number_key);

// Returns a source as read_table() does, but without rows or values, for code that depends on its
// columns alone.
Table unread_table(const Source& source, const std::vector<AssignedRole>& roles);

// Quick attacks at the regions: a server attacks its part of the release while it has the region in
// memory, and keeps the findings for the session. The coordinator asks for the findings by the
// region's rows in the scratch table. Because this transaction has written these rows, Citus asks
// over the connection that wrote them and made the region.

// True if the region is attacked: the first regions are, up to enough people.
bool is_attacked(const RegionPlan& plan, std::uint32_t region);

// Keeps the findings in a region until this session makes a region of another call. `number_key` is
// the key of the call.
void keep_learned(const std::string& number_key, std::uint32_t region,
                  const LearnedFigures& figures);

// Returns the findings of all attacked regions; must be called before the scratch table is dropped.
// `bound` is that of LearnedShare.
LearnedShare learned_of_regions(const Scratch& scratch, const RegionPlan& plan,
                                const std::string& number_key, double bound);

// A request to a server to publish one region of a distributed table, which stands in a table
// alone. Within its scope, reading that table reads the region. It serves functions that return a
// set of records and have the arguments shard, region, plan, number_key, seed, and those of roles.
class AskedRegion {
 public:
  // `doing` names what is done to regions, as in "slicing".
  AskedRegion(FunctionCallInfo fcinfo, const Arguments& arguments, const char* doing);

  const Source& source() const { return source_; }
  const std::vector<AssignedRole>& roles() const { return roles_; }
  bool seeded() const { return seed_.has_value(); }
  // Returns a generator of the region's own, which does not disclose that of another region.
  Random& random() { return random_; }
  Progress progress() { return phases_.progress(); }

  // Attacks the release if the coordinator asks for it, and keeps the findings. `bound` is that of
  // LearnedShare.
  template <typename Release>
  void attack(const Table& table, const Release& release, double bound) {
    if (!is_attacked(plan_, region_)) return;
    LearnedShare learned(true);
    learned.attack(table, release, bound, progress());
    if (learned.is_known()) keep_learned(number_key_, region_, learned.figures());
  }

  // Returns the region's rows: the number of each bucket, then `columns`; `types` are those of
  // columns without a dictionary, in their order. If the caller's column definition list has one
  // more column, of text, a row of its own has `figures` there as an array literal.
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
