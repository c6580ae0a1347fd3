#include "core/slicing/slicing.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/methods/slicing/sliced_regions.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// The SQL functions slice_table, slice_rows and microdata.slice_region; a server publishes one
// region of a distributed table with the latter.

namespace microdata::postgres {

namespace {

std::string names_of(const Table& table, const AttributeSet& attributes) {
  std::vector<std::string> names;
  for (const std::size_t a : attributes)
    names.push_back(in_quotes(table.data.attributes[a].name));
  return names.empty() ? "none" : join(names);
}

void check_supported(const Table& table, const SlicingRequest& request) {
  const SlicingOptions& options = request.options;
  if (options.k > 1) {
    refuse_several_rows(
        "k => " + std::to_string(options.k),
        "Use k => 1; privacy => ARRAY[k_anonymity(...)] asks for persons in every bucket.");
  }
  if (options.grouping == Grouping::strict)
    refuse_several_rows("strict grouping", "Use strict => false.");
  const std::size_t sensitive = attributes_with_role(table.data, Role::sensitive).size();
  if (options.sensitive_column_size && *options.sensitive_column_size != sensitive) {
    refuse_several_rows(
        "sensitive_column_size => " + std::to_string(*options.sensitive_column_size),
        "The sensitive attributes are a group of their own: leave sensitive_column_size out.");
  }
}

void check_attribute_in_group(const Table& table, const AttributeSet& of_persons, std::size_t a) {
  if (contains(of_persons, a)) return;
  const Attribute& attribute = table.data.attributes[a];
  const bool sensitive = attribute.role == Role::sensitive;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "attribute " + in_quotes(attribute.name) + " in groups is " +
                  (sensitive ? "sensitive" : "an attribute of rows"))
      .detail("If persons have several rows, groups have the other attributes of persons: " +
              names_of(table, of_persons) + ".")
      .hint(sensitive ? "The sensitive attributes are a group of their own."
                      : "Attributes of rows are a group of their own.");
}

std::vector<AttributeSet> columns_by_hand(const Table& table, const SlicingRequest& request,
                                          const AttributeSet& of_persons) {
  std::vector<AttributeSet> columns;
  AttributeSet grouped;
  for (const Column& group : resolve_groups(request, table)) {
    for (const std::size_t a : group.attributes)
      check_attribute_in_group(table, of_persons, a);
    grouped = united(grouped, group.attributes);
    columns.push_back(group.attributes);
  }
  const AttributeSet left_over = without(of_persons, grouped);
  if (left_over.empty()) return columns;
  throw Error(
      ERRCODE_INVALID_PARAMETER_VALUE,
      "attribute " + in_quotes(table.data.attributes[left_over.front()].name) + " is in no group")
      .hint(
          "Every published attribute of persons that is not sensitive belongs to exactly one "
          "group; to leave it out, name it in identifiers.");
}

std::vector<AttributeSet> columns_by_clustering(const Table& table, const SlicingRequest& request,
                                                const AttributeSet& of_persons,
                                                const Progress& progress) {
  if (of_persons.empty()) return {};
  if (request.options.columns > of_persons.size()) {
    const std::string most = std::to_string(of_persons.size());
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "columns must be " + (of_persons.size() == 1 ? most : "between 1 and " + most) +
                    ", not " + std::to_string(request.options.columns))
        .detail(
            "If persons have several rows, groups divide the attributes of persons that are not "
            "sensitive: " +
            names_of(table, of_persons) + ".")
        .hint("Use columns => " + most + (of_persons.size() == 1 ? "." : " or less."));
  }
  SlicingOptions options = request.options;
  options.sensitive_column_size.reset();
  const Microdata persons =
      one_tuple_each(table.data, table.subjects->persons, of_persons, progress);
  std::vector<AttributeSet> columns;
  for (const Column& column : find_attribute_partition(persons, options, progress)) {
    AttributeSet attributes;
    for (const std::size_t a : column.attributes)
      attributes.push_back(of_persons[a]);
    columns.push_back(std::move(attributes));
  }
  return columns;
}

std::vector<AttributeSet> columns_of_persons(const Table& table, const SlicingRequest& request,
                                             const Progress& progress) {
  const AttributeSet of_persons = attributes_of_persons(table);
  return request.groups.empty() ? columns_by_clustering(table, request, of_persons, progress)
                                : columns_by_hand(table, request, of_persons);
}

SubjectRequest subject_request(const Source& source, const Table& table,
                               const SlicingRequest& request, const Progress& progress) {
  SubjectRequest result = subject_request_of(request);
  result.columns = columns_of_persons(table, request, progress);
  result.options.columns = std::max<std::size_t>(result.columns.size(), 1);
  result.bucket_column = request.bucket_column;
  result.member_column = member_column_for(request.subject_format, source);
  result.weight_column = free_column(source, "weight");
  result.method = "mondrian";
  result.inference = request.inference;
  return result;
}

