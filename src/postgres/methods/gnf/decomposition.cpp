#include "postgres/methods/gnf/decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/gnf/multi_sensitive.hpp"
#include "core/gnf/right_hand_sides.hpp"
#include "core/gnf/side_buckets.hpp"
#include "core/gnf/unreached_share.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/privacy/diversity.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::vector<std::string> names_of(const AttributeSet& attributes, const Table& table) {
  std::vector<std::string> names;
  for (const std::size_t a : attributes)
    names.push_back(table.data.attributes[a].name);
  return names;
}

std::string to_text(const PrivacyRule& rule, const Table& table) {
  return rule_text(names_of(rule.known, table), names_of(rule.sensitive, table));
}

AttributeSet attributes_named(const std::vector<std::string>& names, const Table& table,
                              const Progress& progress) {
  AttributeSet attributes;
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    progress.checkpoint();
    if (std::find(names.begin(), names.end(), table.data.attributes[a].name) != names.end())
      attributes.push_back(a);
  }
  return attributes;
}

PrivacyRule to_rule(const NamedRule& named, const DecompositionRequest& request, const Table& table,
                    const Progress& progress) {
  PrivacyRule rule{attributes_named(named.left, table, progress),
                   attributes_named(named.right, table, progress),
                   {}};
  for (const std::size_t a : rule.sensitive) {
    if (!table.harmless[a].empty()) rule.with_harmless.push_back(a);
  }
  if (named.privacy) {
    rule.guarantee.push_back(*named.privacy);
  } else {
    rule.guarantee.emplace_back(
        LDiversity{named.l.value_or(request.l), LDiversity::Variant::frequency, 1});
  }
  rule.guarantee = joined(rule.guarantee, request.privacy);
  return rule;
}

// Returns the protected attributes of the decomposition: right-hand sides of rules, and subsets of
// them that the algorithm protects instead.
std::vector<RightHandSide> protected_sides(const std::vector<PrivacyRule>& rules,
                                           const std::vector<Part>& parts) {
  std::vector<PrivacyRule> all = rules;
  for (const Part& part : parts) {
    if (!part.enforced) continue;
    for (const PrivacyRule& rule : rules) {
      if (is_subset(part.enforced->sensitive, rule.sensitive))
        all.push_back({{}, part.enforced->sensitive, rule.guarantee});
    }
  }
  return right_hand_sides(all);
}

// Returns the value that prevents the decomposition. A combination is not shown, because it would
// be part of a tuple.
std::string value_text(const RightHandSide& side, Code code, const Table& table) {
  if (side.attributes.size() > 1) return "most frequent combination";
  return "value " + in_quotes(table.dictionaries[side.attributes.front()].text(code));
}

// Returns the first rule that requires the side's protection.
const PrivacyRule& rule_of(const RightHandSide& side, const std::vector<PrivacyRule>& rules) {
  return *std::find_if(rules.begin(), rules.end(), [&](const PrivacyRule& rule) {
    return is_subset(side.attributes, rule.sensitive);
  });
}

void keep_only(Table& table, const std::vector<Row>& rows, const Progress& progress) {
  if (rows.size() < table.data.rows) table.data = selected(table.data, rows, progress);
}

// Fails if a model needs an order, a hierarchy or the text of a value, which combinations of values
// do not have.
void check_combination(const RightHandSide& side, const Table& table) {
  if (side.attributes.size() == 1) return;
  const std::string names = join(names_of(side.attributes, table));
  const bool harmless = std::all_of(side.attributes.begin(), side.attributes.end(),
                                    [&](std::size_t a) { return !table.harmless[a].empty(); });
  for (const PrivacyModel& model : side.guarantee) {
    const auto* closeness = std::get_if<TCloseness>(&model);
    if (harmless && (closeness != nullptr || std::holds_alternative<BeliefDistance>(model))) {
      throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                  microdata::to_string(model) + " cannot be combined with harmless values")
          .detail("It compares the distribution of all combinations of " + names +
                  ", harmless ones among them.")
          .hint("Use beta_likeness, or harmless => '{}'.");
    }
    const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
    if ((closeness == nullptr || closeness->distance == TCloseness::Distance::equal) &&
        (alpha == nullptr || !alpha->value)) {
      continue;
    }
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                microdata::to_string(model) + " does not suit combinations of values")
        .detail("A rule protects the values of " + names + " together.");
  }
}

