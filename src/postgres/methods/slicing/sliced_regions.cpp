#include "postgres/methods/slicing/sliced_regions.hpp"

#include <algorithm>
#include <utility>

#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

bool generalizes(const SlicingRequest& request) {
  return request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize;
}

// With the exact check, other buckets may make up for what a bucket lacks for l.
std::uint64_t fewest_rows(const SlicingOptions& options) {
  return fewest_rows_of_bucket(options.check == DiversityCheckScope::exact ? 1 : options.l,
                               options.privacy);
}

// As plan_regions() takes them: the first of a group that has sensitive attributes is one of them.
std::vector<std::vector<std::string>> planned_groups(const Table& sample,
                                                     const AttributePartition& partition) {
  std::vector<std::vector<std::string>> groups;
  for (const Column& column : partition) {
    std::vector<std::size_t> attributes = column.attributes;
    std::stable_partition(attributes.begin(), attributes.end(), [&](std::size_t a) {
      return sample.data.attributes[a].role == Role::sensitive;
    });
    groups.emplace_back();
    for (const std::size_t a : attributes)
      groups.back().push_back(sample.data.attributes[a].name);
  }
  return groups;
}

}  // namespace

// Measured: 190 bytes a row of 15 attributes (docs/developing.md, "Regions").
double slicing_bytes_per_row(const std::vector<AssignedRole>& roles) {
  return bytes_a_value * static_cast<double>(count_published(roles));
}

RegionRequest region_request(const SlicingRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, const Progress& progress) {
  RegionRequest result;
  result.regions = regions;
  result.l = request.options.l;
  result.k = request.options.k;
  result.privacy = request.options.privacy;
  result.cuts = request.options.cuts;
  result.bytes_per_row = slicing_bytes_per_row(roles);
  // A set of values does not say on which side of a cut it lies, as a range does by its end.
  for (std::size_t i = 0; generalizes(request) && i < roles.size(); ++i) {
    if (roles[i].role == Role::quasi_identifier &&
        !generalized_type(source.columns[i].type).is_range()) {
      result.not_cut.push_back(source.columns[i].name);
    }
    if (roles[i].role == Role::identifier) continue;
    result.as_ranges.push_back(source.columns[i].name);
  }
  result.choose_groups = [&request, &progress](const Table& sample) {
    SlicingOptions options = request.options;
    options.groups = resolve_groups(request, sample);
    return planned_groups(sample, find_regrouped_partition(sample.data, options, progress));
  };
  return result;
}

Oid slice_by_regions(const Target& target, const Source& source,
                     const std::vector<AssignedRole>& roles, SlicingRequest request,
                     RegionPlan plan, const std::string& bucket_column, bool seeded, Random& random,
                     const Progress& progress) {
  RegionPublication publication(source, std::move(plan), fewest_rows(request.options), random);
  if (publication.is_empty())
    return renew_without_rows(target, source, publication.released_json());
  SlicingRequest by_region = request;
  by_region.groups = publication.plan().groups;
  by_region.options.generalizes_linked = request.options.if_infeasible == IfInfeasible::generalize;
  SlicedRelease release(target, source, request, bucket_column, publication.numbers());
  SlicingFigures figures;
  publication.for_each_region([&] {
    SlicedTable sliced =
        slice_source(read_for_slicing(source, roles, by_region, Purpose::publication, progress),
                     by_region, seeded, random, progress);
    sliced.is_region = true;
    figures.add(sliced.table, sliced.slicing, request.options.l);
    progress.phase("write");
    release.add(sliced, progress);
    publication.published(sliced.slicing.buckets.rows.size(), sliced.slicing.buckets.buckets());
  });
  report_slicing(figures, nullptr, request.options);
  return release.finish(figures, publication.released_json());
}

}  // namespace microdata::postgres
