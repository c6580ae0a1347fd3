#include "postgres/methods/slicing/distributed_slicing.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "core/privacy/diversity.hpp"
#include "postgres/distributed/passed_arguments.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/distribution.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

std::string names_with(const Source& source, const std::vector<AssignedRole>& roles, Role role) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == role) names.push_back(source.columns[i].name);
  }
  return text_array_constant(names);
}

std::string group_lists(const GroupNames& groups) {
  std::vector<std::string> lists;
  for (const std::vector<std::string>& group : groups) {
    std::vector<std::string> quoted;
    std::transform(group.begin(), group.end(), std::back_inserter(quoted), quote_name);
    lists.push_back(join(quoted));
  }
  return text_array_constant(lists);
}

std::string random_digits(Random& random) {
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
                static_cast<unsigned long long>(random.next()),
                static_cast<unsigned long long>(random.next()));
  return digits.data();
}

// The call of microdata.slice_region() for a region. Groups are the plan's, so that all regions
// have the same.
std::string region_call(const Source& source, const std::vector<AssignedRole>& roles,
                        const SlicingRequest& request, const Arguments& arguments,
                        const RegionPlan& plan, const GroupNames& groups,
                        const std::string& scratch_region, const std::string& number_key) {
  constexpr std::array passed{"columns",
                              "l",
                              "sensitive_column_size",
                              "k",
                              "grouping",
                              "diversity_check",
                              "discretization",
                              "intervals",
                              "suppress",
                              "privacy",
                              "seed",
                              "cuts",
                              "cuts_by"};
  std::vector<std::string> given = passed_arguments(arguments, passed);
  const auto add = [&](const char* name, const std::string& value) {
    given.push_back(std::string(name) + " => " + value);
  };
  add("shard", "region.shard");
  add("region", "region.number");
  add("plan", quote_value(region_plan_json(plan)) + "::pg_catalog.jsonb");
  add("number_key", quote_value(number_key));
  add("sensitive", names_with(source, roles, Role::sensitive));
  add("insensitive", names_with(source, roles, Role::insensitive));
  add("quasi_identifiers", names_with(source, roles, Role::quasi_identifier));
  add("identifiers", text_array_constant({scratch_region}));
  add("groups", group_lists(groups));
  add("infeasible",
      quote_value(request.options.if_infeasible == IfInfeasible::suppress ? "suppress" : "error"));
  return "microdata.slice_region(" + join(given) + ")";
}

}  // namespace

bool slices_where_rows_are(const Source& source, const SlicingRequest& request) {
  const SlicingOptions& options = request.options;
  return distribution_of(source.relation) == Distribution::hashed && options.k == 1 &&
         options.if_infeasible != IfInfeasible::generalize &&
         options.check == DiversityCheckScope::bucket && !need_hierarchies(options.privacy);
}

namespace {

struct Definition {
  std::vector<TableColumn> columns;
  PublishedTable table;
};

// The number of the group that an attribute is in, from 1.
int group_of(const GroupNames& groups, const std::string& attribute) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
    return std::find(group.begin(), group.end(), attribute) != group.end();
  });
  return static_cast<int>(found - groups.begin()) + 1;
}

Definition define(const Source& source, const std::vector<AssignedRole>& roles,
                  const GroupNames& groups, const TableColumn& bucket) {
  Definition definition;
  definition.columns.push_back(bucket);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier) continue;
    const SourceColumn& column = source.columns[i];
    const int group = group_of(groups, column.name);
    definition.columns.push_back({column.name, type_in_ddl(column.type)});
    definition.table.attributes.push_back(
        {InvalidOid, group, column.name, roles[i].role, false, column.name});
    definition.table.expected.push_back(
        {column.name, group, column.type.comparison != Comparison::text});
  }
  return definition;
}

// What a release is like, counted where its buckets are.
SlicingFigures figures_of(const std::string& table, const std::string& bucket_column, double l) {
  const std::string bucket = quote_name(bucket_column);
  const ResultRow row = query_rows(
                            "SELECT pg_catalog.count(*), coalesce(pg_catalog.sum(n), 0), "
                            "coalesce(pg_catalog.sum(n::pg_catalog.float8 * n), 0), "
                            "pg_catalog.count(*) FILTER (WHERE n < " +
                            std::to_string(fewest_tuples(l)) +
                            "), pg_catalog.count(*) FILTER (WHERE n = 1) FROM (SELECT "
                            "pg_catalog.count(*) AS n FROM " +
                            table + " GROUP BY " + bucket + ") b")
                            .front();
  SlicingFigures figures;
  figures.sizes.buckets = std::stoull(*row[0]);
  figures.sizes.rows = std::stoull(*row[1]);
  figures.sizes.squares = std::stod(*row[2]);
  figures.small = std::stoull(*row[3]);
  figures.single = std::stoull(*row[4]);
  return figures;
}

// The source may have changed since it was planned for: each server reads the rows that are there
// when it is asked.
void require_unchanged(const Source& source, const Scratch& scratch, const RegionPlan& plan) {
  const std::vector<std::int64_t> rows = rows_by_region(scratch);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] == plan.regions[r].rows) continue;
    throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
                "rows of " + in_quotes(source.name) + " have changed while it was being published")
        .detail("Region " + std::to_string(r) + " had " +
                count_of(static_cast<std::uint64_t>(plan.regions[r].rows), "row") + " and has " +
                std::to_string(rows[r]) + ".")
        .hint("Publish it again, or a copy of it.");
  }
}

}  // namespace

Oid slice_distributed(const Target& target, const Source& source,
                      const std::vector<AssignedRole>& roles, const SlicingRequest& request,
                      const Arguments& arguments, const RegionPlan& plan, const GroupNames& groups,
                      Random& random, Phases& phases) {
  const std::string bucket_column = arguments.text("bucket_column");
  const BucketNumbers numbers(KeyedPermutation({}, static_cast<std::uint64_t>(plan.rows)));
  Definition definition = define(source, roles, groups, {bucket_column, numbers.type()});

  phases.begin("partition");
  const Scratch scratch = copy_to_scratch(target, source, roles, plan);
  require_unchanged(source, scratch, plan);
  clear_target(target, source);
  definition.table.relation = create_release_table(target, definition.columns);
  for (ReleaseAttribute& attribute : definition.table.attributes)
    attribute.relation = definition.table.relation;
  distribute(target.qualified, {bucket_column, 0});

  phases.begin("write");
  fill_from_regions(target.qualified, definition.columns, scratch,
                    region_call(source, roles, request, arguments, plan, groups,
                                scratch.region_column, random_digits(random)));
  drop_scratch(scratch);

  SlicingFigures figures = figures_of(target.qualified, bucket_column, request.options.l);
  figures.source_rows = plan.rows;
  figures.suppressed = plan.rows - static_cast<std::int64_t>(figures.sizes.rows);
  figures.columns = groups;
  figures.regions = plan.tree.regions();
  report_slicing(figures, nullptr, request.options);
  record_sliced(target, source, request, bucket_column, definition.table, figures,
                released_regions_json(plan));
  return definition.table.relation;
}

}  // namespace microdata::postgres
