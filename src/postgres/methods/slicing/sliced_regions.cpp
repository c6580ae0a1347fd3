#include "postgres/methods/slicing/sliced_regions.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/privacy/diversity.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/counted_values.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

struct Stopped {};

// Slicing in a separate thread, while the session reads and writes. The thread only computes; the
// destructor stops it after an error or a cancel. If no thread can be started, the session slices
// in wait().
class SlicingThread {
 public:
  // `data` and `random` outlive the thread, and must not be used by others before wait() has
  // returned. With `beside` false, no thread is started.
  SlicingThread(const Microdata& data, SlicingOptions options, Random& random, bool beside);
  SlicingThread(const SlicingThread&) = delete;
  SlicingThread& operator=(const SlicingThread&) = delete;
  ~SlicingThread();

  // Returns the result; throws the exceptions of slice().
  Slicing wait(const Progress& progress);

 private:
  void run() noexcept;

  const Microdata& data_;
  SlicingOptions options_;
  Random& random_;
  std::thread thread_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::exception_ptr failure_;
  Slicing slicing_;
};

}  // namespace

SlicingThread::SlicingThread(const Microdata& data, SlicingOptions options, Random& random,
                             bool beside)
    : data_(data), options_(std::move(options)), random_(random) {
  if (!beside) return;
  try {
    thread_ = start_quiet_thread([this] { run(); });
  } catch (const std::system_error&) {
    // wait() slices instead.
  }
}

SlicingThread::~SlicingThread() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
}

// Slices in the thread, without reporting progress, because only the session may call its progress
// functions.
void SlicingThread::run() noexcept {
  const Progress progress([this] {
    if (stopped_) throw Stopped{};
  });
  Slicing made;
  std::exception_ptr failure;
  try {
    made = slice(data_, options_, random_, progress);
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  slicing_ = std::move(made);
  failure_ = failure;
  done_ = true;
  changed_.notify_all();
}

Slicing SlicingThread::wait(const Progress& progress) {
  if (!thread_.joinable()) return slice(data_, options_, random_, progress);
  progress.phase("partition");
  std::unique_lock lock(mutex_);
  while (!done_) {
    progress.waiting([&] { changed_.wait_for(lock, std::chrono::milliseconds(5)); });
    lock.unlock();
    progress.checkpoint();
    lock.lock();
  }
  lock.unlock();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return std::move(slicing_);
}

namespace {

bool generalizes(const SlicingRequest& request) {
  return request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize;
}

// Returns the smallest number of rows of a bucket. With the exact check, other buckets can
// compensate for l.
std::uint64_t fewest_rows(const SlicingOptions& options) {
  const bool exact = options.check == DiversityCheckScope::exact && options.k == 1;
  return std::max<std::uint64_t>(fewest_rows_of_bucket(exact ? 1 : options.l, options.privacy),
                                 options.k);
}

// Returns the groups for which plan_regions() must keep l: in a group with sensitive attributes
// only these, because the rest of the group will be generalized.
GroupNames without_linked(const Table& sample, const AttributePartition& partition) {
  GroupNames groups;
  for (const Column& column : partition) {
    const AttributeSet sensitive = sensitive_attributes(sample.data, column);
    groups.emplace_back();
    for (const std::size_t a : sensitive.empty() ? column.attributes : sensitive)
      groups.back().push_back(sample.data.attributes[a].name);
  }
  return groups;
}

bool same_groups(GroupNames a, GroupNames b) {
  for (GroupNames* groups : {&a, &b}) {
    for (std::vector<std::string>& group : *groups)
      std::sort(group.begin(), group.end());
    std::sort(groups->begin(), groups->end());
  }
  return a == b;
}

}  // namespace

GroupNames groups_of_regions(const SlicingRequest& request, const RegionPlan& plan,
                             const GroupNames& chosen) {
  const IfInfeasible way = request.options.if_infeasible;
  if (way == IfInfeasible::generalize || same_groups(plan.groups, chosen)) return chosen;
  if (way == IfInfeasible::regroup && request.groups.empty()) return plan.groups;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "l = " + microdata::to_string(request.options.l) +
                  " is infeasible for groups with sensitive attributes and quasi-identifiers")
      .detail("The groups are " + described_columns(chosen) +
              ". By regions, no row is left out for a group's sake.")
      .hint("Give other groups, or use infeasible => 'generalize'.");
}

