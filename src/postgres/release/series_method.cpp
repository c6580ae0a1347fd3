#include "postgres/release/series_method.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/series/edition.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

using Kind = SeriesArgument::Kind;

constexpr std::array common_arguments{
    SeriesArgument{"sensitive", Kind::names},   SeriesArgument{"identifiers", Kind::names},
    SeriesArgument{"insensitive", Kind::names}, SeriesArgument{"quasi_identifiers", Kind::names},
    SeriesArgument{"target", Kind::text},       SeriesArgument{"harmless", Kind::object}};

// Names of a kind, by Json::type() and in messages.
struct KindNames {
  const char* json;
  const char* words;
};

KindNames names_of(Kind kind) {
  switch (kind) {
    case Kind::names:
      return {"array", "an array of names"};
    case Kind::text:
      return {"string", "a string"};
    case Kind::number:
      return {"number", "an integer"};
    case Kind::object:
      return {"object", "an object"};
  }
  return {"", ""};
}

[[noreturn]] void fail_kind(const std::string& name, Kind kind) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "argument " + in_quotes(name) + " of a series must be " + names_of(kind).words);
}

const SeriesArgument* find_argument(std::span<const SeriesArgument> arguments,
                                    const std::string& name) {
  const auto found =
      std::find_if(arguments.begin(), arguments.end(),
                   [&](const SeriesArgument& argument) { return argument.name == name; });
  return found == arguments.end() ? nullptr : &*found;
}

}  // namespace

void SeriesArguments::check(std::span<const SeriesArgument> own) const {
  if (!json_.is_object()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "arguments must be a JSON object")
        .hint(R"(As in '{"sensitive": ["disease"], "target": "weekly"}'.)");
  }
  for (const auto& [name, value] : json_.members()) {
    const SeriesArgument* argument = find_argument(common_arguments, name);
    if (argument == nullptr) argument = find_argument(own, name);
    if (argument == nullptr) {
      std::vector<std::string> known;
      for (const SeriesArgument& common : common_arguments)
        known.emplace_back(common.name);
      for (const SeriesArgument& of_method : own)
        known.emplace_back(of_method.name);
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "a series of this method has no argument " + in_quotes(name))
          .hint("It takes " + join(known) + ".");
    }
    const bool is_list_of_one = argument->kind == Kind::names && value.is_string();
    if (!is_list_of_one && std::string_view(value.type()) != names_of(argument->kind).json)
      fail_kind(name, argument->kind);
  }
}

std::optional<std::vector<std::string>> SeriesArguments::names(const char* name) const {
  Json given = json_[name];
  if (given.is_null()) return std::nullopt;
  if (given.is_string()) {
    given =
        Json::parse(*query("SELECT pg_catalog.to_jsonb(microdata.as_text_array("
                           "microdata.text_list_in($1::pg_catalog.text::pg_catalog.cstring)))",
                           {given.text()})[0][0]);
  }
  const Json::Array& names = given.elements();
  if (!given.is_array() || !std::all_of(names.begin(), names.end(), std::mem_fn(&Json::is_string)))
    fail_kind(name, Kind::names);
  return given.texts();
}

std::optional<std::int32_t> SeriesArguments::integer(const char* name) const {
  const std::optional<std::string> given = text(name);
  if (!given) return std::nullopt;
  const std::optional<std::string> number = query(
      "SELECT CASE WHEN n = pg_catalog.trunc(n) AND n BETWEEN -2147483648 AND 2147483647 "
      "THEN n::pg_catalog.int4 END FROM (SELECT $1::pg_catalog.numeric) t (n)",
      {given})[0][0];
  if (!number) fail_kind(name, Kind::number);
  return std::stoi(*number);
}

GivenRoles SeriesArguments::roles(std::optional<std::vector<std::string>> subject) const {
  GivenRoles given{names("sensitive"),         names("identifiers"), names("insensitive"),
                   names("quasi_identifiers"), std::move(subject),   std::nullopt};
  if (const Json& harmless = json_["harmless"]; !harmless.is_null())
    given.harmless = read_harmless(harmless);
  return given;
}

