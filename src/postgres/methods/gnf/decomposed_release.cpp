#include "postgres/methods/gnf/decomposed_release.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <variant>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/permutation.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/row_size.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

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

}  // namespace

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

namespace {

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

}  // namespace

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

void report_decomposition(const DecomposedTable& decomposed, const LearnedShare& learned) {
  const Row suppressed = decomposed.source_rows - decomposed.table.data.rows;
  if (suppressed > 0) {
    report(NOTICE, std::to_string(suppressed) + " of " + std::to_string(decomposed.source_rows) +
                       " rows left out");
  }
  std::size_t enforcing = 0;
  for (const DecomposedPart& part : decomposed.parts)
    enforcing += part.buckets ? 1 : 0;
  learned.report("decomposed into " + count_of(decomposed.parts.size(), "part") + ", " +
                 std::to_string(enforcing) + " of them in buckets");
  if (!decomposed.smallest_group) return;
  // The bound shows how much better groups could be at most.
  const double mean = mean_bucket_size(*decomposed.parts.front().buckets);
  report(NOTICE, "buckets of " + rounded(mean, 2) +
                     " rows on average over the rows; no bucket can have fewer than " +
                     rounded(*decomposed.smallest_group, 2));
}

}  // namespace microdata::postgres
