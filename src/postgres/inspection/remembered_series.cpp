#include "postgres/inspection/remembered_series.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/series_memory.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/person_hashes.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

namespace {

bool remembers_signatures(const Series& series) {
  const CatalogScope scope;
  return !query(
              "SELECT FROM microdata.series_signature_record s "
              "WHERE s.series_id = $1::pg_catalog.int4 LIMIT 1",
              {std::to_string(series.id)})
              .empty();
}

std::vector<std::int64_t> editions_gone(const Series& series) {
  const std::vector<std::int64_t> releases = releases_of_series(series);
  const CatalogScope scope;
  std::vector<std::int64_t> gone;
  for (const ResultRow& row :
       query("SELECT u.release FROM pg_catalog.unnest($1::pg_catalog.int8[]) u (release) "
             "WHERE NOT EXISTS (SELECT FROM microdata.release_record r "
             "WHERE r.release_id = u.release)",
             {number_array(releases)})) {
    gone.push_back(std::stoll(*row[0]));
  }
  return gone;
}

// What the series remembers at one moment. Fails if it is another series by now, or if persons have
// signatures that it does not have.
SeriesMemory memory_of(const Series& series, const Progress& progress) {
  SeriesMemory memory = recall_series(series.name, progress);
  if (memory.series.id != series.id || memory.series.key != series.key) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "series " + in_quotes(series.name) + " was changed while it was read")
        .detail("It was dropped or redefined.")
        .hint("Call again.");
  }
  const bool known = std::all_of(
      memory.persons.begin(), memory.persons.end(), [&](const RememberedPerson& person) {
        return person.signature == no_signature || person.signature < memory.signatures.size();
      });
  if (!known) throw memory_does_not_fit(memory.series);
  return memory;
}

// Tuples with their subjects alone, as hashes are made of them.
struct NamedTuples {
  Table table;
  // By tuple: whether no attribute of the subject is NULL, as in no edition one was.
  std::vector<bool> is_named;
};

NamedTuples read_subjects(const RememberedSeries& series, const Source& source,
                          const SourceTuples& tuples, const Progress& progress) {
  NamedTuples named;
  Microdata names;
  std::vector<Dictionary>& values = named.table.subject_values;
  for (const std::string& name : series.subject)
    values.emplace_back(require_column(source, name).type);
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : values)
    dictionaries.push_back(&dictionary);
  names.columns = tuples.read(series.subject, dictionaries);
  names.rows = row_count(names.columns);
  named.is_named.assign(names.rows, true);
  for (std::size_t a = 0; a < values.size(); ++a) {
    values[a].finish(progress);
    values[a].translate(names.columns[a], progress);
    for (Row row = 0; row < names.rows; ++row) {
      progress.checkpoint_at(row);
      if (!values[a].is_null(names.columns[a][row])) continue;
      named.is_named[row] = false;
      names.columns[a][row] = 0;
    }
  }
  named.table.subjects = SubjectRows{std::move(names), {}, {}};
  return named;
}

}  // namespace

std::vector<RememberedSeries> series_with_memory(Oid source) {
  std::vector<RememberedSeries> result;
  for (const SeenSeries& seen :
       seen_series("s.source = $1::pg_catalog.oid", std::to_string(source))) {
    std::optional<Series> series = find_series(seen.name);
    // Another session may have dropped it, or given its name to another one, meanwhile.
    if (!series || series->source != source) continue;
    RememberedSeries remembered{std::move(*series), {}, {}, {}};
    if (remembered.series.independent || !remembers_signatures(remembered.series)) continue;
    std::size_t sensitive = 0;
    for (const SeriesAttribute& attribute : remembered.series.attributes) {
      if (attribute.subject) {
        remembered.subject.push_back(attribute.name);
      } else if (attribute.role == Role::sensitive) {
        remembered.sensitive = attribute.name;
        ++sensitive;
      }
    }
    remembered.gone = editions_gone(remembered.series);
    const bool whole = remembered.series.attributes.size() == remembered.series.attributes_at_first;
    if (whole && sensitive == 1) result.push_back(std::move(remembered));
  }
  return result;
}

std::vector<RememberedSeries> series_with_editions_gone(Oid source) {
  std::vector<RememberedSeries> result = series_with_memory(source);
  std::erase_if(result, [](const RememberedSeries& series) { return series.gone.empty(); });
  return result;
}

RecalledSignatures recall_signatures(const RememberedSeries& series, const Source& source,
                                     const SourceTuples& tuples, const Progress& progress) {
  // All of it before any text becomes a value: reading values of a domain runs code, which may
  // publish the next edition.
  SeriesMemory memory = memory_of(series.series, progress);
  RecalledSignatures recalled;
  const AttributeType& type = require_column(source, series.sensitive).type;
  Dictionary& values = recalled.values.emplace_back(type);
  recalled.truth = tuples.read({&series.sensitive, 1}, std::vector<Dictionary*>{&values}).front();
  {
    const PlainText settings;
    for (const SignatureTexts& texts : memory.signatures) {
      std::vector<Code>& signature = recalled.placed.signatures.emplace_back();
      for (const std::optional<std::string>& text : texts) {
        signature.push_back(
            values.encode(text ? make_key(type, read_value(type, *text)) : Key{true, 0, {}}));
      }
    }
  }
  values.finish(progress);
  values.translate(recalled.truth, progress);
  for (std::vector<Code>& signature : recalled.placed.signatures)
    values.translate(signature, progress);
  const NamedTuples named = read_subjects(series, source, tuples, progress);
  const RecalledPersons persons(std::move(memory.persons),
                                person_hashes(named.table, series.series.key, progress), progress);
  for (std::size_t row = 0; row < named.is_named.size(); ++row) {
    const RememberedPerson* const person = named.is_named[row] ? persons.of(row) : nullptr;
    if (person != nullptr && person->signature != no_signature)
      recalled.placed.places.push_back({person->signature, 1});
    recalled.placed.first.push_back(recalled.placed.places.size());
  }
  return recalled;
}

}  // namespace microdata::postgres