// Adds to each side's attribute what the models of its own rules need.
void prepare_sides(const Source& source, const std::vector<AssignedRole>& roles,
                   const std::vector<RightHandSide>& sides, Table& table,
                   const Progress& progress) {
  std::vector<Role> roles_of_call;
  for (Attribute& attribute : table.data.attributes)
    roles_of_call.push_back(std::exchange(attribute.role, Role::quasi_identifier));
  for (const RightHandSide& side : sides) {
    check_combination(side, table);
    if (side.attributes.size() > 1) continue;
    Attribute& attribute = table.data.attributes[side.attributes.front()];
    attribute.role = Role::sensitive;
    if (need_hierarchies(side.guarantee)) {
      set_hierarchies(resolve_hierarchies(choose_hierarchies(source, roles, std::nullopt), table,
                                          Role::sensitive, progress),
                      table);
    }
    prepare_for_models(side.guarantee, table);
    attribute.role = Role::quasi_identifier;
  }
  for (std::size_t a = 0; a < roles_of_call.size(); ++a)
    table.data.attributes[a].role = roles_of_call[a];
}

void require_normal_form(std::span<const Part> parts, const std::vector<PrivacyRule>& rules,
                         const Table& table, const Progress& progress) {
  const std::vector<RuleFinding> findings = check(parts, rules, Protection::declared, progress);
  for (std::size_t r = 0; r < rules.size(); ++r) {
    if (findings[r].satisfied) continue;
    throw Error(ERRCODE_INTERNAL_ERROR, "the decomposition does not satisfy the rule " +
                                            in_quotes(to_text(rules[r], table)))
        .detail("Nothing was published.");
  }
}

std::vector<Part> base_parts(DecompositionAlgorithm algorithm, const AttributeSet& attributes,
                             const std::vector<PrivacyRule>& rules, const Progress& progress) {
  switch (algorithm) {
    case DecompositionAlgorithm::guardian:
      return guardian_decomposition(attributes, rules, progress);
    case DecompositionAlgorithm::utility_aware:
      return utility_aware_decomposition(attributes, rules, progress);
    case DecompositionAlgorithm::single_attribute:
      return single_attribute_decomposition(attributes);
    case DecompositionAlgorithm::multi_sensitive:
      break;
  }
  return {};
}

AttributeSet every_attribute(const Table& table) {
  AttributeSet attributes(table.data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return attributes;
}

// Returns the largest probability that the rule allows for a value.
double most_of(const PrivacyRule& rule) {
  double most = 1;
  for (const PrivacyModel& model : rule.guarantee) {
    const auto* diversity = std::get_if<LDiversity>(&model);
    if (diversity != nullptr && diversity->variant == LDiversity::Variant::frequency)
      most = std::min(most, 1 / diversity->l);
  }
  return most;
}

// Fails if the rule has a model about values other than l: it bounds what a bucket shows, and no
// bucket shows a combination of which nothing links some attributes with those on the left.
void require_l_alone(const PrivacyRule& rule, const Table& table) {
  for (const PrivacyModel& model : rule.guarantee) {
    const auto* diversity = std::get_if<LDiversity>(&model);
    const bool is_l = diversity != nullptr && diversity->variant == LDiversity::Variant::frequency;
    if (is_l || !is_about_sensitive_values(model)) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, microdata::to_string(model) +
                                                   " is not supported for the parts of the rule " +
                                                   in_quotes(to_text(rule, table)))
        .detail(
            "They link only some attributes on the right to those on the left, and no bucket "
            "shows the combination.")
        .hint("Use rules for single attributes, or l alone.");
  }
}

