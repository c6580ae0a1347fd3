#include "postgres/methods/bucketization/bucketized_release.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/methods/bucketization/bucketization_method.hpp"
#include "postgres/methods/bucketization/bucketized_relations.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/expected_view.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/published_record.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

std::vector<PrivacyModel> recorded_models(const BucketizationOptions& options) {
  std::vector<PrivacyModel> models{LDiversity{options.l, LDiversity::Variant::frequency, 1}};
  models.insert(models.end(), options.privacy.begin(), options.privacy.end());
  return models;
}

// `weight_column`: of the release's view, if it has one.
std::string parameters_json(const BucketizedTable& bucketized, const BucketizationRequest& request,
                            const std::optional<std::string>& weight_column) {
  JsonObject json;
  json.add("l", microdata::to_string(request.options.l));
  json.add_text("method", request.method);
  json.add_text("cuts", to_string(request.options.cuts));
  add_goal(json, bucketized.goal);
  json.add_text("format", request.format == BucketizedFormat::joined ? "joined" : "anatomy");
  json.add("suppress", microdata::to_string(request.options.suppress));
  json.add("privacy", privacy_models_json(recorded_models(request.options)));
  json.add_text("bucket_column", request.bucket_column);
  if (bucketized.table.subjects) json.add("subject", subject_json(*bucketized.table.subjects));
  if (weight_column) json.add_text("weight_column", *weight_column);
  if (request.format == BucketizedFormat::anatomy)
    json.add_text("count_column", request.count_column);
  json.add("mean_bucket", rounded(mean_bucket_size(bucketized.bucketization.buckets), 4));
  return json.str();
}

Release make_record(const Source& source, const BucketizedTable& bucketized,
                    const BucketizationRequest& request,
                    const std::optional<std::string>& weight_column) {
  Release release;
  release.method = bucketization_method.name;
  release.source = source.relation;
  release.parameters = parameters_json(bucketized, request, weight_column);
  release.source_rows = bucketized.table.data.rows;
  release.published_rows = static_cast<std::int64_t>(bucketized.bucketization.buckets.rows.size());
  release.suppressed_rows = bucketized.bucketization.suppressed;
  release.buckets = static_cast<std::int64_t>(bucketized.bucketization.buckets.buckets());
  return release;
}

Oid publish_joined(const Target& target, const Source& source, const BucketizedTable& bucketized,
                   const BucketizationRequest& request, const Progress& progress) {
  const Microdata& data = bucketized.table.data;
  std::vector<TableColumn> definition{{request.bucket_column, "integer"}};
  for (std::size_t a = 0; a < data.attributes.size(); ++a)
    definition.push_back(column_definition(bucketized.table, a));
  clear_target(target, source);
  const Oid relation = create_release_table(target, definition);
  write_release(relation, bucketized.bucketization.buckets, BucketColumn::shown,
                output_columns(bucketized), progress);
  std::vector<ExpectedAttribute> attributes;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    attributes.push_back({data.attributes[a].name, column_of(data, a),
                          bucketized.table.dictionaries[a].type().comparison != Comparison::text});
  }
  const auto view = create_expected_view(target, relation, request.bucket_column, attributes,
                                         request.weight_column,
                                         mean_bucket_size(bucketized.bucketization.buckets));
  Release release = make_record(source, bucketized, request,
                                view ? std::optional(view->weight_column) : std::nullopt);
  release.relations = {relation};
  for (std::size_t a = 0; a < data.attributes.size(); ++a)
    release.attributes.push_back(attribute_record(data, a, relation));
  record_with_view(std::move(release), view, target);
  return relation;
}

CountedValues count_values(const BucketizedTable& bucketized, std::size_t attribute,
                           const Progress& progress) {
  const std::vector<Code>& codes = bucketized.table.data.columns[attribute];
  const TuplePartition& buckets = bucketized.bucketization.buckets;
  CountedValues result;
  std::map<Code, Code> counts;
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    counts.clear();
    for (const Row row : buckets.bucket(b))
      ++counts[codes[row]];
    for (const auto& [value, count] : counts) {
      result.values.push_back(value);
      result.counts.push_back(count);
    }
    result.entries.offsets.push_back(static_cast<Row>(result.values.size()));
  }
  result.entries.rows.resize(result.values.size());
  std::iota(result.entries.rows.begin(), result.entries.rows.end(), 0U);
  return result;
}

