#include "postgres/methods/bucketization/bucketized_release.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "postgres/methods/bucketization/bucketization_method.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/row_size.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

std::string sensitive_suffix(std::size_t j, std::size_t sensitive) {
  return sensitive == 1 ? "st" : "st_" + std::to_string(j + 1);
}

int column_of(const Microdata& data, std::size_t attribute) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const auto found = std::find(sensitive.begin(), sensitive.end(), attribute);
  return found == sensitive.end() ? 1 : static_cast<int>(found - sensitive.begin()) + 2;
}

ReleaseAttribute attribute_record(const Microdata& data, std::size_t a, Oid relation) {
  const Attribute& attribute = data.attributes[a];
  return {relation, column_of(data, a), attribute.name, attribute.role, false, attribute.name};
}

TableColumn column_definition(const Table& table, std::size_t a) {
  return {table.data.attributes[a].name, type_in_ddl(table.dictionaries[a].type())};
}

CountedValues count_values(const Microdata& data, std::size_t attribute,
                           const TuplePartition& buckets, const Progress& progress) {
  const std::vector<Code>& codes = data.columns[attribute];
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

Oid create_counts_table(const Target& target, const TableColumn& attribute, const char* bucket_type,
                        const BucketizationRequest& request) {
  return create_release_table(
      target, {{request.bucket_column, bucket_type}, attribute, {request.count_column, "integer"}});
}

void write_counts(ReleaseWriter& writer, const Dictionary& values, const CountedValues& counted,
                  const Progress& progress) {
  const Code most = *std::max_element(counted.counts.begin(), counted.counts.end());
  std::vector<Datum> numbers;
  for (Code count = 0; count <= most; ++count)
    numbers.push_back(Int32GetDatum(static_cast<std::int32_t>(count)));
  const std::vector<std::uint8_t> nulls(numbers.size());
  OutputColumn value;
  value.linking = counted.entries.rows;
  value.codes = counted.values;
  value.dictionary = &values;
  value.is_varlena = value.dictionary->type().is_varlena();
  OutputColumn count;
  count.linking = counted.entries.rows;
  count.codes = counted.counts;
  count.values = numbers;
  count.nulls = nulls;
  const std::vector<OutputColumn> columns{value, count};
  writer.write(counted.entries, columns, progress);
}

std::string anatomy_query(Oid quasi_identifiers, const std::vector<Oid>& counts,
                          const Microdata& data, const BucketizationRequest& request) {
  std::vector<Oid> tables{quasi_identifiers};
  tables.insert(tables.end(), counts.begin(), counts.end());
  std::vector<ViewAttribute> attributes;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    attributes.push_back(
        {data.attributes[a].name, static_cast<std::size_t>(column_of(data, a) - 1)});
  }
  return anatomy_view_query(
      tables, attributes, {request.bucket_column, request.weight_column, request.count_column, {}});
}