// Fails if a combination of values is too probable although some of its attributes are not linked
// with those on the left: the others can be certain.
void require_unlikely(std::span<const Part> parts, const std::vector<PrivacyRule>& rules,
                      const Table& table, const Progress& progress) {
  const std::vector<RuleFinding> findings = check(parts, rules, Protection::declared, progress);
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const PrivacyRule& rule = rules[r];
    const AttributeSet& apart = findings[r].unreached;
    // A single value has its share in the table, which eligible_rows() bounds.
    if (rule.sensitive.size() == 1 || apart.empty()) continue;
    require_l_alone(rule, table);
    const double share = share_of_unreached(table.data, parts, rule, apart, progress);
    if (share <= most_of(rule) * (1 + share_tolerance)) continue;
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the parts are infeasible for the rule " + in_quotes(to_text(rule, table)))
        .detail("Nothing links " + join(names_of(apart, table)) +
                " to the attributes on the left, but a frequent value is guessed, and the others "
                "of the combination can be known: together with a probability of " +
                rounded(share, 4) + ".")
        .hint("Use algorithm => 'gd' or 'multi-sa', or rules for single attributes.");
  }
}

// Adds attributes back to the parts of a guardian decomposition. Rows and buckets are drawn for
// that choice alone, with one seed for all calls, so that gnf_plan() shows the parts of
// gnf_decompose(). The table's rows must be sorted.
std::vector<Part> added_back(std::vector<Part> parts, const std::vector<RightHandSide>& sides,
                             const std::vector<Microdata>& tables, const DecomposedTable& result,
                             double suppress, const Progress& progress) {
  Random random = Random::seeded(0);
  const std::vector<Row> rows = eligible_rows(sides, result.table.data, suppress, random, progress);
  SideBuckets buckets(tables, rows, sides, random, progress);
  const Bucketize bucketize = [&](const PrivacyRule& rule) {
    return buckets.of(rule.sensitive).bucketed;
  };
  const auto of = [&](const Microdata& data) {
    return add_back(data, every_attribute(result.table), result.rules, std::move(parts), bucketize,
                    progress)
        .parts;
  };
  const Microdata& all = result.table.data;
  return rows.size() < all.rows ? of(selected(all, rows, progress)) : of(all);
}

void decompose(DecomposedTable& result, const std::vector<PrivacyRule>& all_rules,
               const std::vector<Part>& parts, SideBuckets& buckets, const Progress& progress) {
  require_normal_form(parts, all_rules, result.table, progress);
  require_unlikely(parts, all_rules, result.table, progress);
  for (const Part& part : parts) {
    DecomposedPart& made = result.parts.emplace_back();
    made.attributes = part.attributes;
    if (!part.enforced) continue;
    made.enforced.push_back(*part.enforced);
    made.bucketed = part.enforced->sensitive;
    made.buckets = buckets.of(made.bucketed).partition;
  }
}

// Fails if one of the rules does not hold for a part that enforces several rules. The part must
// protect each attribute of a right side, because any of them can be the one whose value is not
// harmless.
void require_normal_form(const DecomposedPart& part, const std::vector<PrivacyRule>& rules,
                         const Table& table, const Progress& progress) {
  for (const PrivacyRule& rule : rules) {
    for (const PrivacyRule& single : by_attribute(rule)) {
      const auto enforced =
          std::find_if(part.enforced.begin(), part.enforced.end(),
                       [&](const PrivacyRule& e) { return e.sensitive == single.sensitive; });
      if (enforced == part.enforced.end()) throw std::logic_error("a rule is not enforced");
      require_normal_form(std::vector<Part>{{part.attributes, *enforced}}, {single}, table,
                          progress);
    }
  }
}

// Returns the largest l of the rules that protect each attribute.
std::vector<double> l_of_each(const AttributeSet& attributes,
                              const std::vector<RightHandSide>& sides) {
  std::vector<double> l;
  for (const std::size_t a : attributes) {
    l.push_back(1);
    for (const RightHandSide& side : sides) {
      if (contains(side.attributes, a)) l.back() = std::max(l.back(), side.l());
    }
  }
  return l;
}

