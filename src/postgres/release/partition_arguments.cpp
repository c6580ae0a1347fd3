#include "postgres/release/partition_arguments.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/release/partition_places.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using AsItIs = std::function<bool(const std::string& column)>;

std::string why_not(const Partitioning& partitioning, const AsItIs& as_it_is) {
  if (partitioning.columns.empty()) return "The partition key has an expression.";
  for (const std::string& column : partitioning.columns) {
    if (!as_it_is(column)) {
      return "Column " + in_quotes(column) +
             " of the partition key is generalized or not published.";
    }
  }
  return "The type of the partition key belongs to another role.";
}

// They measure against all of the table, which has changed.
void check_models(const RegionRequest& request) {
  for (const PrivacyModel& model : request.privacy) {
    if (!compares_with_table(model)) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "partitions cannot be published by themselves with " + to_string(model))
        .detail(
            "It is measured against the values of the whole table, which have changed for all "
            "partitions.")
        .hint(RenewedPartitions::hint());
  }
}

void fail_unpartitioned(const Source& source, const std::string& why) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "partitions of " + in_quotes(source.name) + " cannot be published by themselves")
      .detail(why)
      .hint(RenewedPartitions::hint());
}

void report_one_table(const Source& source, const std::string& why) {
  report(NOTICE, "the release is one table, not partitioned as " + in_quotes(source.name) + " is",
         why);
}

}  // namespace

PartitionArguments given_partitions(const Arguments& arguments) {
  PartitionArguments given;
  given.like_source = !arguments.has("regions") || arguments.is_null("regions");
  if (const RenewedPartitions* renewed = RenewedPartitions::of(arguments.relation("source")))
    given.only = renewed->partitions();
  return given;
}

void tell_unpartitioned(const Source& source, const PartitionArguments& arguments,
                        const std::string& why) {
  if (arguments.only) fail_unpartitioned(source, why);
  if (arguments.like_source && partitioning_of(source.relation)) report_one_table(source, why);
}

namespace {

using GroupNames = std::vector<std::vector<std::string>>;

// What is published of a row as one; attributes that groups do not have are by themselves, those of
// a release without groups by role.
std::size_t group_of(const Source& source, const std::vector<AssignedRole>& roles,
                     const GroupNames& groups, bool by_role, const std::string& column) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::vector<std::string>& names = groups[group];
    if (std::find(names.begin(), names.end(), column) != names.end()) return group;
  }
  const auto place = static_cast<std::size_t>(source.find(column) - source.columns.data());
  const bool together = by_role && roles[place].role != Role::sensitive;
  return groups.size() + (together ? source.columns.size() : place);
}

// True if each row of the release has a partition, wherever its values come from. Regions that are
// not made of partitions may have rows of all. Nothing is known of groups that are chosen when the
// table is read.
bool rows_have_places(const Partitioning& levels, const Source& source,
                      const std::vector<AssignedRole>& roles, const RegionRequest& request,
                      const RegionPlan* plan) {
  const GroupNames& groups = plan != nullptr ? plan->groups : request.groups;
  const bool by_role = groups.empty() && !request.choose_groups;
  const auto group = [&](const std::string& column) {
    return group_of(source, roles, groups, by_role, column);
  };
  if (plan == nullptr || plan->partitions.empty()) return have_places(levels, {{}}, group);
  return std::all_of(
      plan->partitions.begin(), plan->partitions.end(),
      [&](const std::vector<PartitionPath>& paths) { return have_places(levels, paths, group); });
}

}  // namespace

bool has_partitions_as_regions(const Source& source, const std::vector<AssignedRole>& roles,
                               const RegionRequest& request) {
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  return partitioning &&
         published_levels(*partitioning,
                          [&](const std::string& column) {
                            return is_published_as_it_is(source, roles, request, column);
                          }) &&
         can_go_by_partitions(source, roles, request);
}

std::optional<RegionPlan> plan_partitions(Target& target, const Source& source,
                                          const std::vector<AssignedRole>& roles,
                                          const PartitionArguments& arguments,
                                          RegionRequest request, Random& random,
                                          const Progress& progress) {
  const AsItIs as_it_is = [&](const std::string& column) {
    return is_published_as_it_is(source, roles, request, column);
  };
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  std::optional<Partitioning> levels =
      partitioning ? published_levels(*partitioning, as_it_is) : std::nullopt;
  std::optional<RegionPlan> plan;
  if (arguments.only) {
    check_models(request);
    plan = plan_renewal(target, source, roles, *arguments.only, request, random, progress);
  } else {
    request.by_partitions =
        arguments.like_source && has_partitions_as_regions(source, roles, request);
    plan = plan_if_needed(source, roles, request, random, progress);
  }
  const bool by_partitions = plan && !plan->partitions.empty();
  if (!partitioning || !(arguments.like_source || by_partitions)) return plan;
  std::string why;
  if (!levels) {
    why = why_not(*partitioning, as_it_is);
  } else if (!rows_have_places(*levels, source, roles, request, plan ? &*plan : nullptr)) {
    why =
        "Columns of the partition keys are in different groups, so that a row of the release might "
        "fit no partition.";
  }
  if (why.empty()) {
    target.partitions = std::make_shared<const ReleasePartitions>(
        ReleasePartitions{std::move(*levels), source.name});
  } else if (arguments.only) {
    fail_unpartitioned(source, why);
  } else if (arguments.like_source) {
    report_one_table(source, why);
  }
  return plan;
}

}  // namespace microdata::postgres