namespace {

// Region that was read, and is being sliced.
struct RegionInTheMaking {
  RegionInTheMaking(std::uint32_t number, SlicedTable read, const SlicingOptions& options,
                    Random& random, bool beside)
      : region(number),
        sliced(std::move(read)),
        slicing(sliced.table.data, options, random, beside) {}

  std::uint32_t region;
  SlicedTable sliced;
  SlicingThread slicing;
};

// Pipeline of regions: while a region is sliced, the one before it is written and the one after it
// is read, if both are within the memory limit. Two regions are never sliced at once, so that
// random numbers are drawn in the same order.
class RegionPipeline {
 public:
  RegionPipeline(RegionPublication& publication, SlicedRelease& release, SlicingRequest request,
                 double bytes_per_row, Random& random, const Progress& progress)
      : publication_(publication),
        release_(release),
        request_(std::move(request)),
        bytes_per_row_(bytes_per_row),
        random_(random),
        progress_(progress) {}

  // Adds the next region, which `read` reads.
  template <typename Read>
  void add(const Read& read) {
    const std::uint32_t region = publication_.region();
    const bool beside = sliced_ && fit_together(sliced_->region, region);
    if (!beside) finish();
    SlicedTable next = read(request_);
    next.is_region = true;
    const std::unique_ptr<RegionInTheMaking> before = std::move(sliced_);
    if (before) wait_for(*before);
    sliced_ = std::make_unique<RegionInTheMaking>(region, std::move(next), request_.options,
                                                  random_, max_threads() > 1);
    if (before) write(*before);
  }

  // Finishes the region that was added last.
  void finish() {
    const std::unique_ptr<RegionInTheMaking> last = std::move(sliced_);
    if (!last) return;
    wait_for(*last);
    write(*last);
  }

  const SlicingFigures& figures() const { return figures_; }

 private:
  bool fit_together(std::uint32_t a, std::uint32_t b) const {
    const std::vector<PlannedRegion>& regions = publication_.plan().regions;
    const auto rows = static_cast<double>(regions[a].rows + regions[b].rows);
    return max_threads() > 1 && rows * bytes_per_row_ <= static_cast<double>(memory_limit_bytes());
  }

  void wait_for(RegionInTheMaking& region) {
    try {
      region.sliced.slicing = region.slicing.wait(progress_);
    } catch (const Infeasible& infeasible) {
      fail(region, infeasible);
    }
  }

  [[noreturn]] void fail(const RegionInTheMaking& region, const Infeasible& infeasible) {
    try {
      fail_infeasible(region.sliced.table, request_, infeasible);
    } catch (const Error& error) {
      publication_.name_partitions(error, region.region);
      throw;
    }
  }

  void write(const RegionInTheMaking& region) {
    const SlicedTable& sliced = region.sliced;
    figures_.add(sliced.table, sliced.slicing, request_.options.l);
    figures_.learned.attack(sliced.table, sliced.slicing, 1 / request_.options.l, progress_);
    progress_.phase("write");
    release_.add(sliced, progress_);
    publication_.published(region.region, sliced.slicing.buckets.rows.size(),
                           sliced.slicing.buckets.buckets());
  }

  RegionPublication& publication_;
  SlicedRelease& release_;
  SlicingRequest request_;
  double bytes_per_row_;
  Random& random_;
  const Progress& progress_;
  SlicingFigures figures_;
  std::unique_ptr<RegionInTheMaking> sliced_;
};

// Returns the groups that a call gives, with the names of the source's columns.
GroupNames exact_groups(const SlicingRequest& request, const Source& source) {
  GroupNames groups = request.groups;
  for (std::vector<std::string>& group : groups) {
    for (std::string& name : group)
      name = source.columns[column_position(source, name, "groups", NamesIn::folded)].name;
  }
  return groups;
}

}  // namespace