void check_multi_sensitive(const std::vector<RightHandSide>& sides) {
  for (const RightHandSide& side : sides) {
    for (const PrivacyModel& model : side.models()) {
      throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                  "multi-sa does not support " + microdata::to_string(model))
          .detail("It protects every attribute on the right of a rule by l alone.")
          .hint("Use algorithm => 'gd' or 'uad'.");
    }
  }
}

// Returns a part that protects each sensitive attribute against all other attributes.
DecomposedPart multi_sensitive_part(const AttributeSet& attributes, const AttributeSet& sensitive,
                                    const std::vector<double>& l) {
  DecomposedPart part;
  part.attributes = attributes;
  part.bucketed = sensitive;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    part.enforced.push_back({without(attributes, {sensitive[j]}),
                             {sensitive[j]},
                             {LDiversity{l[j], LDiversity::Variant::frequency, 1}}});
  }
  return part;
}

// Replaces rows by their places among the published rows. `most` is the number of rows of the
// source.
void renumber(std::vector<Row>& rows, const std::vector<Row>& published, Row most) {
  std::vector<Row> place(most);
  for (std::size_t i = 0; i < published.size(); ++i)
    place[published[i]] = static_cast<Row>(i);
  for (Row& row : rows)
    row = place[row];
}

// Decomposes the table by multi-SA publishing into one part, which enforces a rule for each
// sensitive attribute, and keeps only the published rows in the table. `sides` has the attributes
// that rules protect. Fails if a side has a model other than l; throws Infeasible if more rows than
// the fraction `suppress` must be suppressed. The caller must check the rules.
void decompose_multi_sensitive(const std::vector<RightHandSide>& sides, double suppress,
                               DecomposedTable& table, Random& random, const Progress& progress) {
  check_multi_sensitive(sides);
  Microdata& data = table.table.data;
  const AttributeSet sensitive = sensitive_attributes(table.rules);
  const std::vector<double> l = l_of_each(sensitive, sides);
  AttributeSet attributes(data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  DecomposedPart part = multi_sensitive_part(attributes, sensitive, l);

  MultiSensitiveGroups found = groups_to_publish(data, sensitive, l, suppress, random, progress);
  table.smallest_group = found.smallest_possible;
  std::vector<Row> rows = found.groups.rows;
  std::sort(rows.begin(), rows.end());
  renumber(found.groups.rows, rows, data.rows);
  data = selected(data, rows, progress);
  part.buckets = std::make_shared<const TuplePartition>(std::move(found.groups));
  table.parts.push_back(std::move(part));
}

// What is to be decomposed: the rules of a request, those that do not follow from others, the parts
// to begin with, and the attributes that they protect.
struct Problem {
  std::vector<PrivacyRule> all_rules;
  std::vector<PrivacyRule> rules;
  std::vector<Part> parts;
  std::vector<RightHandSide> sides;
};

Problem problem_of(const DecompositionRequest& request, const Table& table,
                   const Progress& progress) {
  Problem problem;
  for (const NamedRule& rule : request.rules)
    problem.all_rules.push_back(to_rule(rule, request, table, progress));
  problem.rules = irreducible(problem.all_rules, progress);
  problem.parts = base_parts(request.algorithm, every_attribute(table), problem.rules, progress);
  problem.sides = protected_sides(problem.rules, problem.parts);
  return problem;
}

// Decomposes the table. Throws Infeasible, before it changes the table, if no parts meet the rules.
void decompose(const DecompositionRequest& request, Problem& problem, DecomposedTable& result,
               Random& random, const Progress& progress) {
  const auto& sides = problem.sides;
  const std::vector<Row> rows =
      eligible_rows(sides, result.table.data, request.suppress, random, progress);
  if (request.algorithm == DecompositionAlgorithm::multi_sensitive) {
    decompose_multi_sensitive(sides, request.suppress, result, random, progress);
    require_normal_form(result.parts.front(), problem.all_rules, result.table, progress);
    return;
  }
  std::vector<Microdata> tables;
  for (const RightHandSide& side : sides)
    tables.push_back(table_of({&side, 1}, result.table.data, progress));
  if (request.algorithm == DecompositionAlgorithm::guardian) {
    problem.parts =
        added_back(std::move(problem.parts), sides, tables, result, request.suppress, progress);
  }
  keep_only(result.table, rows, progress);
  SideBuckets buckets(tables, rows, sides, random, progress);
  decompose(result, problem.all_rules, problem.parts, buckets, progress);
}

// Returns the reason why a request with other settings is infeasible, or nothing. If rows are
// suppressed, several draws must be feasible. A refusal that no settings change has no rows to
// suppress.
std::optional<Infeasible> reason_against(DecompositionRequest request, const Table& table,
                                         const FeasibleSettings& settings,
                                         const Progress& progress) {
  constexpr std::uint64_t draws = 4;
  request.l = settings.l;
  request.privacy = settings.privacy;
  try {
    const Problem problem = problem_of(request, table, progress);
    const auto& [all_rules, rules, parts, sides] = problem;
    const AttributeSet sensitive = sensitive_attributes(rules);
    for (std::uint64_t draw = 0; draw < (settings.suppress > 0 ? draws : 1); ++draw) {
      Random random = Random::seeded(draw);
      eligible_rows(sides, table.data, settings.suppress, random, progress);
      if (request.algorithm == DecompositionAlgorithm::multi_sensitive) {
        groups_to_publish(table.data, sensitive, l_of_each(sensitive, sides), settings.suppress,
                          random, progress);
      } else {
        require_unlikely(parts, all_rules, table, progress);
      }
    }
  } catch (const Infeasible& infeasible) {
    return infeasible;
  } catch (const Error&) {
    Infeasible refused;
    refused.reason = Infeasible::Reason::no_groups;
    return refused;
  }
  return std::nullopt;
}

// Returns, as a sentence that begins with a space, that the value that prevents l is declared
// harmless. Empty if that does not suffice, or if the attribute is not sensitive.
std::string harmless_hint(const Infeasible& infeasible, const RightHandSide& side,
                          const DecompositionRequest& request, const FeasibleSettings& asked,
                          Table& table, const Progress& progress) {
  const std::size_t a = side.attributes.front();
  if (side.attributes.size() > 1 || table.data.attributes[a].role != Role::sensitive ||
      infeasible.total != table.data.rows)
    return {};
  Attribute& attribute = table.data.attributes[a];
  const std::vector<std::uint8_t> before = attribute.harmless;
  const HarmlessValues declared = table.harmless[a];
  attribute.harmless.resize(attribute.distinct);
  attribute.harmless[infeasible.code] = 1;
  table.harmless[a].emplace_back();
  const bool any_other = std::count(attribute.harmless.begin(), attribute.harmless.end(), 0) > 0;
  const bool keeps_all = any_other && !reason_against(request, table, asked, progress);
  attribute.harmless = before;
  table.harmless[a] = declared;
  return !keeps_all
             ? ""
             : harmless_sentence(table, a, infeasible.code,
                                 "l => " + microdata::to_string(side.l()) + " keeps all rows");
}

// Returns what is infeasible, and why.
Error infeasible_rule(const Infeasible& infeasible, const Problem& problem, const Table& table) {
  constexpr int sqlstate = ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
  const std::string rows = std::to_string(infeasible.total) + " rows";
  if (infeasible.reason == Infeasible::Reason::no_groups) {
    return Error(sqlstate, "multi-sa is infeasible without suppressing " +
                               std::to_string(infeasible.to_suppress) + " of " + rows)
        .detail(
            "No bucket that has these rows can protect each of the sensitive attributes against "
            "all other attributes.");
  }
  const RightHandSide& side = problem.sides[infeasible.attribute];
  const std::string for_rule =
      " is infeasible for the rule " + in_quotes(to_text(rule_of(side, problem.rules), table));
  if (infeasible.reason != Infeasible::Reason::share) {
    return Error(sqlstate, microdata::to_string(*infeasible.model) + for_rule)
        .detail(infeasible.reason == Infeasible::Reason::too_few_rows
                    ? "There are " + rows + " to publish."
                    : "The table as a whole reaches " + rounded(infeasible.reached, 4) +
                          "; its worst bucket cannot be better.");
  }
  std::vector<std::string> names;
  for (const std::size_t a : side.attributes)
    names.push_back(in_quotes(table.data.attributes[a].name));
  const std::string share = rounded(static_cast<double>(infeasible.count) / infeasible.total, 4);
  return Error(sqlstate, "l = " + microdata::to_string(side.l()) + for_rule)
      .detail("The " + value_text(side, infeasible.code, table) + " of " + join(names) +
              " has a share of " + share + ": " + std::to_string(infeasible.count) + " of " + rows +
              ".");
}

[[noreturn]] void fail(const Infeasible& infeasible, const DecompositionRequest& request,
                       const Problem& problem, Table& table, const Progress& progress) {
  const Progress quiet([&progress] { progress.checkpoint(); });
  Asked asked{{request.l, 1, request.suppress, request.privacy}};
  asked.attempt = [&](const Microdata& /*data*/, const FeasibleSettings& settings) {
    return reason_against(request, table, settings, quiet);
  };
  const bool multi_sensitive = infeasible.reason == Infeasible::Reason::no_groups;
  std::string hint = hint_of_what_works(table, infeasible, asked,
                                        multi_sensitive ? "algorithm => 'gd' or 'uad'" : "");
  if (infeasible.reason == Infeasible::Reason::share)
    hint += harmless_hint(infeasible, problem.sides[infeasible.attribute], request, asked.settings,
                          table, quiet);
  throw infeasible_rule(infeasible, problem, table).hint(hint);
}

}  // namespace

