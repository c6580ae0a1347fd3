#include "postgres/methods/slicing/sliced_release.hpp"

#include <algorithm>
#include <optional>

#include "core/microdata/tuple_partition.hpp"
#include "core/privacy/diversity.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/expected_view.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/values/generalized.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// As many of the parts as a person reads.
std::string join_some(const std::vector<std::string>& parts) {
  constexpr std::size_t most = 20;
  if (parts.size() <= most) return join(parts);
  return join({parts.begin(), parts.begin() + most}) + ", and " +
         std::to_string(parts.size() - most) + " more";
}

std::string describe_columns(const Table& table, const Slicing& slicing) {
  std::vector<std::string> columns;
  for (const Column& column : slicing.columns) {
    std::vector<std::string> names;
    for (const std::size_t a : column.attributes) {
      names.push_back(quote_name(table.data.attributes[a].name));
    }
    columns.push_back("{" + join_some(names) + "}");
  }
  return join_some(columns);
}

std::string parameters_json(const SlicedTable& sliced, const SlicingRequest& request,
                            const std::string& bucket_column,
                            const std::optional<ExpectedView>& view) {
  const SlicingOptions& options = request.options;
  JsonObject json;
  json.add("columns", std::to_string(sliced.slicing.columns.size()));
  json.add("l", microdata::to_string(options.l));
  json.add("k", std::to_string(options.k));
  json.add("sensitive_column_size",
           options.sensitive_column_size ? std::to_string(*options.sensitive_column_size) : "null");
  json.add("groups_by_hand", request.groups.empty() ? "false" : "true");
  json.add_text("grouping", request.grouping);
  json.add_text("diversity_check", request.diversity_check);
  json.add_text("cuts", to_string(options.cuts));
  json.add_text("cuts_by", to_string(options.cuts_by));
  add_goal(json, sliced.goal);
  json.add_text("infeasible", request.infeasible);
  json.add_text("discretization", request.discretization);
  json.add("intervals", std::to_string(options.discretization.intervals));
  json.add("suppress", microdata::to_string(options.suppress));
  json.add("privacy", privacy_models_json(options.privacy));
  json.add_text("bucket_column", bucket_column);
  if (view) json.add_text("weight_column", view->weight_column);
  if (sliced.table.subjects) json.add("subject", subject_json(*sliced.table.subjects));
  json.add("regrouped", sliced.slicing.regrouped ? "true" : "false");
  json.add("exact_check_cut_short", sliced.slicing.exact_check_cut_short ? "true" : "false");
  json.add("mean_bucket", rounded(mean_bucket_size(sliced.slicing.buckets), 4));
  return json.str();
}

// What generalized attributes are written from, for as long as they are being written.
struct GeneralizedColumn {
  std::size_t attribute;
  GeneralizedValues values;
};

std::vector<GeneralizedColumn> generalized_columns(const SlicedTable& sliced) {
  std::vector<GeneralizedColumn> result;
  for (const auto& generalization : sliced.slicing.generalizations) {
    if (!generalization) continue;
    for (std::size_t i = 0; i < generalization->attributes.size(); ++i) {
      const std::size_t a = generalization->attributes[i];
      if (!generalization->generalizes(a)) continue;
      result.push_back(
          {a, generalize_values(sliced.table.dictionaries[a], generalization->codes[i])});
    }
  }
  return result;
}

Release make_record(const Source& source, const SlicedTable& sliced, const SlicingRequest& request,
                    const std::string& bucket_column, Oid relation,
                    const std::optional<ExpectedView>& view) {
  Release release;
  release.method = slicing_method.name;
  release.source = source.relation;
  release.relations = {relation};
  release.parameters = parameters_json(sliced, request, bucket_column, view);
  release.source_rows = sliced.table.data.rows;
  release.published_rows = static_cast<std::int64_t>(sliced.slicing.buckets.rows.size());
  release.suppressed_rows = sliced.slicing.suppressed;
  release.buckets = static_cast<std::int64_t>(sliced.slicing.buckets.buckets());
  for (std::size_t a = 0; a < sliced.table.data.attributes.size(); ++a) {
    const Attribute& attribute = sliced.table.data.attributes[a];
    release.attributes.push_back({relation, static_cast<int>(sliced.column_of(a)) + 1,
                                  attribute.name, attribute.role, sliced.generalizes(a),
                                  attribute.name});
  }
  return release;
}

