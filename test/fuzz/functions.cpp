#include "functions.hpp"

#include <map>
#include <stdexcept>

#include "extremes.hpp"

namespace microdata::fuzz {

namespace {

struct Knowledge {
  Effect effect;
  std::size_t weight;  // relative frequency of calls
};

const std::map<std::string, Knowledge>& known_functions() {
  static const std::map<std::string, Knowledge> known = {
      {"slice_table", {Effect::publishes, 120}},
      {"plan_regions", {Effect::reads, 20}},
      {"slice_region", {Effect::reads, 2}},
      {"bucketize_region", {Effect::reads, 2}},
      {"generalize_region", {Effect::reads, 2}},
      {"audit_region", {Effect::reads, 2}},
      {"learned_of_region", {Effect::reads, 1}},
      {"slice_rows", {Effect::reads, 30}},
      {"bucketize_table", {Effect::publishes, 70}},
      {"bucketize_rows", {Effect::reads, 25}},
      {"generalize_table", {Effect::publishes, 80}},
      {"gnf_decompose", {Effect::publishes, 60}},
      {"gnf_plan", {Effect::reads, 15}},
      {"fragment_table", {Effect::publishes, 70}},
      {"fragment_plan", {Effect::reads, 12}},
      {"register_release", {Effect::changes, 15}},
      {"drop_release", {Effect::changes, 20}},
      {"forget_release", {Effect::changes, 5}},
      {"create_series", {Effect::changes, 40}},
      {"publish_series", {Effect::publishes, 150}},
      {"alter_series", {Effect::changes, 12}},
      {"publish_edition", {Effect::changes, 8}},
      {"show_edition", {Effect::changes, 8}},
      {"old_editions", {Effect::reads, 2}},
      {"drop_edition", {Effect::changes, 8}},
      {"verify_series", {Effect::reads, 20}},
      {"drop_series", {Effect::changes, 4}},
      {"approve_edition", {Effect::changes, 6}},
      {"schedule_series", {Effect::changes, 1}},
      {"unschedule_series", {Effect::changes, 1}},
      {"verify_release", {Effect::reads, 25}},
      {"disclosure", {Effect::reads, 25}},
      {"audit_inference", {Effect::reads, 20}},
      {"audit_membership", {Effect::reads, 20}},
      {"audit_control", {Effect::reads, 3}},
      {"publishing_call", {Effect::reads, 6}},
      {"source_of", {Effect::reads, 3}},
      {"publishing_function", {Effect::reads, 1}},
      {"function_of_extension", {Effect::reads, 1}},
      {"argument_list", {Effect::reads, 2}},
      {"required_arguments", {Effect::reads, 1}},
      {"current_settings", {Effect::reads, 1}},
      {"current_arguments", {Effect::reads, 1}},
      {"publish", {Effect::changes, 2}},
      {"stand_in", {Effect::reads, 1}},
      {"audit_composition", {Effect::reads, 20}},
      {"composition_for", {Effect::reads, 3}},
      {"call_of", {Effect::reads, 2}},
      {"audit_minimality", {Effect::reads, 12}},
      {"audit_singling_out", {Effect::reads, 15}},
      {"audit_linkability", {Effect::reads, 15}},
      {"place_in_draw", {Effect::reads, 1}},
      {"with_control", {Effect::reads, 1}},
      {"audit", {Effect::reads, 3}},
      {"audited", {Effect::reads, 1}},
      {"audit_results", {Effect::reads, 1}},
      {"audit_findings", {Effect::reads, 1}},
      {"advise", {Effect::reads, 4}},
      {"explore", {Effect::reads, 4}},
      {"explored", {Effect::reads, 1}},
      {"explored_settings", {Effect::reads, 1}},
      {"draw_sample", {Effect::changes, 1}},
      {"tried", {Effect::reads, 1}},
      {"backend_progress", {Effect::reads, 2}},
      {"version", {Effect::reads, 1}},
      {"begin_progress", {Effect::reads, 2}},
      {"step_progress", {Effect::reads, 1}},
      {"end_progress", {Effect::reads, 1}},
      {"settings_as_arguments", {Effect::reads, 1}},
      {"smallest_group", {Effect::reads, 2}},
      {"determining_attributes", {Effect::reads, 3}},
      {"easiest_to_guess", {Effect::reads, 3}},
      {"figure_of", {Effect::reads, 2}},
      {"assigned_roles", {Effect::reads, 6}},
      {"risk", {Effect::reads, 15}},
      {"matching_buckets", {Effect::reads, 30}},
      {"estimate_count", {Effect::reads, 40}},
      {"estimate", {Effect::reads, 20}},
      {"relative_error", {Effect::reads, 20}},
      {"kl_divergence", {Effect::reads, 15}},
      {"utility", {Effect::reads, 8}},
      {"republish_partitions", {Effect::changes, 5}},
      {"membership_likelihood", {Effect::reads, 15}},
      {"information_loss", {Effect::reads, 15}},
      {"attribute_correlation", {Effect::reads, 20}},
      {"attribute_partition", {Effect::reads, 15}},
      {"functional_dependencies", {Effect::reads, 15}},
      {"declare_roles", {Effect::changes, 15}},
      {"classify", {Effect::reads, 15}},
      {"create_hierarchy", {Effect::changes, 15}},
      {"create_interval_hierarchy", {Effect::changes, 12}},
      {"create_prefix_hierarchy", {Effect::changes, 12}},
      {"create_date_hierarchy", {Effect::changes, 12}},
      {"drop_hierarchy", {Effect::changes, 6}},
      {"grant_hierarchy", {Effect::changes, 5}},
      {"revoke_hierarchy", {Effect::changes, 4}},
      {"is_permanent", {Effect::reads, 1}},
      {"value_of", {Effect::reads, 1}},
      {"kept_name", {Effect::reads, 1}},
      {"readable_name", {Effect::reads, 1}},
      // The function inserts rows, and the table's constraints determine its errors.
      {"insert_rows", {Effect::changes, 0}},
      {"declare_hierarchy", {Effect::changes, 20}},
      {"hierarchy_labels", {Effect::reads, 15}},
      {"add_privacy_rule", {Effect::changes, 15}},
      {"drop_privacy_rule", {Effect::changes, 5}},
      {"irreducible_privacy_rules", {Effect::reads, 6}},
      {"expand_privacy_rules", {Effect::reads, 6}},
      {"check_gnf", {Effect::reads, 8}},
      {"k_anonymity", {Effect::reads, 2}},
      {"l_diversity", {Effect::reads, 3}},
      {"alpha_k_anonymity", {Effect::reads, 2}},
      {"t_closeness", {Effect::reads, 2}},
      {"delta_disclosure", {Effect::reads, 2}},
      {"beta_likeness", {Effect::reads, 2}},
      {"rho_breach", {Effect::reads, 2}},
      {"belief_distance", {Effect::reads, 2}},
      {"attribute_number", {Effect::reads, 1}},
      {"attribute_numbers", {Effect::reads, 1}},
      {"quoted_names", {Effect::reads, 1}},
      {"resolve_attribute", {Effect::reads, 1}},
      {"resolve_release_column", {Effect::reads, 1}},
      {"resolve_privacy_rule", {Effect::reads, 1}},
      {"resolve_declared_source", {Effect::reads, 1}},
      {"resolve_release", {Effect::reads, 1}},
      {"resolve_ledger", {Effect::reads, 1}},
      {"forget_dropped", {Effect::reads, 1}},
      {"follow_commands", {Effect::reads, 1}},
      {"keep_catalog", {Effect::reads, 1}},
      {"hold_hierarchy", {Effect::reads, 1}},
      {"hold_series", {Effect::reads, 1}},
      {"know", {Effect::changes, 1}},
      {"know_recorded", {Effect::reads, 1}},
      {"make_holder", {Effect::changes, 1}},
      {"settle_grant", {Effect::reads, 1}},
      {"settle_grants", {Effect::changes, 1}},
      {"tell_known", {Effect::reads, 1}},
      {"bind_view", {Effect::reads, 1}},
      {"release_description", {Effect::reads, 3}},
      {"release_facts", {Effect::reads, 1}},
      {"label_meanings", {Effect::reads, 1}},
      {"comment_release", {Effect::reads, 1}},
      {"uncomment_release", {Effect::changes, 1}},
      {"releases_left_out", {Effect::reads, 3}},
      {"release_in", {Effect::reads, 1}},
      {"public_parameters", {Effect::reads, 1}},
      {"may_read_release", {Effect::reads, 1}},
      {"may_see_ledger", {Effect::reads, 1}},
      {"may_see_series", {Effect::reads, 1}},
      {"check_gate_of_method", {Effect::reads, 1}},
      {"checked_gate", {Effect::reads, 2}},
      {"given_models", {Effect::reads, 1}},
      {"audited_figure", {Effect::reads, 2}},
      {"left_out", {Effect::reads, 1}},
      {"promised_share", {Effect::reads, 1}},
      {"release_contents", {Effect::reads, 1}},
      {"analyze_copy", {Effect::changes, 1}},
      {"has_rows", {Effect::reads, 1}},
      {"gate_findings", {Effect::reads, 3}},
      {"sentence", {Effect::reads, 1}},
      // The session of this function holds a lock until close_run().
      {"begin_run", {Effect::changes, 0}},
      {"end_run", {Effect::changes, 1}},
      {"repeat_run", {Effect::reads, 1}},
      {"close_run", {Effect::reads, 1}},
      {"scheduled_jobs", {Effect::reads, 1}},
      {"about", {Effect::reads, 2}},
      {"readers", {Effect::reads, 1}},
      {"reads_as_invoker", {Effect::reads, 1}},
      {"remember_release", {Effect::reads, 1}},
      {"sees_all_of_release", {Effect::reads, 1}},
      {"sees_all_of_entry", {Effect::reads, 1}},
      {"visible_release", {Effect::reads, 1}},
      {"reading", {Effect::reads, 1}},
      {"release_in", {Effect::reads, 1}},
  };
  return known;
}

// Returns the percentage of calls that have an optional argument.
std::size_t presence(const Function& function, const std::string& argument,
                     const Subject& subject) {
  static const std::map<std::string, std::size_t> often = {
      {"seed", 85},    {"replace", 50},    {"target", 60},    {"cuts", 40},
      {"loss", 40},    {"method", 60},     {"recoding", 60},  {"algorithm", 60},
      {"format", 50},  {"infeasible", 40}, {"l", 60},         {"diversity_check", 50},
      {"strict", 40},  {"in_place", 8},    {"groups", 12},    {"k", 15},
      {"rules", 60},   {"privacy", 20},    {"suppress", 30},  {"fragments", 50},
      {"queries", 95}, {"inference", 10},  {"arguments", 97}, {"regions", 15}};
  if (function.name == "slice_table" && argument == "sensitive_column_size") return 12;
  const auto role = [&](const std::vector<std::string>& list) -> std::size_t {
    return list.empty() ? 3 : 97;
  };
  if (argument == "sensitive") return role(subject.sensitive);
  if (argument == "identifiers") return role(subject.identifiers);
  if (argument == "subject") return role(subject.telling_apart);
  if (argument == "insensitive") return role(subject.insensitive);
  if (argument == "quasi_identifiers") return role(subject.quasi_identifiers);
  const auto found = often.find(argument);
  return found == often.end() ? 15 : found->second;
}

std::string signature(const Function& function) {
  std::vector<std::string> arguments;
  for (const Argument& argument : function.arguments)
    arguments.push_back(argument.name + " " + argument.type);
  return function.name + "(" + joined(arguments, ", ") + ")";
}

void demand_knowledge(const std::vector<Function>& functions) {
  std::string missing;
  std::map<std::string, bool> seen;
  for (const Function& function : functions) {
    seen[function.name] = true;
    if (!known_functions().contains(function.name))
      missing += "\n  no generator of calls of " + signature(function);
    for (const Argument& argument : function.arguments) {
      if (argument_maker(function.name, argument.name) == nullptr) {
        missing +=
            "\n  no generator of the argument \"" + argument.name + "\" of " + signature(function);
      }
    }
  }
  for (const auto& [name, knowledge] : known_functions()) {
    if (!seen[name]) missing += "\n  the extension has no function " + name;
  }
  if (!missing.empty())
    throw std::runtime_error("the fuzzer does not fit the extension:" + missing);
}

}  // namespace

bool Call::has(const std::string& argument) const {
  return text.find(argument + "\" => ") != std::string::npos;
}

std::vector<Function> extension_functions(Session& session) {
  const Outcome outcome = session.run(
      "SELECT p.oid, n.nspname, p.proname, "
      // Functions that return records have no columns of their own.
      "p.proretset AND (p.prorettype <> 'record'::regtype OR p.proargmodes IS NOT NULL), a.name, "
      "format_type(a.type, NULL), a.place "
      "> p.pronargs - p.pronargdefaults "
      "FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace "
      "JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' "
      "JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid AND "
      "e.extname = 'pg_microdata' "
      "LEFT JOIN LATERAL ROWS FROM (unnest(p.proargnames), unnest(p.proargtypes)) WITH ORDINALITY "
      "a (name, type, place) "
      "ON a.place <= p.pronargs "
      // Functions of types and casts have arguments without names.
      "WHERE p.prokind = 'f' AND (p.pronargs = 0 OR p.proargnames IS NOT NULL) ORDER BY n.nspname, "
      "p.proname, p.oid, "
      "a.place");
  std::vector<Function> functions;
  std::string last;
  for (const auto& row : outcome.rows) {
    if (*row[0] != last) {
      last = *row[0];
      Function function;
      function.schema = *row[1];
      function.name = *row[2];
      function.returns_set = *row[3] == "t";
      functions.push_back(std::move(function));
    }
    if (row[4]) functions.back().arguments.push_back({*row[4], *row[5], *row[6] == "t"});
  }
  if (functions.empty()) throw std::runtime_error("the extension pg_microdata is not there");
  demand_knowledge(functions);
  for (Function& function : functions) {
    const Knowledge& knowledge = known_functions().at(function.name);
    function.effect = knowledge.effect;
    function.weight = knowledge.weight;
  }
  return functions;
}

const Function& some_function(Choice& choice, const std::vector<Function>& functions) {
  std::size_t all = 0;
  for (const Function& function : functions)
    all += function.weight;
  std::size_t place = choice.below(all);
  for (const Function& function : functions) {
    if (place < function.weight) return function;
    place -= function.weight;
  }
  return functions.back();
}

Call new_call(Choice& choice, const Function& function, const Subject& subject) {
  Call call;
  call.function = &function;
  std::vector<std::string> arguments;
  bool rows_alone = false;  // true if fragment_table's method takes nothing about values
  for (const Argument& argument : function.arguments) {
    const bool about_values = argument.name == "l" || argument.name == "privacy";
    if (rows_alone && about_values && !choice.one_in(20)) continue;
    // A release cannot be a temporary table.
    const bool needs_target =
        argument.name == "target" && subject.source != nullptr && subject.source->temporary;
    if (argument.optional && !needs_target &&
        !choice.percent(presence(function, argument.name, subject)))
      continue;
    std::string value = (*argument_maker(function.name, argument.name))(choice, subject);
    if (choice.one_in(60)) value = extreme_of(choice, argument.type).value_or(value);
    if (choice.one_in(150)) value = argument.type == "anyelement" ? "NULL::integer" : "NULL";
    rows_alone |= value == "'delta-selectivity'";
    if (argument.name == "in_place") call.in_place = value == "true";
    // Arguments that do not go with in_place are mostly left out.
    if (call.in_place && (argument.name == "target" || argument.name == "replace") &&
        !choice.one_in(20))
      continue;
    arguments.push_back(identifier(argument.name) + " => " + value);
  }
  const std::string name =
      function.schema == "microdata" ? "microdata." + function.name : function.name;
  call.text = name + "(" + joined(arguments, ", ") + ")";
  return call;
}

}  // namespace microdata::fuzz
