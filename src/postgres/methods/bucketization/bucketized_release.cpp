#include "postgres/methods/bucketization/bucketized_release.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// Moves the rows of `joined` into the release's tables of the anatomy format, on the servers where
// the rows are.
void take_apart(const std::string& joined, const ReleaseBuilder& tables,
                const BucketizationRequest& request) {
  const Oid first = tables.relations().front();
  const std::string bucket = quote_name(request.bucket_column);
  const std::string count = quote_name(request.count_column);
  std::vector<std::string> beside{bucket};
  for (const ReleaseAttribute& attribute : tables.attributes()) {
    const std::string name = quote_name(attribute.name);
    if (attribute.relation == first) {
      beside.push_back(name);
      continue;
    }
    const std::string value = join({bucket, name});
    execute(
        join({"INSERT INTO", qualified_name(attribute.relation), "(", join({value, count}),
              ") SELECT", join({value, "pg_catalog.count(*)"}), "FROM", joined, "GROUP BY", value},
             " "));
  }
  execute("INSERT INTO " + qualified_name(first) + " (" + join(beside) + ") SELECT " +
          join(beside) + " FROM " + joined);
}

// Suffixes of the tables of the anatomy format: of the quasi-identifiers, and of each sensitive
// attribute.
constexpr const char* quasi_identifier_suffix = "qit";

std::string sensitive_suffix(std::size_t j, std::size_t sensitive) {
  return sensitive == 1 ? "st" : "st_" + std::to_string(j + 1);
}

// Returns the counted values of one sensitive attribute.
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

std::vector<PrivacyModel> recorded_models(const BucketizationOptions& options) {
  std::vector<PrivacyModel> models{LDiversity{options.l, LDiversity::Variant::frequency, 1}};
  models.insert(models.end(), options.privacy.begin(), options.privacy.end());
  return models;
}

// Returns the parameters; `weight_column` is a column of the release's view, if there is one.
Json parameters_json(const BucketFigures& figures, const BucketizationRequest& request,
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

SubjectRequest subject_request(const Table& table, const BucketizationRequest& request) {
  SubjectRequest result = subject_request_of(request);
  result.options.near_persons = request.options.method != BucketizationMethod::anatomy;
  const AttributeSet attributes = attributes_of_persons(table);
  if (!attributes.empty()) result.columns.push_back(attributes);
  result.bucket_column = request.bucket_column;
  result.weight_column = request.weight_column;
  result.member_column = request.member_column;
  result.method = request.method;
  result.inference = request.inference;
  return result;
}

}  // namespace

int column_of(const Microdata& data, std::size_t attribute) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const auto found = std::find(sensitive.begin(), sensitive.end(), attribute);
  return found == sensitive.end() ? 1 : static_cast<int>(found - sensitive.begin()) + 2;
}

DraftTable rows_table(const Table& table, const BucketizationRequest& request,
                      const TuplePartition& buckets,
                      const std::vector<std::span<const Row>>& linking) {
  const bool joined = request.format == BucketizedFormat::joined;
  DraftTable rows{joined ? "" : quasi_identifier_suffix, request.bucket_column, &buckets};
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    const int column = column_of(table.data, a);
    if (column > 1 && !joined) continue;
    const auto place = static_cast<std::size_t>(column - 1);
    rows.columns.push_back(draft_column(
        table, a, column, place < linking.size() ? linking[place] : std::span<const Row>()));
  }
  return rows;
}

DraftTable rows_table(const BucketizedTable& bucketized, const BucketizationRequest& request) {
  const Bucketization& made = bucketized.bucketization;
  std::vector<std::span<const Row>> linking{made.buckets.rows};
  linking.insert(linking.end(), made.linking.begin(), made.linking.end());
  return rows_table(bucketized.table, request, made.buckets, linking);
}

DraftTable counts_table(const Table& table, std::size_t attribute, const Dictionary& values,
                        const CountedValues& counted, const BucketizationRequest& request) {
  const AttributeSet sensitive = attributes_with_role(table.data, Role::sensitive);
  const int column = column_of(table.data, attribute);
  DraftTable counts{sensitive_suffix(static_cast<std::size_t>(column - 2), sensitive.size()),
                    request.bucket_column, &counted.entries};
  counts.columns = {draft_column(table, attribute, column, counted.entries.rows),
                    numbers_column(request.count_column, counted.entries.rows, counted.counts)};
  counts.columns.front().output = plain_column(counted.entries.rows, counted.values, values);
  return counts;
}

