#include "postgres/methods/slicing/sliced_regions.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/privacy/diversity.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_thread.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/generalized.hpp"
#include "postgres/values/server_types.hpp"

namespace microdata::postgres {

namespace {

bool generalizes(const SlicingRequest& request) {
  return request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize;
}

// With the exact check, other buckets may make up for what a bucket lacks for l.
std::uint64_t fewest_rows(const SlicingOptions& options) {
  const bool exact = options.check == DiversityCheckScope::exact && options.k == 1;
  return std::max<std::uint64_t>(fewest_rows_of_bucket(exact ? 1 : options.l, options.privacy),
                                 options.k);
}

// What plan_regions() is to keep l for: nothing in groups with sensitive attributes but these,
// where the rest of the group is going to be generalized.
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

// A region that was read, and is being sliced.
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

// While a region is sliced, the one before it is written and the one after it read, where both are
// within the memory limit; never two are sliced, so that numbers are drawn in the same order.
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

  // The next region. `read` reads it.
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

  // What was added last.
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

// The groups that a call gives, by the names of the source's columns.
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
  // A set of values does not say on which side of a cut it lies, as a range does by its end.
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

}  // namespace microdata::postgres