std::vector<ExpectedAttribute> expected_attributes(const SlicedTable& sliced) {
  std::vector<ExpectedAttribute> attributes;
  for (std::size_t a = 0; a < sliced.table.data.attributes.size(); ++a) {
    const Comparison comparison = sliced.table.dictionaries[a].type().comparison;
    attributes.push_back({sliced.table.data.attributes[a].name,
                          static_cast<int>(sliced.column_of(a)) + 1,
                          sliced.generalizes(a) || comparison != Comparison::text});
  }
  return attributes;
}

void slice_for_inference(SlicedTable& sliced, const SlicingRequest& request, Random& random,
                         const Progress& progress) {
  const InferenceGoal goal = inference_goal(*request.inference);
  MadeForGoal<Slicing> made =
      slice_for_goal(sliced.table.data, request.options, goal, random, progress);
  sliced.goal = require_met(sliced.table, goal, made, [&](const Slicing& slicing) {
    return "l = " + microdata::to_string(request.options.l) + ", cuts by " +
           to_string(request.options.cuts_by) + " and groups " +
           describe_columns(sliced.table, slicing);
  });
  sliced.slicing = std::move(made.release);
}

}  // namespace

std::size_t SlicedTable::column_of(std::size_t attribute) const {
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    const AttributeSet& attributes = slicing.columns[c].attributes;
    if (std::binary_search(attributes.begin(), attributes.end(), attribute)) return c;
  }
  return slicing.columns.size();
}

bool SlicedTable::generalizes(std::size_t attribute) const {
  const auto& generalization = slicing.generalizations[column_of(attribute)];
  return generalization && generalization->generalizes(attribute);
}

Table read_for_slicing(const Source& source, const std::vector<AssignedRole>& roles,
                       const SlicingRequest& request, const Progress& progress) {
  Table table = read_table(source, roles, Purpose::publication, progress);
  if (need_hierarchies(request.options.privacy)) {
    const ChosenHierarchies declared = choose_hierarchies(source, roles, std::nullopt);
    set_hierarchies(resolve_hierarchies(declared, table, Role::sensitive, progress), table);
  }
  prepare_for_models(request.options.privacy, table);
  return table;
}

SlicedTable slice_source(Table table, SlicingRequest& request, bool seeded, Random& random,
                         const Progress& progress) {
  SlicedTable sliced{std::move(table), {}, std::nullopt};
  require_one_row_each(sliced.table.subjects, request.for_one_row_each.value_or("slice_table()"));
  if (request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize)
    cut_where_ranges_end(sliced.table, progress);
  if (seeded) sort_rows(sliced.table, progress);
  request.options.groups = resolve_groups(request, sliced.table);
  try {
    if (request.inference) {
      slice_for_inference(sliced, request, random, progress);
    } else {
      sliced.slicing = slice(sliced.table.data, request.options, random, progress);
    }
  } catch (const Infeasible& infeasible) {
    throw infeasible_error(sliced.table, infeasible,
                           {request.options.l, request.options.k, !request.options.groups.empty()});
  }
  return sliced;
}

// Attributes that are published with the same generalized value in every row.
void report_hollow(const SlicedTable& sliced) {
  for (const auto& generalization : sliced.slicing.generalizations) {
    if (!generalization) continue;
    for (const std::size_t a : generalization->hollow(sliced.table.data)) {
      report(NOTICE, "nothing is left of " + in_quotes(sliced.table.data.attributes[a].name),
             "Every row shows all of its values, or the range of all of them.",
             "Put it into another group with the argument groups, or ask for a smaller l or k.");
    }
  }
}

