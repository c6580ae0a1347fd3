#include "postgres/methods/slicing/distributed_slicing.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "core/privacy/diversity.hpp"
#include "postgres/distributed/passed_arguments.hpp"
#include "postgres/distributed/region_attack.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/counted_regions.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/former_arguments.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/source/shards.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

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

// Groups are the plan's, so that all regions have the same.
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

// The number of the group that an attribute is in, from 1.
int group_of(const GroupNames& groups, const std::string& attribute) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
    return std::find(group.begin(), group.end(), attribute) != group.end();
  });
  return static_cast<int>(found - groups.begin()) + 1;
}

// The groups whose quasi-identifiers are generalized, by their numbers: the same in all regions.
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

// Whether regions tell more of themselves than their rows do.
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

// What regions have told of themselves; columns of a release begin with the bucket.
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
