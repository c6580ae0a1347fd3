#include "postgres/release/published_edition.hpp"

#include <numeric>
#include <utility>

#include "postgres/release/release_table.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

EditionPlaces places_of(const EditionTable& made, const Progress& progress) {
  const Edition& edition = made.edition;
  EditionPlaces result;
  for (std::size_t b = 0; b < edition.signature_of.size(); ++b) {
    progress.checkpoint_at(b);
    const Signature& signature = edition.signatures[edition.signature_of[b]];
    result.values.insert(result.values.end(), signature.begin(), signature.end());
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

OutputColumn plain_column(std::span<const Row> linking, std::span<const Code> codes,
                          const Dictionary& dictionary) {
  OutputColumn column;
  column.linking = linking;
  column.codes = codes;
  column.dictionary = &dictionary;
  column.is_varlena = dictionary.type().is_varlena();
  return column;
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

Release edition_release(const Source& source, const EditionTable& made, const char* method,
                        Json parameters) {
  const auto shown = static_cast<std::int64_t>(made.shown.rows.size());
  Release release;
  release.method = method;
  release.source = source.relation;
  release.set_parameters(std::move(parameters));
  release.source_rows = made.table.data.rows;
  release.published_rows = shown;
  release.suppressed_rows = made.table.data.rows - shown;
  release.buckets = static_cast<std::int64_t>(made.shown.buckets());
  return release;
}

void report_edition(const LearnedShare& learned, const Series& series, std::size_t persons,
                    std::size_t buckets) {
  if (!learned.is_known()) return;
  learned.report("edition " + std::to_string(series.next_edition) + " of series " +
                 in_quotes(series.name) + " has " + std::to_string(persons) + " persons in " +
                 std::to_string(buckets) + " buckets");
}

LearnedShare learned_of_edition(const EditionTable& made, const Series& series,
                                AttributePartition columns, bool as_classes,
                                const Progress& progress) {
  LearnedShare learned;
  const std::vector<ShownTable> shown{{std::move(columns), &made.edition.buckets, as_classes}};
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
