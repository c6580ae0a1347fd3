#include "postgres/server/api.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "postgres/methods/gnf/decomposed_release.hpp"
#include "postgres/methods/gnf/decomposition.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/gnf/privacy_rules.hpp"
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

// The SQL functions gnf_decompose and gnf_plan.

namespace microdata::postgres {

namespace {

std::vector<NamedRule> rules_of_call(const Arguments& arguments) {
  const auto texts = arguments.optional_texts("rules");
  if (!texts) return declared_rules(arguments.relation("source"));
  return parse_rules(*texts);
}

DecompositionRequest decomposition_request(const Arguments& arguments) {
  DecompositionRequest request;
  request.l = given_l(arguments);
  request.algorithm_name = arguments.text("algorithm");
  request.algorithm = arguments.choice<DecompositionAlgorithm>(
      "algorithm", {{"gd", DecompositionAlgorithm::guardian},
                    {"uad", DecompositionAlgorithm::utility_aware},
                    {"single-attribute", DecompositionAlgorithm::single_attribute},
                    {"multi-sa", DecompositionAlgorithm::multi_sensitive}});
  request.privacy = given_privacy(arguments);
  request.suppress = given_suppress(arguments);
  request.rules = rules_of_call(arguments);
  return request;
}

// Adds rules that protect each attribute that is sensitive, but not by a rule, against all
// quasi-identifiers.
void add_rules_of_roles(const Source& source, const std::vector<AssignedRole>& roles,
                        std::vector<NamedRule>& rules) {
  std::vector<std::string> quasi_identifiers;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::quasi_identifier)
      quasi_identifiers.push_back(source.columns[i].name);
  }
  std::set<std::string> is_protected;
  for (const NamedRule& rule : rules)
    is_protected.insert(rule.right.begin(), rule.right.end());
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const std::string& name = source.columns[i].name;
    if (roles[i].role != Role::sensitive || is_protected.contains(name) ||
        quasi_identifiers.empty())
      continue;
    rules.push_back({quasi_identifiers, {name}, {}, {}});
    report(NOTICE, "rule " + in_quotes(rule_text(quasi_identifiers, {name})) + " added",
           "The attribute is sensitive, and no rule protects it.");
  }
}

void require_rules(const std::vector<NamedRule>& rules, const Source& source) {
  if (!rules.empty()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "no privacy rule is known for " + in_quotes(source.name))
      .hint(
          "Give rules in the call, as in rules => '{\"hospital, race -> zipcode\"}', or once for "
          "all with add_privacy_rule().");
}

// Completes the rules by the roles, and notes in the roles which columns the rules protect and
// name.
void complete_rules(const Source& source, DecompositionRequest& request, Roles& roles) {
  const std::size_t given = request.rules.size();
  add_rules_of_roles(source, roles, request.rules);
  require_rules(request.rules, source);
  check_rules(request, source, roles);
  for (std::size_t i = 0; i < request.rules.size(); ++i) {
    guarded([] { check_in_server(); });
    for (const std::string& name : request.rules[i].right)
      roles[column_position(source, name, "rule", NamesIn::folded)].protected_by_rule = true;
    if (i >= given) continue;
    for (const std::string& name : request.rules[i].left)
      roles[column_position(source, name, "rule", NamesIn::folded)].named_by_rule = true;
  }
}

std::vector<std::optional<std::string>> described(const DecomposedTable& decomposed,
                                                  std::size_t part) {
  std::vector<std::string> names;
  for (const std::size_t a : decomposed.parts[part].attributes)
    names.push_back(decomposed.table.data.attributes[a].name);
  const std::string enforced = enforced_text(decomposed.parts[part], decomposed.table);
  return {std::to_string(part + 1), to_name_array(names),
          enforced.empty() ? std::nullopt : std::optional(enforced)};
}

// Publishes the parts, and describes them in the result.
Oid publish_parts(const Publication& call, const DecompositionRequest& request, ResultSet& result) {
  DecomposedTable decomposed = decompose_source(call.source, call.roles, Purpose::publication,
                                                request, call.seeded, call.random, call.progress);
  const LearnedShare learned = learned_of_parts(decomposed, call.progress);
  call.progress.phase("write");
  const std::vector<Oid> relations =
      publish_decomposed(call.target, call.source, decomposed, request, call.random, call.progress);
  report_decomposition(decomposed, learned);
  for (std::size_t p = 0; p < relations.size(); ++p) {
    std::vector<std::optional<std::string>> row = described(decomposed, p);
    row.insert(row.begin() + 1, std::to_string(relations[p]));
    result.add(row);
  }
  return relations.front();
}

Datum gnf_decompose(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  DecompositionRequest request = decomposition_request(arguments);
  Publisher method{
      .call = "gnf_decompose()", .doing = "decomposing", .suffix = "gnf", .numbered = true};
  method.assign = [&](const Source& source, Roles& roles) {
    complete_rules(source, request, roles);
  };
  method.check = [&](const Source& source, const Roles& roles) {
    request.bucket_column = added_column(arguments, source, "bucket");
    check_column_count(count_published(roles) + 1);
  };
  method.why_undivided = [](const Roles&) {
    return "Parts of a table have each of its rows, and are joined as a whole.";
  };
  method.bytes_per_row = [](const Source& source, const Roles&) {
    return decomposing_bytes(source.columns.size());
  };
  method.publish = [&](const Publication& call) { return publish_parts(call, request, result); };
  publish_table(arguments, method);
  return 0;
}

Datum gnf_plan(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  DecompositionRequest request = decomposition_request(arguments);
  const Source source = open_source(arguments.relation("source"));
  Roles roles = assign_roles(source, given_roles(arguments));
  complete_rules(source, request, roles);
  Phases phases("planning a decomposition of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  Random random = make_random(std::nullopt);
  const DecomposedTable decomposed =
      decompose_source(source, roles, Purpose::measurement, request, false, random, progress);
  report_decomposition(decomposed, {});
  phases.begin("divergence");
  const Divergence divergence = divergence_of(decomposed, progress);
  report_fitting(divergence);
  for (std::size_t p = 0; p < decomposed.parts.size(); ++p) {
    std::vector<std::optional<std::string>> row = described(decomposed, p);
    row.emplace_back(microdata::to_string(divergence.nats));
    result.add(row);
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_gnf_decompose, microdata::postgres::gnf_decompose)
MICRODATA_FUNCTION(pg_microdata_gnf_plan, microdata::postgres::gnf_plan)