// What is certain of them without an audit. A row that is a bucket by itself is published as it is.
void warn_of_small_buckets(const TuplePartition& buckets, double l) {
  const std::uint32_t fewest = fewest_tuples(l);
  std::size_t small = 0;
  std::size_t single = 0;
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    small += buckets.bucket(b).size() < fewest ? 1 : 0;
    single += buckets.bucket(b).size() == 1 ? 1 : 0;
  }
  if (small == 0 && single == 0) return;
  const std::string of_all = " of " + count_of(buckets.buckets(), "bucket");
  const std::string k = std::to_string(std::max(fewest, std::uint32_t{2}));
  const std::string hint =
      std::string("With ") + (fewest > 1 ? "diversity_check => 'bucket', or " : "") +
      "privacy => ARRAY[k_anonymity(" + k + ")], every bucket is large enough by itself.";
  if (small == 0) {
    report(WARNING, std::to_string(single) + of_all + (single == 1 ? " has" : " have") + " one row",
           "Nothing in such a bucket is permuted: all that is published of the person stands "
           "together.",
           hint);
    return;
  }
  std::string detail;
  if (single > 0) {
    detail = count_of(single, "bucket") + (single == 1 ? " has" : " have") +
             " one row, in which all that is published of the person stands together. ";
  }
  report(WARNING,
         std::to_string(small) + of_all + (small == 1 ? " has" : " have") + " fewer rows than l",
         detail +
             "The persons in them are protected by other buckets that match the same tuples, not "
             "by the bucket alone.",
         hint);
}

void report_slicing(const SlicedTable& sliced, const SlicingOptions& options) {
  const Slicing& slicing = sliced.slicing;
  if (slicing.regrouped) {
    report(NOTICE,
           "attributes were regrouped to make l = " + microdata::to_string(options.l) + " feasible",
           evidence(sliced.table, *slicing.regrouped));
  }
  report_hollow(sliced);
  if (slicing.suppressed > 0) {
    report(NOTICE, count_of(slicing.suppressed, "row") + " of " +
                       std::to_string(sliced.table.data.rows) + " left out");
  }
  if (slicing.exact_check_cut_short) {
    report(
        NOTICE, "the exact diversity check was cut short",
        "It would have taken too long, or too much memory. The remaining splits were judged bucket "
        "by bucket, which guarantees no less.");
  }
  report_goal(sliced.table, sliced.goal);
  warn_of_small_buckets(slicing.buckets, options.l);
  report(NOTICE, "sliced into groups " + describe_columns(sliced.table, sliced.slicing) + " and " +
                     count_of(slicing.buckets.buckets(), "bucket"));
}

std::vector<OutputColumn> output_columns(const SlicedTable& sliced) {
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < sliced.table.data.attributes.size(); ++a) {
    OutputColumn column;
    column.linking = sliced.slicing.linking[sliced.column_of(a)];
    column.codes = sliced.table.data.columns[a];
    column.dictionary = &sliced.table.dictionaries[a];
    column.is_varlena = column.dictionary->type().is_varlena();
    columns.push_back(column);
  }
  return columns;
}

Oid publish_sliced(const Target& target, const Source& source, const SlicedTable& sliced,
                   const SlicingRequest& request, const std::string& bucket_column,
                   const Progress& progress) {
  std::vector<TableColumn> definition{{bucket_column, "integer"}};
  for (std::size_t a = 0; a < sliced.table.data.attributes.size(); ++a) {
    const AttributeType& type = sliced.table.dictionaries[a].type();
    definition.push_back({sliced.table.data.attributes[a].name,
                          sliced.generalizes(a) ? generalized_type(type).ddl : type_in_ddl(type)});
  }
  clear_target(target, source);
  const Oid relation = create_release_table(target, definition);

  std::vector<OutputColumn> columns = output_columns(sliced);
  const std::vector<GeneralizedColumn> generalized = generalized_columns(sliced);
  for (const GeneralizedColumn& g : generalized) {
    OutputColumn& column = columns[g.attribute];
    column.codes = sliced.slicing.generalizations[sliced.column_of(g.attribute)]->of_row;
    column.dictionary = nullptr;
    column.values = g.values.values;
    column.nulls = g.values.nulls;
    column.is_varlena = true;
  }
  write_release(relation, sliced.slicing.buckets, BucketColumn::shown, columns, progress);
  const auto view =
      create_expected_view(target, relation, bucket_column, expected_attributes(sliced), "weight",
                           mean_bucket_size(sliced.slicing.buckets));
  record_with_view(make_record(source, sliced, request, bucket_column, relation, view), view,
                   target);
  return relation;
}

}  // namespace microdata::postgres