RegionRequest region_request(const SlicingRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded, GroupNames& chosen,
                             const Progress& progress) {
  RegionRequest result;
  result.regions = regions;
  result.l = request.options.l;
  result.k = request.options.k;
  result.privacy = request.options.privacy;
  result.cuts = request.options.cuts;
  result.bytes_per_row = slicing_bytes(count_published(roles), request.options.k);
  result.bytes_to_verify = verifying_bytes(count_published(roles));
  result.seeded = seeded;
  // A set of values does not lie on one side of a split as a range does by its end.
  for (std::size_t i = 0; generalizes(request) && i < roles.size(); ++i) {
    if (roles[i].role == Role::quasi_identifier &&
        !generalized_type(source.columns[i].type).is_range()) {
      result.not_cut.push_back(source.columns[i].name);
    }
  }
  if (!generalizes(request)) result.as_they_are = published_columns(source, roles);
  result.may_regroup =
      request.options.if_infeasible == IfInfeasible::regroup && request.groups.empty();
  result.groups = exact_groups(request, source);
  result.choose_groups = [&request, &chosen, &progress](const Table& sample) {
    SlicingOptions options = request.options;
    options.groups = resolve_groups(request, sample);
    const AttributePartition partition = find_regrouped_partition(sample.data, options, progress);
    chosen = column_names(sample, partition);
    return options.if_infeasible == IfInfeasible::generalize ? without_linked(sample, partition)
                                                             : chosen;
  };
  return result;
}

Oid slice_by_regions(const Target& target, const Source& source,
                     const std::vector<AssignedRole>& roles, const SlicingRequest& request,
                     RegionPlan plan, const GroupNames& chosen, const std::string& bucket_column,
                     bool seeded, Random& random, const Progress& progress) {
  SlicingRequest by_region = request;
  by_region.groups = groups_of_regions(request, plan, chosen);
  by_region.options.generalizes_linked = request.options.if_infeasible == IfInfeasible::generalize;
  require_groups_of_former(target, request.options.columns, exact_groups(request, source));
  require_settings_of_former(target, request, by_region.groups, bucket_column);
  RegionPublication publication(source, std::move(plan), fewest_rows(request.options), random);
  if (publication.is_empty())
    return renew_without_rows(target, source, publication.released_json());
  SlicedRelease release(target, source, request, bucket_column, publication.numbers());
  RegionPipeline pipeline(publication, release, std::move(by_region),
                          slicing_bytes(count_published(roles), request.options.k), random,
                          progress);
  publication.for_each_region([&] {
    pipeline.add([&](SlicingRequest& of_region) {
      return prepared_to_slice(
          read_for_slicing(source, roles, of_region, Purpose::publication, progress), of_region,
          seeded, progress);
    });
  });
  pipeline.finish();
  const SlicingFigures& figures = pipeline.figures();
  report_slicing(figures, nullptr, request.options);
  return release.finish(figures, publication.released_json());
}

namespace {

std::string group_lists(const GroupNames& groups) {
  std::vector<std::string> lists;
  for (const std::vector<std::string>& group : groups) {
    std::vector<std::string> quoted;
    std::transform(group.begin(), group.end(), std::back_inserter(quoted), quote_name);
    lists.push_back(join(quoted));
  }
  return text_array_constant(lists);
}

// Returns the call for a region, with the plan's groups, so that all regions have the same groups.
RegionCall slicing_call(const SlicingRequest& request, const GroupNames& groups) {
  static constexpr std::array passed{"columns",
                                     "l",
                                     "sensitive_column_size",
                                     "k",
                                     "diversity_check",
                                     "discretization",
                                     "intervals",
                                     "suppress",
                                     "privacy",
                                     "seed"};
  const SlicingOptions& options = request.options;
  const bool regroups = options.if_infeasible == IfInfeasible::regroup;
  return {"slice_region",
          passed,
          {{"groups", group_lists(groups)},
           {"strict", options.grouping == Grouping::strict ? "true" : "false"},
           {"cuts", quote_value(to_string(options.cuts, options.cuts_by))},
           {"infeasible", quote_value(regroups ? "error" : request.infeasible)}}};
}

}  // namespace

bool slices_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                           const SlicingRequest& request) {
  return shards_of(source.relation) > 0 && told_hierarchies(source, roles, request.options.privacy);
}

namespace {

struct Definition {
  std::vector<TableColumn> columns;
  RecordedTable table;
};

// Returns the number of the attribute's group, from 1.
int group_of(const GroupNames& groups, const std::string& attribute) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
    return std::find(group.begin(), group.end(), attribute) != group.end();
  });
  return static_cast<int>(found - groups.begin()) + 1;
}

// Returns the numbers of the groups whose quasi-identifiers are generalized, the same in all
// regions.
std::set<int> generalized_groups(const Source& source, const std::vector<AssignedRole>& roles,
                                 const SlicingOptions& options, const GroupNames& groups) {
  std::set<int> generalized;
  if (options.if_infeasible != IfInfeasible::generalize && options.k == 1) return generalized;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (options.k > 1 || roles[i].role == Role::sensitive)
      generalized.insert(group_of(groups, source.columns[i].name));
  }
  return generalized;
}