// Returns the groups of the attributes of persons, by the plan's sample.
GroupNames groups_of_persons(const Table& sample, const SlicingRequest& request,
                             const Progress& progress) {
  check_supported(sample, request);
  GroupNames groups;
  for (const AttributeSet& column : columns_of_persons(sample, request, progress)) {
    std::vector<std::string>& names = groups.emplace_back();
    for (const std::size_t a : column)
      names.push_back(sample.data.attributes[a].name);
  }
  return groups;
}

Json parameters_json(const SubjectRequest& persons, const SlicingRequest& request) {
  Json json = Json::object();
  json.add("columns", persons.columns.size());
  json.add("groups_by_hand", !request.groups.empty());
  json.add("strict", request.options.grouping == Grouping::strict);
  json.add("diversity_check", request.diversity_check);
  json.add("cuts", to_string(request.options.cuts));
  json.add("infeasible", request.infeasible);
  json.add("discretization", request.discretization);
  json.add("intervals", request.options.discretization.intervals);
  return json;
}

void remark_groups(const Table& table, const SubjectRequest& persons) {
  std::vector<std::string> groups;
  for (const AttributeSet& column : persons.columns)
    groups.push_back("{" + names_of(table, column) + "}");
  if (!groups.empty()) remark("attributes of persons are in groups " + join(groups));
}

// Slices persons of whom some have several rows. Groups consist of the attributes of persons that
// are not sensitive; sensitive attributes are a group of their own. `planned` are the groups of a
// plan, for the groups that are not given. Fails if the request needs anything else.
PersonsPublisher publisher_of_persons(const SlicingRequest& request, GroupNames& planned) {
  return {
      .method = slicing_method.name,
      .prepare =
          [&](const Publication& call, Table table) {
            PersonsPart part{std::move(table), {}};
            check_supported(part.table, request);
            if (call.seeded) sort_rows(part.table, call.progress);
            call.progress.phase("correlate");
            SlicingRequest grouped = request;
            if (!planned.empty()) grouped.groups = planned;
            part.request = subject_request(call.source, part.table, grouped, call.progress);
            return part;
          },
      .parameters = [&](const PersonsPart& last) { return parameters_json(last.request, request); },
      .report =
          [](const PersonsPart& last, const SubjectFigures& figures) {
            remark_groups(last.table, last.request);
            report_subjects(last, figures, "sliced");
          },
      .begin_regions = [&](const RegionPlan& plan) { planned = plan.groups; }};
}

void check_types_stay(const SlicingRequest& request, const char* where) {
  if (request.options.k == 1 && request.options.if_infeasible != IfInfeasible::generalize) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              std::string("columns cannot be generalized ") + where)
      .detail("Generalized values have types of their own.")
      .hint("Make a release with slice_table(), or use k => 1 and another value for infeasible.");
}

// Returns the types of the attributes that are published generalized.
std::vector<Oid> types_of(const SlicedTable& sliced) {
  std::vector<Oid> types;
  for (std::size_t a = 0; a < sliced.table.dictionaries.size(); ++a) {
    if (sliced.generalizes(a)) types.push_back(shown_type(sliced.table.dictionaries[a].type()));
  }
  return types;
}

// The state of a call: the request, the groups of the plan's sample, and the part that was made.
struct StateOfSlicing {
  SlicingRequest request;
  GroupNames chosen = {};
  // Groups of the attributes of persons with several rows, by a plan.
  GroupNames groups_of_persons = {};
  SlicingRequest by_region = {};
  std::optional<SlicedTable> made = {};
  SlicingFigures figures = {};

  void make(const Publication& call, Table table) {
    made = slice_source(std::move(table), request, call.seeded, call.random, call.progress);
    figures.add(made->table, made->slicing, request.options.l);
    figures.goal = made->goal;
    if (made->goal) return;
    figures.learned.attack(made->table, made->slicing, 1 / request.options.l, call.progress);
  }

  RowsInPlace rows() const {
    return {made->table, made->slicing.buckets,
            slices_table(*made, request.bucket_column).outputs(),
            [&](std::size_t attribute) { return made->column_of(attribute); }};
  }
};

