#include "postgres/release/partition_arguments.hpp"

#include <algorithm>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/stand_in.hpp"
#include "postgres/release/partition_places.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

TargetLike given_like(const Arguments& arguments) {
  if (!arguments.has("target_like") || arguments.is_null("target_like")) return TargetLike::regions;
  return arguments.choice<TargetLike>(
      "target_like", {{"source", TargetLike::source}, {"plain", TargetLike::plain}});
}

Error cannot_be_like(const Source& source, const std::string& detail, int code) {
  return Error(code, "the release cannot be partitioned as " + in_quotes(source.name) + " is")
      .detail(detail)
      .hint("Leave target_like out for a release that is one table.");
}

std::string why_not(const Partitioning& partitioning,
                    const std::function<bool(const std::string& column)>& as_it_is) {
  if (partitioning.columns.empty()) return "Its key has an expression.";
  for (const std::string& column : partitioning.columns) {
    if (!as_it_is(column)) {
      return "Its key has column " + in_quotes(column) +
             ", which is generalized or not published at all.";
    }
  }
  return "The type of its key belongs to somebody else.";
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
        .hint("Publish all of the source, without only_partitions.");
  }
}

}  // namespace

std::optional<std::vector<Oid>> given_only_partitions(const Arguments& arguments) {
  if (!arguments.has("only_partitions") || arguments.is_null("only_partitions"))
    return std::nullopt;
  std::vector<Oid> only = arguments.relations("only_partitions");
  if (only.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "only_partitions names no partition");
  }
  return only;
}

PartitionArguments given_partitions(const Arguments& arguments) {
  PartitionArguments given{given_like(arguments), given_only_partitions(arguments)};
  const bool has_regions = arguments.has("regions") && !arguments.is_null("regions");
  if (given.only && !arguments.boolean("replace")) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "only_partitions needs replace => true")
        .detail("What the release has of these partitions gives way.");
  }
  if (given.only && has_regions) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "regions cannot be combined with only_partitions")
        .detail("The regions are those of the release.");
  }
  if (given.only && given.like == TargetLike::plain) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "target_like => 'plain' cannot be combined with only_partitions");
  }
  return given;
}

bool asks_for_partitions(const PartitionArguments& arguments) {
  return arguments.like == TargetLike::source || arguments.only.has_value();
}

void check_unpartitioned(const std::string& call, const PartitionArguments& arguments,
                         const std::string& why) {
  const bool like_source = arguments.like == TargetLike::source;
  if (!asks_for_partitions(arguments)) return;
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, call + " does not go by partitions here")
      .detail(why)
      .hint(like_source ? "Leave target_like out." : "Leave only_partitions out.");
}

namespace {

// What is published of a row as one; attributes that groups do not have are by themselves, those of
// a release without groups by role.
std::size_t group_of(const Source& source, const std::vector<AssignedRole>& roles,
                     const RegionPlan& plan, const std::string& column) {
  for (std::size_t group = 0; group < plan.groups.size(); ++group) {
    const std::vector<std::string>& names = plan.groups[group];
    if (std::find(names.begin(), names.end(), column) != names.end()) return group;
  }
  const auto place = static_cast<std::size_t>(source.find(column) - source.columns.data());
  const bool by_role = plan.groups.empty() && roles[place].role != Role::sensitive;
  return plan.groups.size() + (by_role ? source.columns.size() : place);
}

// A region whose rows, as they are published, may be in no partition; nothing: there is none.
std::optional<std::uint32_t> region_without_places(
    const Partitioning& levels, const RegionPlan& plan,
    const std::function<std::size_t(const std::string& column)>& group) {
  for (std::uint32_t region = 0; region < plan.partitions.size(); ++region) {
    if (!have_places(levels, plan.partitions[region], group)) return region;
  }
  return std::nullopt;
}

}  // namespace

void set_partitions(Target& target, const Source& source, const std::vector<AssignedRole>& roles,
                    const PartitionArguments& arguments, const RegionPlan* plan,
                    const std::function<bool(const std::string& column)>& as_it_is) {
  const bool asked = asks_for_partitions(arguments);
  const bool by_partitions = plan != nullptr && !plan->partitions.empty();
  if (!asked && (arguments.like == TargetLike::plain || !by_partitions)) return;
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  // A copy, which has none, stands in for the source, of which this is not kept.
  if (!partitioning && original_of(source.relation)) return;
  if (!partitioning) {
    throw cannot_be_like(source, "It has no partitions.", ERRCODE_INVALID_PARAMETER_VALUE);
  }
  std::optional<Partitioning> levels = published_levels(*partitioning, as_it_is);
  if (!levels && !asked) return;
  if (!levels) {
    throw cannot_be_like(source, why_not(*partitioning, as_it_is), ERRCODE_FEATURE_NOT_SUPPORTED);
  }
  const auto group = [&](const std::string& column) {
    return group_of(source, roles, *plan, column);
  };
  const std::optional<std::uint32_t> homeless =
      by_partitions ? region_without_places(*levels, *plan, group) : std::nullopt;
  if (homeless && !asked) return;
  if (homeless) {
    throw cannot_be_like(
        source,
        "Columns of its keys are in different groups, whose values are exchanged " +
            (plan->tree.regions() == 1
                 ? std::string()
                 : "where " + region_condition(plan->tree, *homeless) + ", ") +
            "among several partitions, which are not divided alike. A row of the release might fit "
            "none.",
        ERRCODE_FEATURE_NOT_SUPPORTED)
        .hint(
            "Put the columns of the keys into one group with the argument groups, or leave "
            "target_like out for a release that is one table.");
  }
  target.partitions =
      std::make_shared<const ReleasePartitions>(ReleasePartitions{std::move(*levels), source.name});
}

std::optional<RegionPlan> plan_partitions(Target& target, const Source& source,
                                          const std::vector<AssignedRole>& roles,
                                          const PartitionArguments& arguments,
                                          RegionRequest request, Random& random,
                                          const Progress& progress) {
  std::optional<RegionPlan> plan;
  if (arguments.only) {
    check_models(request);
    plan = plan_renewal(target, source, roles, *arguments.only, request, random, progress);
  } else {
    request.by_partitions = arguments.like == TargetLike::source && !request.regions &&
                            can_go_by_partitions(source, roles, request);
    plan = plan_if_needed(source, roles, request, random, progress);
  }
  set_partitions(target, source, roles, arguments, plan ? &*plan : nullptr,
                 [&](const std::string& column) {
                   return is_published_as_it_is(source, roles, request, column);
                 });
  return plan;
}

}  // namespace microdata::postgres
