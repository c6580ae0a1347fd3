#include "postgres/methods/slicing/sliced_release.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/microdata/attribute_set.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/expected_view.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/row_size.hpp"
#include "postgres/release/shown_lists.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/values/generalized.hpp"
#include "postgres/values/list_texts.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

Json parameters_json(const SlicingFigures& figures, const SlicingRequest& request,
                     const std::string& bucket_column, const Json& subject,
                     const std::optional<ExpectedView>& view, const Json& regions) {
  const SlicingOptions& options = request.options;
  Json json = Json::object();
  json.add("columns", figures.columns.size());
  json.add("l", options.l);
  json.add("k", options.k);
  if (options.k > 1) json.add("k_scope", "bucket");
  json.add("sensitive_column_size", options.sensitive_column_size);
  json.add("groups_by_hand", !request.groups.empty());
  json.add("strict", request.options.grouping == Grouping::strict);
  json.add("diversity_check", request.diversity_check);
  json.add("cuts", to_string(options.cuts, options.cuts_by));
  add_goal(json, figures.goal);
  json.add("infeasible", request.infeasible);
  json.add("discretization", request.discretization);
  json.add("intervals", options.discretization.intervals);
  json.add("suppress", options.suppress);
  json.add("privacy", privacy_models_json(options.privacy));
  json.add("bucket_column", bucket_column);
  if (view) json.add("weight_column", view->weight_column);
  if (!subject.is_null()) json.add("subject", subject);
  json.add("regrouped", figures.regrouped.has_value());
  json.add("exact_check_cut_short", figures.exact_check_cut_short);
  json.add("mean_bucket", to_number(rounded(figures.sizes.mean(), 4)));
  if (!regions.is_null()) json.add("regions", regions);
  return json;
}

