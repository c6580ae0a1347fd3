#include "postgres/methods/gnf/privacy_rules.hpp"

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/rule_expansion.hpp"
#include "core/microdata/attribute_set.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/privacy_models.hpp"

// The SQL functions add_privacy_rule, drop_privacy_rule, irreducible_privacy_rules,
// expand_privacy_rules, functional_dependencies and check_gnf.

namespace microdata::postgres {

namespace {

Datum add_privacy_rule(const Arguments& arguments) {
  require_writable("add_privacy_rule()");
  const Oid relation = arguments.relation("source");
  NamedRule rule = parse_rule(arguments.text("rule"));
  rule.l = given_optional_l(arguments);
  if (!arguments.is_null("privacy")) rule.privacy = to_privacy_model(arguments.datum("privacy"));
  if (rule.l && rule.privacy) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "a privacy rule has an l or a privacy model of "
                "its own, not both");
  }
  const Source source = open_for_declaration(relation, "rules", "Give them in the call.");
  check_rule(rule, source);
  return Int64GetDatum(record_rule(relation, rule, arguments.optional_text("comment")));
}

void drop_privacy_rule(const Arguments& arguments) {
  require_writable("drop_privacy_rule()");
  const std::int64_t rule_id = arguments.bigint("rule_id");
  require_owner(source_of_rule(rule_id));
  forget_rule(rule_id);
}

}  // namespace

namespace {

std::vector<PrivacyRule> given_rules(const Arguments& arguments, NameTable& names) {
  std::vector<PrivacyRule> rules;
  for (const NamedRule& rule : parse_rules(arguments.texts("rules")))
    rules.push_back(to_rule(rule, names));
  return rules;
}

Datum irreducible_privacy_rules(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo, compat::SetOf::values);
  const SpiSession spi;
  const SafeSearchPath path;
  NameTable names;
  const std::vector<PrivacyRule> rules = given_rules(arguments, names);
  Phases phases("reducing privacy rules");
  for (const PrivacyRule& rule : irreducible(rules, phases.progress()))
    result.add({to_text(rule, names)});
  phases.finish();
  return 0;
}

Datum expand_privacy_rules(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo, compat::SetOf::values);
  const SpiSession spi;
  const SafeSearchPath path;
  NameTable names;
  const std::vector<PrivacyRule> rules = given_rules(arguments, names);
  std::vector<FunctionalDependency> dependencies;
  for (const std::string& text : arguments.texts("dependencies")) {
    for (FunctionalDependency& dependency : to_dependencies(text, names))
      dependencies.push_back(std::move(dependency));
  }
  Phases phases("expanding privacy rules");
  const RuleExpansion expansion = expand(rules, dependencies, phases.progress());
  for (const std::size_t rule : expansion.unprotectable) {
    report(WARNING, "the rule " + to_text(rules[rule], names) + " cannot be protected",
           "An attacker that knows the dependencies learns the right-hand side from the left-hand "
           "side, whatever is published.");
  }
  for (const PrivacyRule& rule : expansion.rules)
    result.add({to_text(rule, names)});
  phases.finish();
  return 0;
}

void find_dependencies(const Arguments& arguments, ResultSet& result) {
  const Oid relation = arguments.relation("source");
  const std::uint32_t most = given_between(arguments, "max_determinant", 0, 8);
  const Source source = open_source(relation);
  Phases phases("finding dependencies of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const Table table =
      read_table(source, assign_roles(source, without_subject(given_roles(arguments))),
                 Purpose::measurement, progress);
  progress.phase("count");
  for (const FunctionalDependency& dependency :
       functional_dependencies(table.data, published_attributes(table.data),
                               static_cast<std::size_t>(most), progress)) {
    std::vector<std::string> determinant;
    for (const std::size_t a : dependency.determinant)
      determinant.push_back(table.data.attributes[a].name);
    result.add({to_name_array(determinant), table.data.attributes[dependency.dependent].name});
  }
  phases.finish();
}

std::string part_name(std::size_t part) {
  return "part " + std::to_string(part + 1);
}

// Returns a path as in: gender, in part 1 with hospital, in part 2 with zipcode.
std::string path_text(const ReachingPath& path, const NameTable& names) {
  std::string text = in_quotes(names.name(path.attributes.front()));
  for (std::size_t i = 0; i < path.parts.size(); ++i) {
    text += ", in " + part_name(path.parts[i]);
    text += " with " + in_quotes(names.name(path.attributes[i + 1]));
  }
  return text;
}

std::string reason_text(const RuleFinding& finding, const NameTable& names,
                        const Progress& progress) {
  if (finding.satisfied) {
    return finding.guardian ? part_name(*finding.guardian) + " is its guardian"
                            : "the right-hand side is not reached";
  }
  std::string text = "reached by " + path_text(finding.path, names);
  for (const GuardianFailure& failure : finding.failures) {
    progress.checkpoint();
    text += "; " + part_name(failure.part);
    if (failure.failed == GuardianCondition::satisfies) {
      text += " does not protect it against " + names.text(failure.against);
    } else {
      text += " does not separate: " + path_text(failure.path, names);
    }
  }
  return text;
}

void check_gnf(const Arguments& arguments, ResultSet& result) {
  NameTable names;
  const std::vector<PrivacyRule> rules = given_rules(arguments, names);
  std::vector<Part> parts;
  for (const std::string& text : arguments.texts("parts")) {
    guarded([] { check_in_server(); });
    parts.push_back(parse_part(text, names));
  }
  const auto protection = arguments.choice<Protection>(
      "protection", {{"declared", Protection::declared}, {"bucketized", Protection::bucketized}});
  Phases phases("checking parts");
  const Progress progress = phases.progress();
  const std::vector<RuleFinding> findings = check(parts, rules, protection, progress);
  for (std::size_t r = 0; r < rules.size(); ++r) {
    result.add({to_text(rules[r], names), findings[r].satisfied ? "t" : "f",
                reason_text(findings[r], names, progress)});
  }
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_add_privacy_rule, microdata::postgres::add_privacy_rule)
MICRODATA_FUNCTION(pg_microdata_drop_privacy_rule, microdata::postgres::drop_privacy_rule)

MICRODATA_FUNCTION(pg_microdata_irreducible_privacy_rules,
                   microdata::postgres::irreducible_privacy_rules)
MICRODATA_FUNCTION(pg_microdata_expand_privacy_rules, microdata::postgres::expand_privacy_rules)
MICRODATA_FUNCTION(pg_microdata_functional_dependencies, microdata::postgres::find_dependencies)
MICRODATA_FUNCTION(pg_microdata_check_gnf, microdata::postgres::check_gnf)