Publisher publisher_of(const Arguments& arguments, StateOfSlicing& state) {
  SlicingRequest& request = state.request;
  Publisher method{.call = "slice_table()",
                   .doing = "slicing",
                   .verb = "slice",
                   .suffix = "sliced",
                   .fewest_rows = fewest_rows_of_bucket(request.options)};
  const auto may_slice_persons = [&](const Roles& roles) {
    return names_subject(roles) && !request.for_one_row_each;
  };
  method.check = [&, may_slice_persons](const Source& source, const Roles& roles) {
    request.bucket_column = added_column(arguments, source, "bucket");
    if (!may_slice_persons(roles)) return check_request(request, source, roles, true);
    // The kind of groups is known only when the attributes of people are known.
    check_named_groups(request, source, roles);
    require_sensitive(source, roles);
  };
  method.check_names = [](const Target& target, const Roles& roles) {
    check_column_count(count_published(roles) + 1);
    check_expected_name(target);
  };
  method.why_undivided = [&](const Roles& /*roles*/) -> std::string {
    return request.inference ? attack_on_all : "";
  };
  method.bytes_per_row = [&](const Source&, const Roles& roles) {
    return slicing_bytes(count_published(roles), request.options.k);
  };
  method.is_distributed = [&](const Publication& call) {
    return slices_where_rows_are(call, request);
  };
  method.regions = [&](const Publication& call) {
    RegionRequest result = region_request(request, call.source, call.roles, call.regions,
                                          call.seeded, state.chosen, call.progress);
    result.choose_groups = [&, of_rows = std::move(result.choose_groups)](const Table& sample) {
      return has_several_rows(sample) ? groups_of_persons(sample, request, call.progress)
                                      : of_rows(sample);
    };
    return result;
  };
  method.read = [&](const Publication& call) {
    return read_for_slicing(call.source, call.roles, request, Purpose::publication, call.progress);
  };
  method.one_row_each = request.for_one_row_each.value_or("slice_table()");
  if (!request.for_one_row_each)
    method.persons = publisher_of_persons(request, state.groups_of_persons);
  method.make = [&](const Publication& call, Table table) {
    check_request(request, call.source, call.roles, true);
    state.make(call, std::move(table));
  };
  method.rows = [&] { return state.rows(); };
  method.write = [&](const Publication& call, ReleaseBuilder& builder, RegionPublication*) {
    write_slices(*state.made, request, builder, call.progress);
  };
  method.begin_regions = [&](const Publication& call, const RegionPlan& plan) {
    request.bucket_column =
        column_of_former(call.target, "bucket_column").value_or(request.bucket_column);
    state.by_region = request_by_regions(call, request, plan, state.chosen);
  };
  method.publish_regions = [&](const Publication& call, ReleaseBuilder& builder,
                               RegionPublication& regions) {
    slice_regions(call, state.by_region, builder, regions, state.figures);
  };
  method.record = [&](const Publication& call, ReleaseBuilder& builder, const Json& regions) {
    return record_sliced(call.source, request, state.figures, regions, builder);
  };
  method.report = [&] {
    report_slicing(state.figures, state.made ? &state.made->table : nullptr, request.options);
  };
  method.publish_distributed = [&](const Publication& call, const RegionPlan& plan) {
    return slice_distributed(call, plan, request, groups_of_regions(request, plan, state.chosen));
  };
  return method;
}

Datum slice_table(const Arguments& arguments) {
  StateOfSlicing state{slicing_request(arguments)};
  state.request.subject_format = given_subject_format(arguments);
  const bool in_place = arguments.boolean("in_place");
  if (in_place) state.request.for_one_row_each = "in_place => true";
  if (in_place) check_types_stay(state.request, "in place");
  Publisher method = publisher_of(arguments, state);
  method.in_place = in_place;
  return ObjectIdGetDatum(publish_table(arguments, method));
}

Datum slice_rows(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const Oid relation = row_relation(arguments, "slice_rows");
  const SpiSession spi;
  const SafeSearchPath path;
  StateOfSlicing state{slicing_request(arguments)};
  state.request.for_one_row_each = "slice_rows()";
  check_types_stay(state.request, "in rows of the source's type");
  publish_rows(fcinfo, caller, relation, arguments, publisher_of(arguments, state));
  return 0;
}

Datum slice_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  AskedRegion region(fcinfo, arguments, "slicing");
  SlicingRequest request = slicing_request(arguments);
  request.options.generalizes_linked = request.options.if_infeasible == IfInfeasible::generalize;
  check_request(request, region.source(), region.roles(), true);
  SlicedTable sliced = slice_source(read_for_slicing(region.source(), region.roles(), request,
                                                     Purpose::measurement, region.progress()),
                                    request, region.seeded(), region.random(), region.progress());
  sliced.is_region = true;
  region.attack(sliced.table, sliced.slicing, 1 / request.options.l);
  const DraftTable slices = slices_table(sliced, {});
  return region.publish(sliced.slicing.buckets, slices.outputs(), types_of(sliced),
                        figures_of_region(sliced));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_slice_table, microdata::postgres::slice_table)
MICRODATA_FUNCTION(pg_microdata_slice_rows, microdata::postgres::slice_rows)
MICRODATA_FUNCTION(pg_microdata_slice_region, microdata::postgres::slice_region)
