#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/permutation.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/methods/gnf/decomposition.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/gnf/privacy_rules.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

// The SQL functions gnf_decompose and gnf_plan.

namespace microdata::postgres {

namespace {

Json names_json(const AttributeSet& attributes, const Table& table) {
  return json_array(attributes,
                    [&](std::size_t a) -> Json { return table.data.attributes[a].name; });
}

Json rules_json(const std::vector<PrivacyRule>& rules, const Table& table) {
  return json_array(rules, [&](const PrivacyRule& rule) {
    return Json::object()
        .add("known", names_json(rule.known, table))
        .add("sensitive", names_json(rule.sensitive, table))
        .add("privacy", privacy_models_json(rule.guarantee));
  });
}

Json parts_json(const DecomposedTable& decomposed) {
  return json_array(decomposed.parts, [&](const DecomposedPart& part) {
    return Json::object()
        .add("attributes", names_json(part.attributes, decomposed.table))
        .add("bucketed", names_json(part.bucketed, decomposed.table))
        .add("enforced", rules_json(part.enforced, decomposed.table));
  });
}

// Returns the parameters for the catalog, with everything that a reader of the parts alone needs.
// Attributes have their names at the time of publication, in the order of the columns.
Json parameters_json(const DecomposedTable& decomposed, const DecompositionRequest& request) {
  Json json = Json::object();
  json.add("l", request.l);
  json.add("algorithm", request.algorithm_name);
  json.add("suppress", request.suppress);
  json.add("privacy", privacy_models_json(request.privacy));
  json.add("bucket_column", request.bucket_column);
  if (decomposed.table.subjects) json.add("subject", subject_json(*decomposed.table.subjects));
  AttributeSet all(decomposed.table.data.attributes.size());
  std::iota(all.begin(), all.end(), 0);
  json.add("attributes", names_json(all, decomposed.table));
  json.add("rules", rules_json(decomposed.rules, decomposed.table));
  json.add("parts", parts_json(decomposed));
  return json;
}

Role role_in(const DecomposedPart& part, std::size_t attribute, const Table& table) {
  if (contains(part.bucketed, attribute)) return Role::sensitive;
  return table.data.attributes[attribute].role == Role::insensitive ? Role::insensitive
                                                                    : Role::quasi_identifier;
}

// Adds a part with its buckets and its rows shuffled, so that only shared values link two parts.
void add_part(const DecomposedPart& part, const std::string& number, const Table& table,
              const DecompositionRequest& request, Random& random, ReleaseBuilder& builder,
              const Progress& progress) {
  TuplePartition buckets;
  if (part.buckets) {
    buckets = shuffle_buckets(*part.buckets, random, progress);
  } else {
    buckets.rows.resize(table.data.rows);
    std::iota(buckets.rows.begin(), buckets.rows.end(), Row{0});
    buckets.offsets.push_back(table.data.rows);
  }
  const std::vector<std::vector<Row>> linking =
      permute_columns(buckets, part.buckets ? 2 : 1, random, progress);
  DraftTable shown{number, part.buckets ? request.bucket_column : "", &buckets};
  for (const std::size_t a : part.attributes) {
    const bool bucketed = contains(part.bucketed, a);
    shown.columns.push_back(
        draft_column(table, a, bucketed ? 2 : 1, bucketed ? linking.back() : linking.front()));
    shown.columns.back().shown->role = role_in(part, a, table);
  }
  builder.add(shown, progress);
}

ReleaseCounts counts_of(const DecomposedTable& decomposed) {
  const Row published = decomposed.table.data.rows;
  ReleaseCounts counts{decomposed.source_rows, published, decomposed.source_rows - published};
  for (const DecomposedPart& part : decomposed.parts) {
    if (!part.buckets || part.buckets->buckets() == 0) continue;
    counts.buckets =
        counts.buckets.value_or(0) + static_cast<std::int64_t>(part.buckets->buckets());
  }
  return counts;
}

// Makes, fills and records the release; returns its tables in the order of the parts. `target` is
// numbered.
std::vector<Oid> publish_decomposed(const Target& target, const Source& source,
                                    const DecomposedTable& decomposed,
                                    const DecompositionRequest& request, Random& random,
                                    const Progress& progress) {
  for (const DecomposedPart& part : decomposed.parts) {
    const std::size_t bucket = part.buckets ? 1 : 0;
    require_row_fits(
        bucket * sizeof(std::int32_t) + least_bytes_of_values(decomposed.table, part.attributes),
        part.attributes.size() + bucket);
  }
  ReleaseBuilder builder(target, source);
  for (std::size_t p = 0; p < decomposed.parts.size(); ++p) {
    add_part(decomposed.parts[p], std::to_string(p + 1), decomposed.table, request, random, builder,
             progress);
  }
  builder.record(gnf_method.name, parameters_json(decomposed, request), counts_of(decomposed));
  return builder.relations();
}

// Returns the largest share of one value in a bucket that any rule allows; 1 if a rule sets no
// bound or there are no rules.
double bound_of_rules(const DecomposedTable& decomposed) {
  double bound = 0;
  for (const PrivacyRule& rule : decomposed.rules) {
    double of_rule = 1;
    for (const PrivacyModel& model : rule.guarantee) {
      const auto* const diversity = std::get_if<LDiversity>(&model);
      if (diversity != nullptr && diversity->variant == LDiversity::Variant::frequency)
        of_rule = std::min(of_rule, 1 / diversity->l);
    }
    bound = std::max(bound, of_rule);
  }
  return bound > 0 ? bound : 1;
}

// Returns the share that a learning attacker guesses from one of the parts. The table is unchanged
// afterwards.
LearnedShare learned_of_parts(DecomposedTable& decomposed, const Progress& progress) {
  Microdata& data = decomposed.table.data;
  std::vector<ShownTable> shown;
  for (const DecomposedPart& part : decomposed.parts) {
    if (!part.buckets || part.bucketed.empty() || part.buckets->buckets() == 0) continue;
    shown.push_back(
        {{{without(part.attributes, part.bucketed), std::nullopt}, {part.bucketed, std::nullopt}},
         part.buckets.get(),
         false});
  }
  LearnedShare learned;
  if (shown.empty()) return learned;
  // Attributes that a part hides are sensitive, as in the catalog.
  std::vector<Role> roles;
  for (const Attribute& attribute : data.attributes)
    roles.push_back(attribute.role);
  for (const DecomposedPart& part : decomposed.parts) {
    for (const std::size_t a : part.bucketed)
      data.attributes[a].role = Role::sensitive;
  }
  learned.attack(decomposed.table, shown, bound_of_rules(decomposed), progress);
  for (std::size_t a = 0; a < roles.size(); ++a)
    data.attributes[a].role = roles[a];
  return learned;
}

// Reports NOTICEs about the result that the caller must know.
void report_decomposition(const DecomposedTable& decomposed, const LearnedShare& learned) {
  const Row suppressed = decomposed.source_rows - decomposed.table.data.rows;
  if (suppressed > 0) {
    remark(std::to_string(suppressed) + " of " + std::to_string(decomposed.source_rows) +
           " rows are suppressed");
  }
  if (decomposed.smallest_group) {
    // The bound shows how much better groups could be at most.
    const double mean = mean_bucket_size(*decomposed.parts.front().buckets);
    remark("buckets have " + rounded(mean, 2) +
           " rows on average over the rows; no bucket can have fewer than " +
           rounded(*decomposed.smallest_group, 2));
  }
  std::size_t enforcing = 0;
  for (const DecomposedPart& part : decomposed.parts)
    enforcing += part.buckets ? 1 : 0;
  learned.report("decomposed into " + count_of(decomposed.parts.size(), "part") + ", " +
                 std::to_string(enforcing) + " of them in buckets");
}

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

void gnf_decompose(const Arguments& arguments, ResultSet& result) {
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
}

void gnf_plan(const Arguments& arguments, ResultSet& result) {
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
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_gnf_decompose, microdata::postgres::gnf_decompose)
MICRODATA_FUNCTION(pg_microdata_gnf_plan, microdata::postgres::gnf_plan)
