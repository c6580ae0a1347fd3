#include "postgres/server/api.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "postgres/methods/gnf/decomposed_release.hpp"
#include "postgres/methods/gnf/decomposition.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/gnf/privacy_rules.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/release/republication.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/unclassified.hpp"

// The SQL functions gnf_decompose and gnf_plan.

namespace microdata::postgres {

namespace {

DecompositionRequest decomposition_request(const Arguments& arguments,
                                           const PublishingArguments& publishing) {
  DecompositionRequest request;
  request.l = given_l(arguments);
  request.algorithm_name = arguments.text("algorithm");
  request.algorithm = arguments.choice<DecompositionAlgorithm>(
      "algorithm", {{"gd", DecompositionAlgorithm::guardian},
                    {"uad", DecompositionAlgorithm::utility_aware},
                    {"single-attribute", DecompositionAlgorithm::single_attribute},
                    {"multi-sa", DecompositionAlgorithm::multi_sensitive}});
  request.privacy = publishing.privacy;
  request.suppress = publishing.suppress;
  return request;
}

std::vector<NamedRule> given_rules(const Arguments& arguments, Oid source) {
  const auto texts = arguments.optional_texts("rules");
  if (!texts) return declared_rules(source);
  return parse_rules(*texts);
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

// The common input of both functions, up to the parts.
struct Decomposing {
  Source source;
  DecompositionRequest request;
  std::vector<AssignedRole> roles;
};

Decomposing open_decomposition(const Arguments& arguments, const PublishingArguments& publishing) {
  DecompositionRequest request = decomposition_request(arguments, publishing);
  const Oid relation = arguments.relation("source");
  request.rules = given_rules(arguments, relation);
  Source source = open_source(relation);
  std::vector<AssignedRole> roles = assign_roles(source, publishing.roles);
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
  return {std::move(source), std::move(request), std::move(roles)};
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

Datum gnf_decompose(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const PublishingArguments publishing = publishing_arguments(arguments);
  require_writable("gnf_decompose()");
  Decomposing opened = open_decomposition(arguments, publishing);
  check_unclassified(opened.source, opened.roles);
  opened.request.bucket_column = added_column(arguments, opened.source, "bucket");
  Phases phases("decomposing " + in_quotes(opened.source.name));
  const Progress progress = phases.progress();
  check_column_count(count_published(opened.roles) + 1);
  const Target target = resolve_numbered_target(opened.source, publishing.target.name, "gnf",
                                                publishing.target.replace);
  check_republication(opened.source);
  check_undivided(opened.source, "gnf_decompose()", std::nullopt,
                  decomposing_bytes(opened.source.columns.size()),
                  "Parts of a table have each of its rows, and are joined as a whole.");
  Random random = make_random(publishing.seed);
  DecomposedTable decomposed =
      decompose_source(opened.source, opened.roles, Purpose::publication, opened.request,
                       publishing.seed.has_value(), random, progress);
  const LearnedShare learned = learned_of_parts(decomposed, progress);
  phases.begin("write");
  const std::vector<Oid> relations =
      publish_decomposed(target, opened.source, decomposed, opened.request, random, progress);
  report_decomposition(decomposed, learned);
  for (std::size_t p = 0; p < relations.size(); ++p) {
    std::vector<std::optional<std::string>> row = described(decomposed, p);
    row.insert(row.begin() + 1, std::to_string(relations[p]));
    result.add(row);
  }
  phases.finish();
  return 0;
}

Datum gnf_plan(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const PublishingArguments publishing = publishing_arguments(arguments);
  const Decomposing opened = open_decomposition(arguments, publishing);
  Phases phases("planning a decomposition of " + in_quotes(opened.source.name));
  const Progress progress = phases.progress();
  Random random = make_random(std::nullopt);
  const DecomposedTable decomposed = decompose_source(
      opened.source, opened.roles, Purpose::measurement, opened.request, false, random, progress);
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
