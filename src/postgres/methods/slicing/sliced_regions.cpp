#include "postgres/methods/slicing/sliced_regions.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/diversity.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/counted_values.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
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

std::uint64_t fewest_rows_of_bucket(const SlicingOptions& options) {
  const bool exact = options.check == DiversityCheckScope::exact && options.k == 1;
  return std::max<std::uint64_t>(fewest_rows_of_bucket(exact ? 1 : options.l, options.privacy),
                                 options.k);
}

GroupNames groups_of_regions(const SlicingRequest& request, const RegionPlan& plan,
                             const GroupNames& chosen) {
  const IfInfeasible way = request.options.if_infeasible;
  if (way == IfInfeasible::generalize || same_groups(plan.groups, chosen)) return chosen;
  if (way == IfInfeasible::regroup && request.groups.empty()) return plan.groups;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "l = " + microdata::to_string(request.options.l) +
                  " is infeasible for groups with sensitive attributes and quasi-identifiers")
      .detail("The groups are " + described_columns(chosen) +
              ". By regions, no row is suppressed for a group's sake.")
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
  RegionPipeline(const Publication& call, SlicingRequest& request, ReleaseBuilder& builder,
                 RegionPublication& regions, SlicingFigures& figures)
      : call_(call), request_(request), builder_(builder), regions_(regions), figures_(figures) {}

  // Adds the region that is entered.
  void add() {
    const std::uint32_t region = regions_.region();
    const bool beside = sliced_ && fit_together(sliced_->region, region);
    if (!beside) finish();
    SlicedTable next = prepared_to_slice(
        read_for_slicing(call_.source, call_.roles, request_, Purpose::publication, call_.progress),
        request_, call_.seeded, call_.progress);
    next.is_region = true;
    const std::unique_ptr<RegionInTheMaking> before = std::move(sliced_);
    if (before) wait_for(*before);
    sliced_ = std::make_unique<RegionInTheMaking>(region, std::move(next), request_.options,
                                                  call_.random, max_threads() > 1);
    if (before) write(*before);
  }

  // Finishes the region that was added last.
  void finish() {
    const std::unique_ptr<RegionInTheMaking> last = std::move(sliced_);
    if (!last) return;
    wait_for(*last);
    write(*last);
  }

 private:
  bool fit_together(std::uint32_t a, std::uint32_t b) const {
    const std::vector<PlannedRegion>& regions = regions_.plan().regions;
    const auto rows = static_cast<double>(regions[a].rows + regions[b].rows);
    const double bytes = slicing_bytes(count_published(call_.roles), request_.options.k);
    return max_threads() > 1 && rows * bytes <= static_cast<double>(memory_limit_bytes());
  }

  void wait_for(RegionInTheMaking& region) {
    try {
      region.sliced.slicing = region.slicing.wait(call_.progress);
    } catch (const Infeasible& infeasible) {
      fail(region, infeasible);
    }
  }

  [[noreturn]] void fail(const RegionInTheMaking& region, const Infeasible& infeasible) {
    try {
      fail_infeasible(region.sliced.table, request_, infeasible, call_.progress);
    } catch (const Error& error) {
      regions_.name_partitions(error, region.region);
      throw;
    }
  }

  void write(const RegionInTheMaking& region) {
    const SlicedTable& sliced = region.sliced;
    figures_.add(sliced.table, sliced.slicing, request_.options.l);
    figures_.learned.attack(sliced.table, sliced.slicing, 1 / request_.options.l, call_.progress);
    call_.progress.phase("write");
    write_slices(sliced, request_, builder_, call_.progress);
    regions_.published(region.region, sliced.slicing.buckets.rows.size(),
                       sliced.slicing.buckets.buckets());
  }

  const Publication& call_;
  SlicingRequest& request_;
  ReleaseBuilder& builder_;
  RegionPublication& regions_;
  SlicingFigures& figures_;
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

SlicingRequest request_by_regions(const Publication& call, const SlicingRequest& request,
                                  const RegionPlan& plan, const GroupNames& chosen) {
  SlicingRequest by_region = request;
  by_region.groups = groups_of_regions(request, plan, call.target.renewal ? plan.groups : chosen);
  by_region.options.generalizes_linked = request.options.if_infeasible == IfInfeasible::generalize;
  require_groups_of_former(call.target, request.options.columns,
                           exact_groups(request, call.source));
  require_settings_of_former(call.target, request, by_region.groups);
  return by_region;
}

void slice_regions(const Publication& call, SlicingRequest request, ReleaseBuilder& builder,
                   RegionPublication& regions, SlicingFigures& figures) {
  RegionPipeline pipeline(call, request, builder, regions, figures);
  regions.for_each_region([&] { pipeline.add(); });
  pipeline.finish();
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

bool slices_where_rows_are(const Publication& call, const SlicingRequest& request) {
  return shards_of(call.source.relation) > 0 &&
         told_hierarchies(call.source, call.roles, request.options.privacy);
}

namespace {

// Returns the columns of every region without rows: the attributes that may be generalized are the
// same in all regions.
SlicedTable shape_of_regions(const Publication& call, const SlicingRequest& request) {
  SlicedTable shape{unread_table(call.source, call.roles), {}, std::nullopt, true};
  const Microdata& data = shape.table.data;
  shape.slicing.columns = resolve_groups(request, shape.table);
  const AttributeSet quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
  for (const Column& column : shape.slicing.columns) {
    auto& generalization = shape.slicing.generalizations.emplace_back();
    if (request.options.k == 1 && (request.options.if_infeasible != IfInfeasible::generalize ||
                                   sensitive_attributes(data, column).empty())) {
      continue;
    }
    generalization.emplace();
    std::set_intersection(column.attributes.begin(), column.attributes.end(),
                          quasi_identifiers.begin(), quasi_identifiers.end(),
                          std::back_inserter(generalization->attributes));
  }
  return shape;
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

Oid slice_distributed(const Publication& call, const RegionPlan& plan,
                      const SlicingRequest& request, const GroupNames& groups) {
  require_may_be_asked("slice_region");
  SlicingRequest by_region = request;
  by_region.groups = groups;
  const SlicedTable shape = shape_of_regions(call, by_region);
  const DraftTable slices = slices_table(shape, request.bucket_column);
  call.progress.phase("partition");
  const Scratch scratch = copy_to_scratch(call.target, call.source, call.roles, plan);
  ReleaseBuilder builder(call.target, call.source, numbers_of_regions(plan));
  builder.create(slices);
  distribute(call.target.qualified, {request.bucket_column});

  const std::vector<TableColumn> columns = slices.definition(builder.numbers());
  SlicingFigures figures;
  FiguresOfServers made = publish_on_servers(
      call, plan, scratch,
      {.call = slicing_call(request, groups),
       .hierarchies = told_hierarchies(call.source, call.roles, request.options.privacy),
       .bound = 1 / request.options.l,
       .table = call.target.qualified,
       .columns = columns,
       .with_figures = has_figures(request.options)});
  if (has_figures(request.options)) add_figures(made.figures, columns, figures);
  figures.learned = std::move(made.learned);
  const CountedBuckets counted =
      count_buckets(call.target.qualified, request.bucket_column, fewest_tuples(request.options.l));
  figures.set_counts(plan, counted.sizes);
  figures.small = counted.small;
  figures.single = counted.single;
  figures.columns = groups;
  report_slicing(figures, nullptr, request.options);
  return record_sliced(
      call.source, request, figures,
      counted_regions_json(plan, call.source.relation, builder.attributes(), request.bucket_column),
      builder);
}

}  // namespace microdata::postgres