namespace {

std::vector<PrivacyModel> recorded_models(const BucketizationOptions& options) {
  std::vector<PrivacyModel> models{LDiversity{options.l, LDiversity::Variant::frequency, 1}};
  models.insert(models.end(), options.privacy.begin(), options.privacy.end());
  return models;
}

// Returns the parameters; `weight_column` is a column of the release's view, if there is one.
Json parameters_json(const BucketizationFigures& figures, const BucketizationRequest& request,
                     const Json& subject, const std::optional<std::string>& weight_column,
                     const Json& regions) {
  Json json = Json::object();
  json.add("l", request.options.l);
  json.add("method", request.method);
  json.add("cuts", to_string(request.options.cuts));
  add_goal(json, figures.goal);
  json.add("format", request.format == BucketizedFormat::joined ? "joined" : "anatomy");
  json.add("suppress", request.options.suppress);
  json.add("privacy", privacy_models_json(recorded_models(request.options)));
  json.add("bucket_column", request.bucket_column);
  if (!subject.is_null()) json.add("subject", subject);
  if (weight_column) json.add("weight_column", *weight_column);
  if (request.format == BucketizedFormat::anatomy) json.add("count_column", request.count_column);
  json.add("mean_bucket", to_number(rounded(figures.sizes.mean(), 4)));
  if (!regions.is_null()) json.add("regions", regions);
  return json;
}

// Returns the columns of the first table: all of them or, in the anatomy format, those of
// attributes that are not sensitive.
std::vector<OutputColumn> row_columns(const BucketizedTable& bucketized,
                                      const BucketizationRequest& request) {
  std::vector<OutputColumn> columns = output_columns(bucketized);
  if (request.format == BucketizedFormat::joined) return columns;
  std::vector<OutputColumn> shown;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    if (bucketized.table.data.attributes[a].role != Role::sensitive) shown.push_back(columns[a]);
  }
  return shown;
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

namespace {

// Fails if rows would be too big. Sensitive attributes are in tables of their own, unless the
// format is joined.
void require_rows_fit(const Table& table, const BucketizationRequest& request) {
  AttributeSet together;
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    const bool sensitive = table.data.attributes[a].role == Role::sensitive;
    if (!sensitive || request.format == BucketizedFormat::joined) together.push_back(a);
  }
  require_row_fits(sizeof(std::int32_t) + least_bytes_of_values(table, together),
                   together.size() + 1);
}

}  // namespace

BucketizedTable bucketize_source(Table table, const BucketizationRequest& request, bool seeded,
                                 Random& random, const Progress& progress) {
  BucketizedTable bucketized{std::move(table), {}, std::nullopt};
  require_one_row_each(bucketized.table.subjects,
                       request.for_one_row_each.value_or("bucketize_table()"));
  prepare_for_models(request.options.privacy, bucketized.table);
  require_rows_fit(bucketized.table, request);
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

void BucketizationFigures::add(const BucketizedTable& bucketized) {
  source_rows += bucketized.table.data.rows;
  suppressed += bucketized.bucketization.suppressed;
  sizes.add(bucketized.bucketization.buckets);
  if (bucketized.goal) goal = bucketized.goal;
  ++regions;
}

void report_bucketization(const BucketizationFigures& figures, const Table* table) {
  if (figures.suppressed > 0) {
    report(NOTICE, std::to_string(figures.suppressed) + " of " +
                       std::to_string(figures.source_rows) + " rows left out");
  }
  if (table != nullptr) report_goal(*table, figures.goal);
  figures.learned.report("bucketized into " + count_of(figures.sizes.buckets, "bucket") +
                         (figures.regions > 1 ? " in " + count_of(figures.regions, "region") : ""));
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

void check_bucketized_names(const Target& target, const std::vector<AssignedRole>& roles,
                            const BucketizationRequest& request) {
  const auto of_role = [&](Role role) {
    return static_cast<std::size_t>(std::count_if(
        roles.begin(), roles.end(), [&](const AssignedRole& one) { return one.role == role; }));
  };
  const std::size_t published = roles.size() - of_role(Role::identifier);
  if (request.format == BucketizedFormat::joined) {
    check_column_count(published + 1);
    check_expected_name(target);
    return;
  }
  // The view has a weight as well.
  check_column_count(published + 2);
  part_target(target, quasi_identifier_suffix);
  const std::size_t sensitive = of_role(Role::sensitive);
  for (std::size_t j = 0; j < sensitive; ++j)
    part_target(target, sensitive_suffix(j, sensitive));
}

std::vector<TableColumn> joined_columns(const Table& table, const BucketizationRequest& request,
                                        const char* bucket_type) {
  std::vector<TableColumn> columns{{request.bucket_column, bucket_type}};
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a)
    columns.push_back(column_definition(table, a));
  return columns;
}

void require_settings_of_former(const Target& target, const BucketizationRequest& request) {
  require_settings_of_former(target, parameters_json({}, request, {}, std::nullopt, {}));
}

namespace {

BucketizedTables create_joined(const Target& target, const Table& table,
                               const BucketizationRequest& request, const char* bucket_type) {
  const Microdata& data = table.data;
  BucketizedTables tables;
  tables.relations = {create_release_table(target, joined_columns(table, request, bucket_type))};
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    tables.attributes.push_back(attribute_record(data, a, tables.relations.front()));
    tables.expected.push_back({data.attributes[a].name, column_of(data, a),
                               table.dictionaries[a].type().comparison != Comparison::text});
  }
  return tables;
}

BucketizedTables create_anatomy(const Target& target, const Table& table,
                                const BucketizationRequest& request, const char* bucket_type) {
  const Microdata& data = table.data;
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const Target quasi_identifiers = part_target(target, quasi_identifier_suffix);
  std::vector<Target> counts;
  for (std::size_t j = 0; j < sensitive.size(); ++j)
    counts.push_back(part_target(target, sensitive_suffix(j, sensitive.size())));

  std::vector<TableColumn> definition{{request.bucket_column, bucket_type}};
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (data.attributes[a].role != Role::sensitive)
      definition.push_back(column_definition(table, a));
  }
  BucketizedTables tables;
  tables.relations = {create_release_table(quasi_identifiers, definition)};
  std::vector<Oid> count_tables;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    count_tables.push_back(create_counts_table(counts[j], column_definition(table, sensitive[j]),
                                               bucket_type, request));
  }
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    const int column = column_of(data, a);
    tables.attributes.push_back(
        attribute_record(data, a,
                         column == 1 ? tables.relations.front()
                                     : count_tables[static_cast<std::size_t>(column - 2)]));
  }
  tables.query = anatomy_query(tables.relations.front(), count_tables, data, request);
  tables.relations.insert(tables.relations.end(), count_tables.begin(), count_tables.end());
  return tables;
}

}  // namespace