void check_rules(const DecompositionRequest& request, const Source& source,
                 const std::vector<AssignedRole>& roles) {
  for (const NamedRule& rule : request.rules) {
    check_rule(rule, source);
    for (const auto* side : {&rule.left, &rule.right}) {
      for (const std::string& name : *side) {
        guarded([] { check_in_server(); });
        if (roles[column_position(source, name, "rule", NamesIn::folded)].role != Role::identifier)
          continue;
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "attribute " + in_quotes(name) + " of the rule " +
                        in_quotes(rule_text(rule.left, rule.right)) + " is an identifier")
            .detail("Identifiers are not published.");
      }
    }
  }
}

DecomposedTable decompose_source(const Source& source, const std::vector<AssignedRole>& roles,
                                 Purpose purpose, const DecompositionRequest& request, bool seeded,
                                 Random& random, const Progress& progress) {
  DecomposedTable result{read_table(source, roles, purpose, progress), 0, {}, {}, {}};
  require_one_row_each(result.table.subjects, "gnf_decompose()");
  result.source_rows = result.table.data.rows;
  Problem problem = problem_of(request, result.table, progress);
  result.rules = problem.rules;
  prepare_sides(source, roles, problem.sides, result.table, progress);
  const bool guardian = request.algorithm == DecompositionAlgorithm::guardian;
  if (seeded || guardian) sort_rows(result.table, progress);

  progress.phase("partition");
  try {
    decompose(request, problem, result, random, progress);
  } catch (const Infeasible& infeasible) {
    fail(infeasible, request, problem, result.table, progress);
  }
  return result;
}

Divergence divergence_of(const DecomposedTable& decomposed, const Progress& progress) {
  std::vector<PublishedPart> parts;
  for (const DecomposedPart& part : decomposed.parts) {
    PublishedPart& published = parts.emplace_back();
    published.attributes = part.attributes;
    if (part.buckets) {
      published.bucketed =
          bucketed_attributes(part.bucketed, *part.buckets, decomposed.table.data.rows, progress);
    }
  }
  return kl_divergence(decomposed.table.data, every_attribute(decomposed.table), parts, progress);
}

std::string enforced_text(const DecomposedPart& part, const Table& table) {
  std::vector<std::string> rules;
  for (const PrivacyRule& rule : part.enforced)
    rules.push_back(to_text(rule, table));
  return join(rules, "; ");
}

}  // namespace microdata::postgres