void slice_for_inference(SlicedTable& sliced, const SlicingRequest& request, Random& random,
                         const Progress& progress) {
  const InferenceGoal goal = inference_goal(*request.inference);
  MadeForGoal<Slicing> made =
      slice_for_goal(sliced.table.data, request.options, goal, random, progress);
  sliced.goal = require_met(sliced.table, goal, made, [&](const Slicing& slicing) {
    return "l = " + microdata::to_string(request.options.l) + ", cuts by " +
           to_string(request.options.cuts, request.options.cuts_by) + " and groups " +
           described_columns(column_names(sliced.table, slicing.columns));
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
  if (!generalization) return false;
  return is_region ? contains(generalization->attributes, attribute)
                   : generalization->generalizes(attribute);
}

Table read_for_slicing(const Source& source, const std::vector<AssignedRole>& roles,
                       const SlicingRequest& request, Purpose purpose, const Progress& progress) {
  Table table = read_table(source, roles, purpose, progress);
  if (need_hierarchies(request.options.privacy)) {
    const ChosenHierarchies declared = choose_hierarchies(source, roles, std::nullopt);
    set_hierarchies(resolve_hierarchies(declared, table, Role::sensitive, progress), table);
  }
  prepare_for_models(request.options.privacy, table);
  return table;
}

namespace {

std::size_t least_bytes_of_generalized(const Dictionary& dictionary) {
  if (generalized_type(dictionary.type()).is_range()) return least_bytes_of_range(dictionary);
  return dictionary.nullable() ? 0 : 1;
}

// True if each release is known to generalize the attribute: a region has k rows, and one of the
// values has fewer.
bool is_surely_generalized(const Table& table, std::size_t a, const SlicingRequest& request) {
  if (request.options.k == 1 || request.options.suppress > 0) return false;
  std::vector<std::uint64_t> rows(table.data.attributes[a].distinct);
  for (Row row = 0; row < table.data.rows; ++row)
    rows[table.data.columns[a][row]] += table.data.times_of(row);
  return std::any_of(rows.begin(), rows.end(), [&](std::uint64_t of_value) {
    return of_value > 0 && of_value < request.options.k;
  });
}

// Fails before the work for rows that would be too big whatever is generalized. A table that is
// sliced in place has no column of buckets.
void require_rows_fit(const Table& table, const SlicingRequest& request) {
  const bool generalizes =
      request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize;
  std::size_t bytes = 0;
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    const std::size_t of_values = table.dictionaries[a].least_bytes_in_row();
    if (!generalizes || table.data.attributes[a].role != Role::quasi_identifier) {
      bytes += of_values;
      continue;
    }
    const std::size_t generalized = least_bytes_of_generalized(table.dictionaries[a]);
    bytes +=
        is_surely_generalized(table, a, request) ? generalized : std::min(generalized, of_values);
  }
  require_row_fits(bytes, table.data.attributes.size());
}

// Fails before anything is written for rows that are too big, as it is known what is generalized.
void require_sliced_rows_fit(const SlicedTable& sliced, std::size_t bytes_of_bucket) {
  std::size_t bytes = bytes_of_bucket;
  for (std::size_t a = 0; a < sliced.table.dictionaries.size(); ++a) {
    const Dictionary& dictionary = sliced.table.dictionaries[a];
    bytes += sliced.generalizes(a) ? least_bytes_of_generalized(dictionary)
                                   : dictionary.least_bytes_in_row();
  }
  require_row_fits(bytes, sliced.table.dictionaries.size() + 1);
}

}  // namespace

SlicedTable prepared_to_slice(Table table, SlicingRequest& request, bool seeded,
                              const Progress& progress) {
  SlicedTable sliced{std::move(table), {}, std::nullopt};
  require_one_row_each(sliced.table.subjects, request.for_one_row_each.value_or("slice_table()"));
  if (request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize)
    cut_where_ranges_end(sliced.table, progress);
  require_rows_fit(sliced.table, request);
  if (seeded) sort_rows(sliced.table, progress);
  request.options.groups = resolve_groups(request, sliced.table);
  return sliced;
}

void fail_infeasible(const Table& table, const SlicingRequest& request,
                     const Infeasible& infeasible) {
  throw infeasible_error(table, infeasible,
                         {request.options.l, request.options.k, !request.options.groups.empty()});
}

SlicedTable slice_source(Table table, SlicingRequest& request, bool seeded, Random& random,
                         const Progress& progress) {
  SlicedTable sliced = prepared_to_slice(std::move(table), request, seeded, progress);
  try {
    if (request.inference) {
      slice_for_inference(sliced, request, random, progress);
    } else {
      sliced.slicing = slice(sliced.table.data, request.options, random, progress);
    }
  } catch (const Infeasible& infeasible) {
    fail_infeasible(sliced.table, request, infeasible);
  }
  return sliced;
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

namespace {

// Each row of a region shows its values, of one attribute.
void check_lists_of_regions(const Table& table, std::size_t attribute,
                            const ColumnGeneralization& generalization, std::size_t place) {
  ListTexts lists(table.dictionaries[attribute], ListForm::set);
  std::vector<double> bytes;
  for (const std::vector<Code>& codes : generalization.codes[place])
    bytes.push_back(codes.size() > 1 ? lists.bytes(codes) : 0);
  std::vector<std::size_t> rows(bytes.size());
  for (const std::uint32_t region : generalization.of_row) {
    if (region < rows.size()) ++rows[region];
  }
  std::vector<std::uint32_t> regions(bytes.size());
  std::iota(regions.begin(), regions.end(), 0U);
  check_lists(table, {}, {{attribute, std::move(bytes), regions}}, rows, ListKind::regions, {});
}

}  // namespace

WrittenSlices::WrittenSlices(const SlicedTable& sliced) : columns(output_columns(sliced)) {
  for (std::size_t a = 0; a < columns.size(); ++a) {
    if (!sliced.generalizes(a)) continue;
    types.push_back(shown_type(sliced.table.dictionaries[a].type()));
    const ColumnGeneralization& generalization =
        *sliced.slicing.generalizations[sliced.column_of(a)];
    const auto place = static_cast<std::size_t>(
        std::find(generalization.attributes.begin(), generalization.attributes.end(), a) -
        generalization.attributes.begin());
    if (types.back() == TEXTOID) {
      require_different_texts(sliced.table.dictionaries[a], sliced.table.data.attributes[a].name,
                              {});
      check_lists_of_regions(sliced.table, a, generalization, place);
    }
    generalized_.push_back(
        generalize_values(sliced.table.dictionaries[a], generalization.codes[place]));
    OutputColumn& column = columns[a];
    column.codes = generalization.of_row;
    column.dictionary = nullptr;
    column.values = generalized_.back().values;
    column.nulls = generalized_.back().nulls;
    column.is_varlena = true;
  }
}

void require_settings_of_former(const Target& target, const SlicingRequest& request,
                                const std::vector<std::vector<std::string>>& columns,
                                const std::string& bucket_column) {
  SlicingFigures figures;
  figures.columns = columns;
  require_settings_of_former(
      target, parameters_json(figures, request, bucket_column, {}, std::nullopt, {}));
}

SlicedRelease::SlicedRelease(const Target& target, const Source& source,
                             const SlicingRequest& request, const std::string& bucket_column,
                             BucketNumbers numbers)
    : target_(target),
      source_(source),
      request_(request),
      bucket_column_(bucket_column),
      numbers_(numbers) {}

void SlicedRelease::begin(const SlicedTable& sliced) {
  require_sliced_rows_fit(sliced, sizeof(std::int32_t));
  std::vector<TableColumn> definition{{bucket_column_, numbers_.type()}};
  for (std::size_t a = 0; a < sliced.table.data.attributes.size(); ++a) {
    const AttributeType& type = sliced.table.dictionaries[a].type();
    definition.push_back({sliced.table.data.attributes[a].name,
                          sliced.generalizes(a) ? generalized_type(type).ddl : type_in_ddl(type)});
  }
  clear_target(target_, source_);
  table_.relation = create_release_table(target_, definition);
  for (std::size_t a = 0; a < sliced.table.data.attributes.size(); ++a) {
    const Attribute& attribute = sliced.table.data.attributes[a];
    const int column = static_cast<int>(sliced.column_of(a)) + 1;
    const bool has_equality = sliced.table.dictionaries[a].type().comparison != Comparison::text;
    table_.attributes.push_back({table_.relation, column, attribute.name, attribute.role,
                                 sliced.generalizes(a), attribute.name});
    table_.expected.push_back({attribute.name, column, sliced.generalizes(a) || has_equality});
  }
  if (sliced.table.subjects) table_.subject = subject_json(*sliced.table.subjects);
  writer_.emplace(table_.relation, BucketColumn::shown, table_.attributes.size(), numbers_);
}

void SlicedRelease::add(const SlicedTable& sliced, const Progress& progress) {
  if (!writer_) begin(sliced);
  // What is generalized is allocated for as long as it is written.
  const MemoryScope memory;
  const WrittenSlices written(sliced);
  writer_->write(sliced.slicing.buckets, written.columns, progress);
}

Oid SlicedRelease::finish(const SlicingFigures& figures, const Json& regions) {
  writer_->finish();
  record_sliced(target_, source_, request_, bucket_column_, table_, figures, regions);
  return table_.relation;
}

void record_sliced(const Target& target, const Source& source, const SlicingRequest& request,
                   const std::string& bucket_column, const RecordedTable& table,
                   const SlicingFigures& figures, const Json& regions) {
  const auto view = create_expected_view(target, table.relation, bucket_column, table.expected,
                                         free_column(source, "weight"), figures.sizes.mean());
  Release release;
  release.method = slicing_method.name;
  release.source = source.relation;
  release.relations = {table.relation};
  release.set_parameters(
      parameters_json(figures, request, bucket_column, table.subject, view, regions));
  release.source_rows = figures.source_rows;
  release.published_rows = static_cast<std::int64_t>(figures.sizes.rows);
  release.suppressed_rows = figures.suppressed;
  release.buckets = static_cast<std::int64_t>(figures.sizes.buckets);
  release.attributes = table.attributes;
  record_with_view(release, view, target);
}

}  // namespace microdata::postgres