Oid publish_anatomy(const Target& target, const Source& source, const BucketizedTable& bucketized,
                    const BucketizationRequest& request, const Progress& progress) {
  const Microdata& data = bucketized.table.data;
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  clear_target(target, source);
  const Target quasi_identifiers = part_target(target, quasi_identifier_suffix);
  std::vector<Target> counts;
  for (std::size_t j = 0; j < sensitive.size(); ++j)
    counts.push_back(part_target(target, sensitive_suffix(j, sensitive.size())));

  Release release = make_record(source, bucketized, request, request.weight_column);
  const std::vector<OutputColumn> all = output_columns(bucketized);
  std::vector<TableColumn> definition{{request.bucket_column, "integer"}};
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (data.attributes[a].role == Role::sensitive) continue;
    definition.push_back(column_definition(bucketized.table, a));
    columns.push_back(all[a]);
  }
  const Oid table = create_release_table(quasi_identifiers, definition);
  write_release(table, bucketized.bucketization.buckets, BucketColumn::shown, columns, progress);
  std::vector<Oid> count_tables;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    count_tables.push_back(
        write_counts(counts[j], column_definition(bucketized.table, sensitive[j]),
                     bucketized.table.dictionaries[sensitive[j]],
                     count_values(bucketized, sensitive[j], progress), request, progress));
  }
  const Oid view = create_release_view(target, anatomy_query(table, count_tables, data, request));
  release.relations = {view, table};
  release.relations.insert(release.relations.end(), count_tables.begin(), count_tables.end());
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    const int column = column_of(data, a);
    release.attributes.push_back(attribute_record(
        data, a, column == 1 ? table : count_tables[static_cast<std::size_t>(column - 2)]));
  }
  record_published(release, target);
  return view;
}

void bucketize_for_inference(BucketizedTable& bucketized, const BucketizationRequest& request,
                             Random& random, const Progress& progress) {
  const InferenceGoal goal = inference_goal(*request.inference);
  MadeForGoal<Bucketization> made =
      bucketize_for_goal(bucketized.table.data, request.options, goal, random, progress);
  bucketized.goal = require_met(bucketized.table, goal, made, [&](const Bucketization&) {
    return "l = " + microdata::to_string(request.options.l) + " and method => '" + request.method +
           "'";
  });
  bucketized.bucketization = std::move(made.release);
}

}  // namespace

BucketizedTable bucketize_source(Table table, const BucketizationRequest& request, bool seeded,
                                 Random& random, const Progress& progress) {
  BucketizedTable bucketized{std::move(table), {}, std::nullopt};
  require_one_row_each(bucketized.table.subjects,
                       request.for_one_row_each.value_or("bucketize_table()"));
  prepare_for_models(request.options.privacy, bucketized.table);
  if (seeded) sort_rows(bucketized.table, progress);
  try {
    if (request.inference) {
      bucketize_for_inference(bucketized, request, random, progress);
    } else {
      bucketized.bucketization =
          bucketize(bucketized.table.data, request.options, random, progress);
    }
  } catch (const Infeasible& infeasible) {
    throw infeasible_error(bucketized.table, infeasible, {request.options.l, 1, false});
  }
  return bucketized;
}

void report_bucketization(const BucketizedTable& bucketized) {
  const Bucketization& bucketization = bucketized.bucketization;
  if (bucketization.suppressed > 0) {
    report(NOTICE, std::to_string(bucketization.suppressed) + " of " +
                       std::to_string(bucketized.table.data.rows) + " rows left out");
  }
  report_goal(bucketized.table, bucketized.goal);
  report(NOTICE, "bucketized into " + std::to_string(bucketization.buckets.buckets()) +
                     (bucketization.buckets.buckets() == 1 ? " bucket" : " buckets"));
}

std::vector<OutputColumn> output_columns(const BucketizedTable& bucketized) {
  const Microdata& data = bucketized.table.data;
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    OutputColumn column;
    const int place = column_of(data, a);
    column.linking = place == 1
                         ? std::span<const Row>(bucketized.bucketization.buckets.rows)
                         : bucketized.bucketization.linking[static_cast<std::size_t>(place - 2)];
    column.codes = data.columns[a];
    column.dictionary = &bucketized.table.dictionaries[a];
    column.is_varlena = column.dictionary->type().is_varlena();
    columns.push_back(column);
  }
  return columns;
}

void check_bucketized_names(const Target& target, const Source& source,
                            const std::vector<AssignedRole>& roles,
                            const BucketizationRequest& request) {
  check_added_column(source, roles, request.bucket_column, "bucket_column", 1);
  if (request.format == BucketizedFormat::joined) {
    check_expected_name(target);
    check_column_name(request.weight_column, "weight_column");
    return;
  }
  check_added_column(source, roles, request.weight_column, "weight_column", 2);
  check_added_column(source, roles, request.count_column, "count_column", 2);
  const std::string& bucket = request.bucket_column;
  if (bucket == request.weight_column || bucket == request.count_column) {
    throw Error(ERRCODE_DUPLICATE_COLUMN,
                "bucket_column must differ from weight_column and count_column");
  }
  part_target(target, quasi_identifier_suffix);
  const auto sensitive = static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role == Role::sensitive; }));
  for (std::size_t j = 0; j < sensitive; ++j)
    part_target(target, sensitive_suffix(j, sensitive));
}

Oid publish_bucketized(const Target& target, const Source& source,
                       const BucketizedTable& bucketized, const BucketizationRequest& request,
                       const Progress& progress) {
  return request.format == BucketizedFormat::joined
             ? publish_joined(target, source, bucketized, request, progress)
             : publish_anatomy(target, source, bucketized, request, progress);
}

}  // namespace microdata::postgres
