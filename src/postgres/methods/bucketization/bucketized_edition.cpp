#include "postgres/methods/bucketization/bucketized_edition.hpp"

#include <numeric>
#include <span>
#include <string>

#include "core/microdata/attribute_set.hpp"
#include "postgres/methods/bucketization/bucketization_method.hpp"
#include "postgres/methods/bucketization/bucketized_relations.hpp"
#include "postgres/release/published_record.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// The values of every bucket, counterfeits among them, in the order of the values.
CountedValues values_of_signatures(const Edition& edition, const Progress& progress) {
  CountedValues result;
  for (std::size_t b = 0; b < edition.signature_of.size(); ++b) {
    progress.checkpoint_at(b);
    const Signature& signature = edition.signatures[edition.signature_of[b]];
    result.values.insert(result.values.end(), signature.begin(), signature.end());
    result.entries.offsets.push_back(static_cast<Row>(result.values.size()));
  }
  result.counts.assign(result.values.size(), 1);
  result.entries.rows.resize(result.values.size());
  std::iota(result.entries.rows.begin(), result.entries.rows.end(), 0U);
  return result;
}

// As many places in each bucket as there are values: first its persons, then nobody.
std::vector<Row> rows_and_nobody(const Edition& edition, const CountedValues& values) {
  std::vector<Row> rows;
  rows.reserve(values.values.size());
  for (std::size_t b = 0; b < edition.signature_of.size(); ++b) {
    const std::span<const Row> persons = edition.buckets.bucket(b);
    rows.insert(rows.end(), persons.begin(), persons.end());
    rows.resize(values.entries.offsets[b + 1], no_row);
  }
  return rows;
}

OutputColumn output_column(std::span<const Row> linking, std::span<const Code> codes,
                           const Dictionary& dictionary) {
  OutputColumn column;
  column.linking = linking;
  column.codes = codes;
  column.dictionary = &dictionary;
  column.is_varlena = dictionary.type().is_varlena();
  return column;
}

Release edition_record(const Source& source, const EditionTable& made, const Series& series,
                       const BucketizationRequest& request) {
  const Edition& edition = made.edition;
  const std::string m = std::to_string(series.m);
  const bool anatomy = request.format == BucketizedFormat::anatomy;
  JsonObject json;
  json.add_text("series", series.name);
  json.add("edition", std::to_string(series.next_edition));
  json.add("m", m);
  json.add("counterfeits", std::to_string(edition.counterfeits()));
  json.add("l", m);
  json.add("privacy", privacy_models_json({LDiversity{static_cast<double>(series.m),
                                                      LDiversity::Variant::frequency, 1}}));
  json.add_text("format", anatomy ? "anatomy" : "joined");
  json.add_text("bucket_column", request.bucket_column);
  json.add("subject", subject_json(*made.table.subjects));
  if (anatomy) {
    json.add_text("weight_column", request.weight_column);
    json.add_text("count_column", request.count_column);
  }
  json.add("mean_bucket", rounded(mean_bucket_size(edition.buckets), 4));
  Release release;
  release.method = bucketization_method.name;
  release.source = source.relation;
  release.parameters = json.str();
  release.source_rows = made.table.data.rows;
  release.published_rows = static_cast<std::int64_t>(edition.buckets.rows.size());
  release.suppressed_rows =
      static_cast<std::int64_t>(edition.waiting.size() + edition.withheld.size());
  release.buckets = static_cast<std::int64_t>(edition.buckets.buckets());
  return release;
}

PublishedEdition record_made(Release release, const EditionTable& made, Oid persons,
                             Oid sensitive) {
  const Microdata& data = made.table.data;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    release.attributes.push_back(
        attribute_record(data, a, a == made.sensitive ? sensitive : persons));
  }
  return {record_published(release), release.relations};
}

PublishedEdition publish_joined_edition(const Target& target, const Source& source,
                                        const EditionTable& made, const Series& series,
                                        const BucketizationRequest& request, Random& random,
                                        const Progress& progress) {
  const Microdata& data = made.table.data;
  CountedValues values = values_of_signatures(made.edition, progress);
  for (std::size_t b = 0; b < values.entries.buckets(); ++b) {
    const Row begin = values.entries.offsets[b];
    random.shuffle(std::span(values.values).subspan(begin, values.entries.offsets[b + 1] - begin));
  }
  const std::vector<Row> rows = rows_and_nobody(made.edition, values);
  std::vector<TableColumn> definition{{request.bucket_column, "integer"}};
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    definition.push_back(column_definition(made.table, a));
    columns.push_back(a == made.sensitive
                          ? output_column(values.entries.rows, values.values, made.values)
                          : output_column(rows, data.columns[a], made.table.dictionaries[a]));
  }
  clear_target(target, source);
  const Oid relation = create_release_table(target, definition);
  write_release(relation, values.entries, BucketColumn::shown, columns, progress);
  Release release = edition_record(source, made, series, request);
  release.relations = {relation};
  return record_made(std::move(release), made, relation, relation);
}

PublishedEdition publish_anatomy_edition(const Target& target, const Source& source,
                                         const EditionTable& made, const Series& series,
                                         const BucketizationRequest& request,
                                         const Progress& progress) {
  const Microdata& data = made.table.data;
  clear_target(target, source);
  const Target quasi_identifiers = part_target(target, quasi_identifier_suffix);
  const Target counts = part_target(target, sensitive_suffix(0, 1));
  std::vector<TableColumn> definition{{request.bucket_column, "integer"}};
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (a == made.sensitive) continue;
    definition.push_back(column_definition(made.table, a));
    columns.push_back(
        output_column(made.edition.buckets.rows, data.columns[a], made.table.dictionaries[a]));
  }
  const Oid table = create_release_table(quasi_identifiers, definition);
  write_release(table, made.edition.buckets, BucketColumn::shown, columns, progress);
  const Oid counted =
      write_counts(counts, column_definition(made.table, made.sensitive), made.values,
                   values_of_signatures(made.edition, progress), request, progress);
  const Oid view = create_release_view(target, anatomy_query(table, {counted}, data, request));
  Release release = edition_record(source, made, series, request);
  release.relations = {view, table, counted};
  return record_made(std::move(release), made, table, counted);
}

}  // namespace

PublishedEdition publish_bucketized_edition(const Target& target, const Source& source,
                                            const EditionTable& edition, const Series& series,
                                            const BucketizationRequest& request, Random& random,
                                            const Progress& progress) {
  return request.format == BucketizedFormat::joined
             ? publish_joined_edition(target, source, edition, series, request, random, progress)
             : publish_anatomy_edition(target, source, edition, series, request, progress);
}

}  // namespace microdata::postgres