BucketizedTables create_bucketized_tables(const Target& target, const Source& source,
                                          const Table& table, const BucketizationRequest& request,
                                          const char* bucket_type) {
  clear_target(target, source);
  return request.format == BucketizedFormat::joined
             ? create_joined(target, table, request, bucket_type)
             : create_anatomy(target, table, request, bucket_type);
}

BucketizedRelease::BucketizedRelease(const Target& target, const Source& source,
                                     const BucketizationRequest& request, BucketNumbers numbers)
    : target_(target), source_(source), request_(request), numbers_(numbers) {}

void BucketizedRelease::begin(const Table& table) {
  if (table.subjects) subject_ = subject_json(*table.subjects);
  tables_ = create_bucketized_tables(target_, source_, table, request_, numbers_.type());
  const std::size_t counts = tables_.relations.size() - 1;
  writers_.emplace_back(tables_.relations.front(), BucketColumn::shown,
                        table.data.attributes.size() - counts, numbers_);
  for (std::size_t j = 1; j <= counts; ++j)
    writers_.emplace_back(tables_.relations[j], BucketColumn::shown, 2, numbers_);
}

void BucketizedRelease::add(const BucketizedTable& bucketized, const Progress& progress) {
  const Table& table = bucketized.table;
  const TuplePartition& buckets = bucketized.bucketization.buckets;
  if (writers_.empty()) begin(table);
  writers_.front().write(buckets, row_columns(bucketized, request_), progress);
  const AttributeSet sensitive = attributes_with_role(table.data, Role::sensitive);
  for (std::size_t j = 0; j + 1 < writers_.size(); ++j) {
    write_counts(writers_[j + 1], table.dictionaries[sensitive[j]],
                 count_values(table.data, sensitive[j], buckets, progress), progress);
  }
}

Oid BucketizedRelease::finish(const BucketizationFigures& figures, const Json& regions) {
  for (ReleaseWriter& writer : writers_)
    writer.finish();
  return record_bucketized(target_, source_, request_, std::move(tables_), figures, subject_,
                           regions);
}