Definition define(const Source& source, const std::vector<AssignedRole>& roles,
                  const SlicingOptions& options, const GroupNames& groups,
                  const TableColumn& bucket) {
  const std::set<int> generalized_in = generalized_groups(source, roles, options, groups);
  Definition definition;
  definition.columns.push_back(bucket);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier) continue;
    const SourceColumn& column = source.columns[i];
    const int group = group_of(groups, column.name);
    const bool generalized =
        roles[i].role == Role::quasi_identifier && generalized_in.contains(group);
    definition.columns.push_back(
        {column.name, generalized ? generalized_type(column.type).ddl : type_in_ddl(column.type)});
    definition.table.attributes.push_back(
        {InvalidOid, group, column.name, roles[i].role, generalized, column.name});
    definition.table.expected.push_back(
        {column.name, group, generalized || column.type.comparison != Comparison::text});
  }
  return definition;
}

// True if regions have figures in addition to their rows.
bool has_figures(const SlicingOptions& options) {
  return options.k > 1 || options.if_infeasible == IfInfeasible::generalize ||
         options.check == DiversityCheckScope::exact;
}

}  // namespace

std::vector<double> figures_of_region(const SlicedTable& sliced) {
  SlicingFigures figures;
  figures.add(sliced.table, sliced.slicing, 1);
  std::vector<double> numbers{figures.exact_check_cut_short ? 1.0 : 0.0};
  for (const Attribute& attribute : sliced.table.data.attributes) {
    const auto& hollow = figures.hollow;
    numbers.push_back(std::count(hollow.begin(), hollow.end(), attribute.name) > 0 ? 1.0 : 0.0);
  }
  return numbers;
}

namespace {

// Adds the figures of regions; the columns of a release begin with the bucket.
void add_figures(const RegionFigures& regions, const std::vector<TableColumn>& columns,
                 SlicingFigures& figures) {
  figures.exact_check_cut_short = regions.sums.front() > 0;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    if (regions.sums[i] == static_cast<double>(regions.regions))
      figures.hollow.push_back(columns[i].name);
  }
}

}  // namespace

Oid slice_distributed(const Target& target, const Source& source,
                      const std::vector<AssignedRole>& roles, const SlicingRequest& request,
                      const Arguments& arguments, const RegionPlan& plan, const GroupNames& groups,
                      Random& random, Phases& phases) {
  require_may_be_asked("slice_region");
  const std::string bucket_column = added_column(arguments, source, "bucket");
  Definition definition = define(source, roles, request.options, groups,
                                 {bucket_column, numbers_of_regions(plan).type()});

  phases.begin("partition");
  const Scratch scratch = copy_to_scratch(target, source, roles, plan);
  clear_target(target, source);
  definition.table.relation = create_release_table(target, definition.columns);
  for (ReleaseAttribute& attribute : definition.table.attributes)
    attribute.relation = definition.table.relation;
  distribute(target.qualified, {bucket_column});

  phases.begin("write");
  RegionPlan told = plan;
  told.hierarchies = told_hierarchies(source, roles, request.options.privacy).value_or(Json());
  told.attack = attacks_quickly();
  const std::string key = drawn_number_key(random);
  const std::string call =
      call_for_regions(slicing_call(request, groups), arguments, source, roles, told, scratch, key);
  SlicingFigures figures;
  if (has_figures(request.options)) {
    add_figures(fill_with_figures(target, definition.columns, scratch, call), definition.columns,
                figures);
  } else {
    fill_from_regions(target.qualified, definition.columns, scratch, call);
  }
  figures.learned = learned_of_regions(scratch, told, key, 1 / request.options.l);
  drop_table(scratch.name);

  const CountedBuckets counted =
      count_buckets(target.qualified, bucket_column, fewest_tuples(request.options.l));
  figures.sizes = counted.sizes;
  figures.small = counted.small;
  figures.single = counted.single;
  figures.source_rows = plan.rows;
  figures.suppressed = plan.rows - static_cast<std::int64_t>(figures.sizes.rows);
  figures.columns = groups;
  figures.regions = plan.tree.regions();
  report_slicing(figures, nullptr, request.options);
  record_sliced(
      target, source, request, bucket_column, definition.table, figures,
      counted_regions_json(plan, source.relation, definition.table.attributes, bucket_column));
  return definition.table.relation;
}

}  // namespace microdata::postgres
