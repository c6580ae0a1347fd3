#include "core/fragmentation/fragmentation.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "postgres/methods/fragmentation/fragmented_release.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/computed_columns.hpp"

// The SQL functions fragment_table and fragment_plan.

namespace microdata::postgres {

namespace {

std::size_t given_fragments(const Arguments& arguments) {
  const std::int32_t fragments = arguments.integer("fragments");
  if (fragments < 1) fail_range("fragments", "at least 1", std::to_string(fragments));
  return static_cast<std::size_t>(fragments);
}

FragmentationRequest fragmentation_request(const Arguments& arguments) {
  FragmentationRequest request;
  FragmentationOptions& options = request.options;
  options.k = given_k(arguments);
  request.class_name = arguments.name("class");
  options.fragments = given_fragments(arguments);
  request.method = arguments.text("method");
  options.enforcement = arguments.choice<Enforcement>(
      "method", {{"dependency-graph", Enforcement::dependency_graph},
                 {"naive", Enforcement::naive},
                 {"delta-selectivity", Enforcement::delta_selectivity}});
  options.delta = arguments.number("delta");
  if (!(options.delta >= 0 && options.delta <= 1))
    fail_range("delta", "between 0 and 1", microdata::to_string(options.delta));
  const std::optional<double> l = given_optional_l(arguments);
  request.with_l = l.has_value();
  options.l = l.value_or(1);
  options.privacy = given_privacy(arguments);
  options.suppress = given_suppress(arguments);
  options.threads = max_threads();
  return request;
}

bool asks_for_sensitive_values(const FragmentationRequest& request) {
  return request.options.l > 1 ||
         std::any_of(request.options.privacy.begin(), request.options.privacy.end(),
                     is_about_sensitive_values);
}

void check_method(const FragmentationRequest& request) {
  if (request.options.enforcement != Enforcement::delta_selectivity ||
      !asks_for_sensitive_values(request)) {
    return;
  }
  throw Error(
      ERRCODE_INVALID_PARAMETER_VALUE,
      "delta-selectivity cannot be combined with l or with privacy models of sensitive values")
      .detail("Ambiguous class values leave open what joins of fragments show.")
      .hint("Use method => 'dependency-graph'.");
}

std::size_t class_column(const Source& source, const std::vector<AssignedRole>& roles,
                         const std::string& name) {
  const std::size_t column = column_position(source, name, "class");
  if (roles[column].role != Role::identifier) return column;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "class attribute " + in_quotes(name) + " is an identifier")
      .detail("Identifiers are not published.");
}

// Makes the class sensitive if sensitive values must be protected and no attribute is sensitive.
void protect_class(const FragmentationRequest& request, std::size_t column,
                   std::vector<AssignedRole>& roles) {
  if (!asks_for_sensitive_values(request)) return;
  if (std::any_of(roles.begin(), roles.end(),
                  [](const AssignedRole& role) { return role.role == Role::sensitive; })) {
    return;
  }
  roles[column] = {Role::sensitive, true};
}

// Publishes the fragments, and describes them in the result.
Oid publish_fragments(const Publication& call, const FragmentationRequest& request,
                      ResultSet& result) {
  const FragmentedTable fragmented =
      fragment_source(call.source, call.roles, request, call.seeded, call.random, call.progress);
  const LearnedShare learned = learned_of_fragments(fragmented, call.progress);
  call.progress.phase("write");
  const std::vector<Oid> relations =
      publish_fragmented(call.target, call.source, fragmented, request, call.random, call.progress);
  report_fragmentation(fragmented, learned);
  for (std::size_t f = 0; f < relations.size(); ++f) {
    result.add({std::to_string(f + 1), std::to_string(relations[f]),
                to_name_array(attribute_names(fragmented.fragmentation.fragments[f].plan,
                                              fragmented.table))});
  }
  return relations.front();
}

Datum fragment_table(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const FragmentationRequest request = fragmentation_request(arguments);
  check_method(request);
  Publisher method{
      .call = "fragment_table()", .doing = "fragmenting", .suffix = "fragment", .numbered = true};
  method.assign = [&](const Source& source, Roles& roles) {
    protect_class(request, class_column(source, roles, request.class_name), roles);
    protect_computed(source, roles);
  };
  method.why_undivided = [](const Roles&) {
    return "Fragments of a table have each of its rows, and are joined as a whole.";
  };
  method.bytes_per_row = [&](const Source& source, const Roles&) {
    return fragmenting_bytes(source.columns.size(), request.options.k);
  };
  method.publish = [&](const Publication& call) {
    return publish_fragments(call, request, result);
  };
  publish_table(arguments, method);
  return 0;
}

Datum fragment_plan(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation("source");
  const std::string class_name = arguments.name("class");
  const std::size_t fragments = given_fragments(arguments);
  const GivenRoles given = given_roles(arguments);
  const Source source = open_source(relation);
  Phases phases("planning fragments of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, without_subject(given));
  class_column(source, roles, class_name);
  const Table table = read_table(source, roles, Purpose::measurement, progress);
  const std::size_t class_attribute = find_class(table, class_name, fragments);
  Random random = make_random(std::nullopt);
  const FragmentPlan plan =
      plan_fragments(table.data, class_attribute, fragments, {}, max_threads(), random, progress);
  for (std::size_t f = 0; f < plan.fragments.size(); ++f) {
    const Fragment& fragment = plan.fragments[f];
    result.add({std::to_string(f + 1), to_name_array(attribute_names(fragment, table)),
                microdata::to_string(fragment.relevance),
                microdata::to_string(fragment.redundancy)});
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_fragment_table, microdata::postgres::fragment_table)
MICRODATA_FUNCTION(pg_microdata_fragment_plan, microdata::postgres::fragment_plan)