std::string anatomy_query(const std::vector<Oid>& tables, const Microdata& data,
                          const BucketizationRequest& request) {
  std::vector<ViewAttribute> attributes;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    attributes.push_back(
        {data.attributes[a].name, static_cast<std::size_t>(column_of(data, a) - 1)});
  }
  return anatomy_view_query(
      tables, attributes, {request.bucket_column, request.weight_column, request.count_column, {}});
}

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
    const BucketizationOptions& asked = request.options;
    const auto attempt = [&](const Microdata& data, const FeasibleSettings& settings) {
      BucketizationOptions options = asked;
      options.l = settings.l;
      options.suppress = settings.suppress;
      options.privacy = settings.privacy;
      return first_reason(data, options, progress);
    };
    throw infeasible_error(bucketized.table, infeasible,
                           {{asked.l, 1, asked.suppress, asked.privacy},
                            false,
                            asked.cuts != Cuts::oblivious,
                            attempt});
  }
  return bucketized;
}

void report_bucketization(const BucketFigures& figures, const Table* table) {
  if (figures.suppressed > 0) {
    remark(std::to_string(figures.suppressed) + " of " + std::to_string(figures.source_rows) +
           " rows are suppressed");
  }
  if (table != nullptr) remark_goal(*table, figures.goal);
  figures.learned.report("bucketized into " + count_of(figures.sizes.buckets, "bucket") +
                         (figures.regions > 1 ? " in " + count_of(figures.regions, "region") : ""));
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

void require_settings_of_former(const Target& target, const BucketizationRequest& request) {
  require_settings_of_former(target, parameters_json({}, request, {}, std::nullopt, {}));
}

void create_bucketized(const Table& table, const BucketizationRequest& request,
                       ReleaseBuilder& builder) {
  builder.create(rows_table(table, request, {}, {}));
  if (request.format == BucketizedFormat::joined) return;
  for (const std::size_t a : attributes_with_role(table.data, Role::sensitive))
    builder.create(counts_table(table, a, table.dictionaries[a], {}, request));
}

void write_bucketized(const BucketizedTable& bucketized, const BucketizationRequest& request,
                      ReleaseBuilder& builder, const Progress& progress) {
  const Table& table = bucketized.table;
  builder.add(rows_table(bucketized, request), progress);
  if (request.format == BucketizedFormat::joined) return;
  for (const std::size_t a : attributes_with_role(table.data, Role::sensitive)) {
    const CountedValues counted =
        count_values(table.data, a, bucketized.bucketization.buckets, progress);
    builder.add(counts_table(table, a, table.dictionaries[a], counted, request), progress);
  }
}

Oid record_bucketized(const Table& table, const BucketizationRequest& request,
                      const BucketFigures& figures, const Json& regions, ReleaseBuilder& builder) {
  std::optional<std::string> weight_column = request.weight_column;
  if (request.format == BucketizedFormat::joined) {
    weight_column = builder.add_expected_view(request.bucket_column, request.weight_column,
                                              figures.sizes.mean());
  } else {
    builder.add_view("", anatomy_query(builder.relations(), table.data, request));
  }
  builder.record(
      bucketization_method.name,
      parameters_json(figures, request, table.subjects ? subject_json(*table.subjects) : Json(),
                      weight_column, regions),
      figures.counts());
  return builder.relations().front();
}

BucketizationRequest bucketization_request(const Arguments& arguments) {
  BucketizationRequest request;
  request.options.l = given_l(arguments);
  request.method = arguments.text("method");
  request.options.method = arguments.choice<BucketizationMethod>(
      "method",
      {{"anatomy", BucketizationMethod::anatomy}, {"mondrian", BucketizationMethod::mondrian}});
  request.options.privacy = given_privacy(arguments);
  request.options.suppress = given_suppress(arguments);
  request.options.cuts = given_cuts(arguments);
  request.inference = given_inference(arguments, request.options.cuts);
  request.rows_per_person = given_rows_per_person(arguments);
  request.options.threads = max_threads();
  return request;
}

PersonsPublisher publisher_of_persons(const BucketizationRequest& request) {
  return {.method = bucketization_method.name,
          .prepare =
              [&](const Publication& call, Table table) {
                PersonsPart part{std::move(table), {}};
                part.request = subject_request(part.table, request);
                prepare_for_models(request.options.privacy, part.table);
                if (call.seeded) sort_rows(part.table, call.progress);
                return part;
              },
          .parameters =
              [&](const PersonsPart& /*last*/) {
                return Json::object().add("cuts", to_string(request.options.cuts));
              },
          .report =
              [](const PersonsPart& last, const SubjectFigures& figures) {
                report_subjects(last, figures, "bucketized");
              }};
}

RegionRequest region_request(const Publication& call, const BucketizationRequest& request) {
  RegionRequest result;
  result.regions = call.regions;
  result.l = request.options.l;
  result.privacy = request.options.privacy;
  result.cuts = request.options.cuts;
  if (request.options.method == BucketizationMethod::anatomy) {
    // Anatomy uses no quasi-identifiers, so its buckets disclose nothing about people's values;
    // regions that depend on sensitive values would. Therefore regions are merged by their numbers
    // of rows only, if they would have few buckets.
    constexpr std::uint64_t fewest_buckets = 8;
    result.cuts = Cuts::oblivious;
    result.k = static_cast<std::uint32_t>(fewest_buckets *
                                          fewest_rows_of_bucket(result.l, result.privacy));
  }
  result.bytes_per_row = bucketizing_bytes(count_published(call.roles));
  result.bytes_to_verify = verifying_bytes(count_published(call.roles));
  result.as_they_are = published_columns(call.source, call.roles);
  result.seeded = call.seeded;
  return result;
}

bool bucketizes_where_rows_are(const Publication& call, const BucketizationRequest& request) {
  if (shards_of(call.source.relation) == 0 || need_hierarchies(request.options.privacy))
    return false;
  // Values are counted by the type's equality.
  for (std::size_t i = 0; i < call.roles.size(); ++i) {
    if (request.format == BucketizedFormat::anatomy && call.roles[i].role == Role::sensitive &&
        call.source.columns[i].type.comparison == Comparison::text) {
      return false;
    }
  }
  return true;
}

Oid bucketize_distributed(const Publication& call, const RegionPlan& plan,
                          const BucketizationRequest& request) {
  require_may_be_asked("bucketize_region");
  static constexpr std::array passed{"l", "method", "suppress", "privacy", "seed"};
  const Table table = unread_table(call.source, call.roles);
  call.progress.phase("partition");
  const Scratch scratch = copy_to_scratch(call.target, call.source, call.roles, plan);
  ReleaseBuilder tables(call.target, call.source, numbers_of_regions(plan));
  create_bucketized(table, request, tables);
  const std::string first = qualified_name(tables.relations().front());
  for (const Oid relation : tables.relations())
    distribute(qualified_name(relation),
               {request.bucket_column, 0, relation == tables.relations().front() ? "" : first});

  BucketizationRequest in_one_table = request;
  in_one_table.format = BucketizedFormat::joined;
  const std::vector<TableColumn> columns =
      rows_table(table, in_one_table, {}, {}).definition(tables.numbers());
  const bool joined = request.format == BucketizedFormat::joined;
  const std::string made =
      joined ? first : make_beside(call.target, columns, request.bucket_column, first);
  BucketFigures figures;
  figures.learned =
      publish_on_servers(call, plan, scratch,
                         {.call = {"bucketize_region",
                                   passed,
                                   {{"cuts", quote_value(to_string(request.options.cuts))}}},
                          .bound = 1 / request.options.l,
                          .table = made,
                          .columns = columns})
          .learned;
  figures.set_counts(plan, count_buckets(made, request.bucket_column).sizes);
  if (!joined) {
    take_apart(made, tables, request);
    drop_table(made);
  }
  report_bucketization(figures, nullptr);
  return record_bucketized(
      table, request, figures,
      counted_regions_json(plan, call.source.relation, tables.attributes(), request.bucket_column),
      tables);
}

namespace {

std::size_t model_of_l(const Release& release) {
  return is_of_subjects(release) ? 0 : 1;
}

}  // namespace

const Method bucketization_method{
    .name = "bucketization",
    .about =
        "Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive "
        "values to the other attributes.",
    .call = {.function = "bucketize_table", .implied_models = model_of_l},
    .structure = check_sensitive_apart,
    .layout = LayoutKind::buckets,
};

namespace {

constexpr std::array arguments_of_bucketization{
    SeriesArgument{"format", SeriesArgument::Kind::text},
    SeriesArgument{"rows", SeriesArgument::Kind::text}};

BucketizedFormat format_of_series(const std::string& name) {
  if (name == "joined") return BucketizedFormat::joined;
  if (name == "anatomy") return BucketizedFormat::anatomy;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unknown format: " + in_quotes(name))
      .hint("format is one of joined, anatomy.");
}

BucketizedFormat format_of(const SeriesArguments& arguments) {
  return format_of_series(arguments.text("format").value_or("joined"));
}

BucketizationRequest request_of(const EditionCall& call) {
  BucketizationRequest request;
  request.format = format_of(call.arguments);
  request.bucket_column = edition_column(call.series, "bucket");
  request.weight_column = edition_column(call.series, "weight");
  request.count_column = edition_column(call.series, "count");
  return request;
}

void begin_bucketized(const Source&, const std::vector<AssignedRole>&,
                      const SeriesArguments& arguments, std::vector<SeriesAttribute>&) {
  const BucketizedFormat format = format_of(arguments);
  const std::string rows = arguments.text("rows").value_or("one");
  if (rows == "one") return;
  if (rows != "growing") {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unknown rows: " + in_quotes(rows))
        .hint("rows is one of one, growing.");
  }
  if (format != BucketizedFormat::joined) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "format => 'anatomy' does not support persons with several rows")
        .hint("Leave format out.");
  }
}

