#include "postgres/methods/bucketization/bucketization_method.hpp"

#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "core/choice/release_view.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/methods/bucketization/cohort_edition.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

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

// Records the edition as a release; `weight_column` is a column of the relation that has one.
PublishedEdition record_bucketized(const EditionCall& call, const EditionTable& made,
                                   const BucketizationRequest& request,
                                   const std::optional<std::string>& weight_column,
                                   std::vector<Oid> relations, Oid persons, Oid sensitive) {
  const bool anatomy = request.format == BucketizedFormat::anatomy;
  Json json = edition_parameters(made, call.series, request.bucket_column);
  json.add("format", anatomy ? "anatomy" : "joined");
  if (weight_column) json.add("weight_column", *weight_column);
  if (anatomy) json.add("count_column", request.count_column);
  Release release = edition_release(call.source, made, bucketization_method.name, std::move(json));
  release.relations = std::move(relations);
  const Microdata& data = made.table.data;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    release.attributes.push_back(
        attribute_record(data, a, a == made.sensitive ? sensitive : persons));
  }
  return {record_published(release), release.relations};
}

PublishedEdition publish_joined_edition(const EditionCall& call, const EditionTable& made,
                                        const BucketizationRequest& request, Random& random,
                                        const Progress& progress) {
  const Microdata& data = made.table.data;
  EditionPlaces places = places_of(made, progress);
  shuffle_values(places, random, progress);
  const std::vector<Row> rows = at_places(made, made.shown.rows, places);
  std::vector<TableColumn> definition{{request.bucket_column, "integer"}};
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    definition.push_back(column_definition(made.table, a));
    columns.push_back(a == made.sensitive
                          ? sensitive_column(made, places)
                          : plain_column(rows, data.columns[a], made.table.dictionaries[a]));
  }
  clear_target(call.target, call.source);
  const Oid relation = create_release_table(call.target, definition);
  write_release(relation, places.places, BucketColumn::shown, columns, progress);
  const std::optional<ExpectedView> view = create_expected_view(
      call.target, relation, request.bucket_column, made,
      [&](std::size_t a) { return column_of(data, a); }, request.weight_column);
  std::vector<Oid> relations{relation};
  if (view) relations.push_back(view->relation);
  return record_bucketized(call, made, request,
                           view ? std::optional(view->weight_column) : std::nullopt,
                           std::move(relations), relation, relation);
}

// Returns the values of each bucket, once each, and NULL as often as a group of persons without a
// value has persons.
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
  for (std::size_t g = 0; g < edition.valueless.buckets(); ++g) {
    progress.checkpoint_at(g);
    counted.values.push_back(made.values.distinct() - 1);
    end_bucket(static_cast<Code>(edition.valueless.bucket(g).size()));
  }
  counted.entries.rows.resize(counted.values.size());
  std::iota(counted.entries.rows.begin(), counted.entries.rows.end(), 0U);
  return counted;
}

PublishedEdition publish_anatomy_edition(const EditionCall& call, const EditionTable& made,
                                         const BucketizationRequest& request,
                                         const Progress& progress) {
  const Microdata& data = made.table.data;
  clear_target(call.target, call.source);
  const Target quasi_identifiers = part_target(call.target, quasi_identifier_suffix);
  const Target counts = part_target(call.target, sensitive_suffix(0, 1));
  std::vector<TableColumn> definition{{request.bucket_column, "integer"}};
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (a == made.sensitive) continue;
    definition.push_back(column_definition(made.table, a));
    columns.push_back(plain_column(made.shown.rows, data.columns[a], made.table.dictionaries[a]));
  }
  const Oid table = create_release_table(quasi_identifiers, definition);
  write_release(table, made.shown, BucketColumn::shown, columns, progress);
  const Oid counted = create_counts_table(counts, column_definition(made.table, made.sensitive),
                                          BucketNumbers().type(), request);
  ReleaseWriter writer(counted, BucketColumn::shown, 2);
  write_counts(writer, made.values, counted_values(made, progress), progress);
  writer.finish();
  const Oid view = create_release_view(call.target, anatomy_query(table, {counted}, data, request));
  return record_bucketized(call, made, request, request.weight_column, {view, table, counted},
                           table, counted);
}

MadeEdition publish_bucketized_edition(const EditionCall& call, Table table, Random& random,
                                       Phases& phases) {
  const Progress progress = phases.progress();
  const BucketizationRequest request = request_of(call);
  EditionTable made = make_edition_table(std::move(table), call.series, random, progress);
  const LearnedShare learned =
      learned_of_edition(made, call.series, columns_of_buckets(made.table.data), false, progress);
  phases.begin("write");
  const PublishedEdition published =
      request.format == BucketizedFormat::joined
          ? publish_joined_edition(call, made, request, random, progress)
          : publish_anatomy_edition(call, made, request, progress);
  return {std::move(made), published, learned};
}

}  // namespace

const SeriesMethod bucketization_series{
    "bucketization",           arguments_of_bucketization, begin_bucketized,
    check_names_of_bucketized, publish_bucketized_edition, publish_cohorts};

}  // namespace microdata::postgres