EditionPlaces places_of(const EditionTable& made, const Progress& progress) {
  const Edition& edition = made.edition;
  EditionPlaces result;
  for (std::size_t b = 0; b < edition.signature_of.size(); ++b) {
    progress.checkpoint_at(b);
    const Signature& signature = edition.signatures[edition.signature_of[b]];
    result.values.insert(result.values.end(), signature.begin(), signature.end());
    result.places.offsets.push_back(static_cast<Row>(result.values.size()));
  }
  for (std::size_t g = 0; g < edition.harmless.buckets(); ++g) {
    progress.checkpoint_at(g);
    const std::span<const Code> values = edition.values_of_harmless(g);
    result.values.insert(result.values.end(), values.begin(), values.end());
    result.places.offsets.push_back(static_cast<Row>(result.values.size()));
  }
  for (std::size_t g = 0; g < edition.valueless.buckets(); ++g) {
    progress.checkpoint_at(g);
    result.values.resize(result.values.size() + edition.valueless.bucket(g).size(),
                         made.values.distinct() - 1);
    result.places.offsets.push_back(static_cast<Row>(result.values.size()));
  }
  result.places.rows.resize(result.values.size());
  std::iota(result.places.rows.begin(), result.places.rows.end(), 0U);
  return result;
}

void shuffle_values(EditionPlaces& places, Random& random, const Progress& progress) {
  for (std::size_t b = 0; b < places.places.buckets(); ++b) {
    progress.checkpoint_at(b);
    const Row begin = places.places.offsets[b];
    random.shuffle(std::span(places.values).subspan(begin, places.places.offsets[b + 1] - begin));
  }
}

std::vector<Row> at_places(const EditionTable& made, std::span<const Row> of_persons,
                           const EditionPlaces& places) {
  std::vector<Row> rows;
  rows.reserve(places.values.size());
  const TuplePartition& shown = made.shown;
  for (std::size_t b = 0; b < shown.buckets(); ++b) {
    const std::span<const Row> persons =
        of_persons.subspan(shown.offsets[b], shown.offsets[b + 1] - shown.offsets[b]);
    rows.insert(rows.end(), persons.begin(), persons.end());
    rows.resize(places.places.offsets[b + 1], no_row);
  }
  return rows;
}

OutputColumn sensitive_column(const EditionTable& made, const EditionPlaces& places) {
  return plain_column(places.places.rows, places.values, made.values);
}

Json edition_parameters(const EditionTable& made, const Series& series,
                        const std::string& bucket_column) {
  const Edition& edition = made.edition;
  Json json = Json::object();
  json.add("series", series.name);
  json.add("edition", series.next_edition);
  json.add("m", series.m);
  json.add("counterfeits", edition.counterfeits());
  if (!edition.valueless.rows.empty()) json.add("valueless", edition.valueless.rows.size());
  json.add("l", series.m);
  json.add("privacy", privacy_models_json({LDiversity{static_cast<double>(series.m),
                                                      LDiversity::Variant::frequency, 1}}));
  json.add("bucket_column", bucket_column);
  json.add("subject", subject_json(*made.table.subjects));
  json.add("mean_bucket", to_number(rounded(mean_bucket_size(made.shown), 4)));
  return json;
}

PublishedEdition record_edition_as(const char* method, const EditionTable& made, Json parameters,
                                   ReleaseBuilder& builder) {
  const auto shown = static_cast<std::int64_t>(made.shown.rows.size());
  const std::int64_t id = builder.record(
      method, std::move(parameters),
      {made.table.data.rows, shown, made.table.data.rows - shown, made.shown.buckets()});
  return {id, builder.relations()};
}

void report_edition(const LearnedShare& learned, const Series& series, const EditionRecord& edition,
                    std::size_t buckets) {
  if (!learned.is_known() && edition.waiting == 0) return;
  learned.report(
      "edition " + std::to_string(edition.edition) + " of series " + in_quotes(series.name) +
      " has " + count_of(edition.persons, "person") + " in " + count_of(buckets, "bucket") +
      (edition.waiting == 0 ? ""
                            : ", and " + std::to_string(edition.waiting) + " wait" +
                                  (edition.waiting == 1 ? "s" : "") + " for a later one"));
}

LearnedShare learned_of_edition(const EditionTable& made, const Series& series,
                                AttributePartition columns, bool as_classes,
                                const Progress& progress) {
  LearnedShare learned;
  TuplePartition buckets = made.edition.buckets;
  append(buckets, made.edition.harmless);
  const std::vector<ShownTable> shown{{std::move(columns), &buckets, as_classes}};
  learned.attack(made.table, shown, 1.0 / series.m, progress);
  return learned;
}

std::string edition_column(const Series& series, const std::string& wanted) {
  Source named;
  for (const SeriesAttribute& attribute : series.attributes)
    named.columns.emplace_back().name = attribute.name;
  return free_column(named, wanted);
}

}  // namespace microdata::postgres
