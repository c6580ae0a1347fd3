#include "postgres/methods/bucketization/bucketization_method.hpp"

#include <array>
#include <cstddef>
#include <map>
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