void check_names_of_bucketized(const EditionCall& call) {
  check_bucketized_names(call.target, call.roles, request_of(call));
}

// Adds the table of an edition; returns the column of weights, if there is a view.
std::optional<std::string> add_joined_edition(const EditionTable& made,
                                              const BucketizationRequest& request, Random& random,
                                              ReleaseBuilder& builder, const Progress& progress) {
  EditionPlaces places = places_of(made, progress);
  shuffle_values(places, random, progress);
  const std::vector<Row> rows = at_places(made, made.shown.rows, places);
  DraftTable shown = rows_table(made.table, request, places.places, {rows});
  shown.columns[made.sensitive].output = sensitive_column(made, places);
  builder.add(shown, progress);
  return builder.add_expected_view(request.bucket_column, request.weight_column,
                                   mean_bucket_size(made.shown), made.edition.counterfeits() > 0);
}

// Returns the values of each bucket, once each; those of persons with harmless values with their
// numbers, and NULL as often as a group of persons without a value has persons.
CountedValues counted_values(const EditionTable& made, const Progress& progress) {
  const Edition& edition = made.edition;
  CountedValues counted;
  const auto end_bucket = [&](Code count) {
    counted.counts.resize(counted.values.size(), count);
    counted.entries.offsets.push_back(static_cast<Row>(counted.values.size()));
  };
  for (std::size_t b = 0; b < edition.signature_of.size(); ++b) {
    progress.checkpoint_at(b);
    const Signature& signature = edition.signatures[edition.signature_of[b]];
    counted.values.insert(counted.values.end(), signature.begin(), signature.end());
    end_bucket(1);
  }
  for (std::size_t g = 0; g < edition.harmless.buckets(); ++g) {
    progress.checkpoint_at(g);
    std::map<Code, Code> numbers;
    for (const Code value : edition.values_of_harmless(g))
      ++numbers[value];
    for (const auto& [value, number] : numbers) {
      counted.values.push_back(value);
      counted.counts.push_back(number);
    }
    counted.entries.offsets.push_back(static_cast<Row>(counted.values.size()));
  }
  for (std::size_t g = 0; g < edition.valueless.buckets(); ++g) {
    progress.checkpoint_at(g);
    counted.values.push_back(made.values.distinct() - 1);
    end_bucket(static_cast<Code>(edition.valueless.bucket(g).size()));
  }
  counted.entries.rows.resize(counted.values.size());
  std::iota(counted.entries.rows.begin(), counted.entries.rows.end(), 0U);
  return counted;
}

