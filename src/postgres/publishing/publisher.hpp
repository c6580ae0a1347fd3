#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/in_place.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

using Roles = std::vector<AssignedRole>;

// A call that publishes a source, once its arguments are checked.
struct Publication {
  const Arguments& arguments;
  const Source& source;
  const Roles& roles;
  // Place of the release; unused if rows are published in place or returned.
  const Target& target;
  // Number of regions that the call asks for.
  std::optional<std::int32_t> regions;
  bool seeded;
  Random& random;
  const Progress& progress;
};

// Decisions of a method about persons with several rows. publish_table() does the rest, at once or
// region by region.
struct PersonsPublisher {
  // The catalog's name for the method.
  const char* method = nullptr;
  // Makes a table, which was read, ready for its persons to be put into buckets.
  std::function<PersonsPart(const Publication&, Table)> prepare = {};
  // Adds what the bucketized part shows; may be empty.
  std::function<void(const Publication&, const PersonsPart&)> show = {};
  // Returns the labels to write, allocated in the present scope; may be empty.
  std::function<std::vector<WrittenAttribute>(const Publication&, const PersonsPart&)> labels = {};
  // Returns the method's own parameters, after the last part.
  std::function<Json(const PersonsPart& last)> parameters = {};
  // Reports NOTICEs.
  std::function<void(const PersonsPart& last, const SubjectFigures&)> report = {};
  // Fits the call to the plan of its regions, before any is read; may be empty.
  std::function<void(const RegionPlan&)> begin_regions = {};
};

// A method of publishing, for one call. publish_table() decides if the source is published at once,
// in place, region by region, or on the servers of its rows; the functions, in the order of their
// calls, are what differs between methods. They share the state of the call.
struct Publisher {
  // Names for messages, as in "slice_table()", "slicing" and "slice"; and the suffix after the
  // source's name in the name of a release.
  const char* call = nullptr;
  const char* doing = nullptr;
  const char* verb = nullptr;
  const char* suffix = nullptr;
  bool in_place = false;
  // True if the release has several tables, whose names end in a number.
  bool numbered = false;
  // Reason, as a sentence, why the release is never partitioned like its source; empty if it can.
  std::string unpartitioned = {};
  // Smallest number of rows of a bucket.
  std::uint64_t fewest_rows = 1;

  // Changes the roles as arguments of the method demand; may be empty.
  std::function<void(const Source&, Roles&)> assign = {};
  // Fails if the arguments do not fit the roles; may be empty.
  std::function<void(const Source&, const Roles&)> check = {};
  // Fails if names of the release's relations are taken; may be empty.
  std::function<void(const Target&, const Roles&)> check_names = {};
  // Returns the reason, as a sentence, why the source cannot be divided into regions; empty if it
  // can.
  std::function<std::string(const Roles&)> why_undivided = {};
  // Returns the bytes that a row of an undivided source takes.
  std::function<double(const Source&, const Roles&)> bytes_per_row = {};
  // True if the servers of a distributed source return counts of its rows, by which the release is
  // made at once; may be empty.
  std::function<bool(const Publication&)> is_counted = {};
  // True if a source with a plan is published where its rows are.
  std::function<bool(const Publication&)> is_distributed = {};
  std::function<RegionRequest(const Publication&)> regions = {};

  // Publishes the whole source in place of all functions below; may be empty.
  std::function<Oid(const Publication&)> publish = {};
  // Reads the source, or the region that is being published.
  std::function<Table(const Publication&)> read = {};
  // Persons with several rows; empty if each row must be a person, for whom `one_row_each` is the
  // reason, as the user calls it.
  std::optional<PersonsPublisher> persons = {};
  std::string one_row_each = {};
  // Makes the part of the release that a table becomes, and adds it to the figures.
  std::function<void(const Publication&, Table)> make = {};
  // Returns the rows of the part with the source's types, for publishing without a release.
  std::function<RowsInPlace()> rows = {};
  // Writes the part; `regions` is null if the part is the whole.
  std::function<void(const Publication&, ReleaseBuilder&, RegionPublication* regions)> write = {};
  // Records the release, with its parameter "regions", and returns the relation that has its name.
  std::function<Oid(const Publication&, ReleaseBuilder&, const Json& regions)> record = {};
  // Reports NOTICEs about the figures.
  std::function<void()> report = {};

  // Fits the call to the plan of its regions, before any is read.
  std::function<void(const Publication&, RegionPlan&)> begin_regions = {};
  // Goes through the regions, in place of read, make and write for each; may be empty.
  std::function<void(const Publication&, ReleaseBuilder&, RegionPublication&)> publish_regions = {};
  // Publishes regions on the servers of their rows, and returns the relation that has the release's
  // name.
  std::function<Oid(const Publication&, const RegionPlan&)> publish_distributed = {};
};

// Publishes a source by the arguments that all publishing functions share, and returns the relation
// that has the release's name. Requires a SpiSession.
Oid publish_table(const Arguments& arguments, const Publisher& method);

// Returns the published rows of `relation` with the source's types: return_rows(). `caller` is the
// memory context in which the function was called. Requires a SpiSession.
void publish_rows(FunctionCallInfo fcinfo, MemoryContext caller, Oid relation,
                  const Arguments& arguments, const Publisher& method);

// Figures about a release in buckets of rows: sums over its regions, or about the one table.
struct BucketFigures {
  std::int64_t source_rows = 0;
  std::int64_t suppressed = 0;
  BucketSizes sizes;
  std::optional<GoalFigures> goal;
  LearnedShare learned;
  // Number of regions with rows; 1 if the table was published at once.
  std::uint32_t regions = 0;

  // Adds a table or a region.
  void add(Row rows, Row rows_suppressed, const TuplePartition& buckets);
  // Sets the counts of a release that servers have filled.
  void set_counts(const RegionPlan& plan, const BucketSizes& counted);
  ReleaseCounts counts() const;
};

// A request to publish the regions of a distributed source on its servers.
struct RegionsOnServers {
  RegionCall call;
  std::optional<Json> hierarchies = Json();
  // Bound of LearnedShare.
  double bound = 1;
  // Quoted name of the table to fill, and its columns.
  std::string table = {};
  std::vector<TableColumn> columns = {};
  // True if regions have figures in addition to their rows.
  bool with_figures = false;
};

// Sums of the figures of regions, and the findings of quick attacks on them.
struct FiguresOfServers {
  RegionFigures figures;
  LearnedShare learned;
};

// Has servers fill a table with the rows of the regions in the scratch table, and drops the scratch
// table.
FiguresOfServers publish_on_servers(const Publication& call, const RegionPlan& plan,
                                    const Scratch& scratch, const RegionsOnServers& regions);

}  // namespace microdata::postgres