Oid record_bucketized(const Target& target, const Source& source,
                      const BucketizationRequest& request, BucketizedTables tables,
                      const BucketizationFigures& figures, const Json& subject,
                      const Json& regions) {
  std::optional<ExpectedView> view;
  std::optional<std::string> weight_column;
  Release release;
  release.relations = std::move(tables.relations);
  if (request.format == BucketizedFormat::joined) {
    view = create_expected_view(target, release.relations.front(), request.bucket_column,
                                tables.expected, request.weight_column, figures.sizes.mean());
    if (view) weight_column = view->weight_column;
  } else {
    release.relations.insert(release.relations.begin(), create_release_view(target, tables.query));
    weight_column = request.weight_column;
  }
  release.method = bucketization_method.name;
  release.source = source.relation;
  release.set_parameters(parameters_json(figures, request, subject, weight_column, regions));
  release.source_rows = figures.source_rows;
  release.published_rows = static_cast<std::int64_t>(figures.sizes.rows);
  release.suppressed_rows = figures.suppressed;
  release.buckets = static_cast<std::int64_t>(figures.sizes.buckets);
  release.attributes = std::move(tables.attributes);
  const Oid leading = release.relations.front();
  record_with_view(std::move(release), view, target);
  return leading;
}

BucketizationRequest bucketization_request(const Arguments& arguments,
                                           const PublishingArguments& publishing) {
  BucketizationRequest request;
  request.options.l = given_l(arguments);
  request.method = arguments.text("method");
  request.options.method = arguments.choice<BucketizationMethod>(
      "method",
      {{"anatomy", BucketizationMethod::anatomy}, {"mondrian", BucketizationMethod::mondrian}});
  request.options.privacy = publishing.privacy;
  request.options.suppress = publishing.suppress;
  request.options.cuts = given_cuts(arguments);
  request.inference = given_inference(arguments, request.options.cuts);
  if (request.inference)
    request.for_one_row_each = "inference => " + microdata::to_string(*request.inference);
  request.rows_per_person = given_rows_per_person(arguments);
  request.options.threads = max_threads();
  return request;
}

void check_bucketized_roles(const Source& source, const std::vector<AssignedRole>& roles) {
  require_sensitive(source, roles);
  require_quasi_identifier(source, roles);
}

namespace {

SubjectRequest subject_request(const Table& table, const BucketizationRequest& request) {
  SubjectRequest result;
  result.options.l = request.options.l;
  result.options.near_persons = request.options.method != BucketizationMethod::anatomy;
  result.options.cuts = request.options.cuts;
  result.options.rows_per_person = request.rows_per_person;
  result.options.privacy = request.options.privacy;
  result.options.suppress = request.options.suppress;
  result.options.leave_out = request.options.suppress;
  result.options.threads = request.options.threads;
  const AttributeSet attributes = attributes_of_persons(table);
  if (!attributes.empty()) result.columns.push_back(attributes);
  result.bucket_column = request.bucket_column;
  result.weight_column = request.weight_column;
  result.member_column = request.member_column;
  result.method = request.method;
  return result;
}

}  // namespace

bool bucketizes_persons(const Table& table, const BucketizationRequest& request) {
  return has_several_rows(table) && !request.for_one_row_each;
}

Oid bucketize_by_subject(const Target& target, const Source& source, Table& table,
                         const BucketizationRequest& request, bool seeded, Random& random,
                         Phases& phases) {
  const Progress progress = phases.progress();
  const SubjectRequest persons = subject_request(table, request);
  check_subject_names(target, table);
  prepare_for_models(request.options.privacy, table);
  if (seeded) sort_rows(table, progress);
  const SubjectBucketization bucketization = bucketize_persons(table, persons, random, progress);
  const LearnedShare learned = learned_of_subjects(table, bucketization, persons, progress);
  phases.begin("write");
  const Oid relation =
      publish_subjects(target, source, table, bucketization, persons, bucketization_method.name,
                       Json::object().add("cuts", to_string(request.options.cuts)), progress);
  report_subjects(table, bucketization, "bucketized", learned);
  return relation;
}

}  // namespace microdata::postgres