void add_anatomy_edition(const EditionTable& made, const BucketizationRequest& request,
                         ReleaseBuilder& builder, const Progress& progress) {
  builder.add(rows_table(made.table, request, made.shown, {made.shown.rows}), progress);
  builder.add(counts_table(made.table, made.sensitive, made.values, counted_values(made, progress),
                           request),
              progress);
  builder.add_view("", anatomy_query(builder.relations(), made.table.data, request));
}

MadeEdition publish_bucketized_edition(const EditionCall& call, Table table, Random& random,
                                       Phases& phases) {
  const Progress progress = phases.progress();
  const BucketizationRequest request = request_of(call);
  EditionTable made = make_edition_table(std::move(table), call.series, random, progress);
  const LearnedShare learned =
      learned_of_edition(made, call.series, columns_of_buckets(made.table.data), false, progress);
  phases.begin("write");
  ReleaseBuilder builder(call.target, call.source);
  const bool anatomy = request.format == BucketizedFormat::anatomy;
  std::optional<std::string> weight_column = request.weight_column;
  if (anatomy) {
    add_anatomy_edition(made, request, builder, progress);
  } else {
    weight_column = add_joined_edition(made, request, random, builder, progress);
  }
  Json json = edition_parameters(made, call.series, request.bucket_column);
  json.add("format", anatomy ? "anatomy" : "joined");
  if (weight_column) json.add("weight_column", *weight_column);
  if (anatomy) json.add("count_column", request.count_column);
  const PublishedEdition published =
      record_edition_as(bucketization_method.name, made, std::move(json), builder);
  return {std::move(made), published, learned};
}

}  // namespace

const SeriesMethod bucketization_series{
    "bucketization",           arguments_of_bucketization, begin_bucketized,
    check_names_of_bucketized, publish_bucketized_edition, publish_cohorts};

}  // namespace microdata::postgres
