#include "postgres/inspection/remembered_series.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/person_hashes.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

namespace {

std::vector<std::string> attributes_of_role(const std::string& series, const char* role) {
  std::vector<std::string> names;
  for (const ResultRow& row :
       query("SELECT c.attribute FROM microdata.series_column_record c "
             "JOIN pg_catalog.pg_attribute a ON a.attrelid = c.source AND a.attnum = c.attnum "
             "AND a.attname = c.attribute AND NOT a.attisdropped "
             "WHERE c.series_id = $1::pg_catalog.int4 AND c.role = $2 ORDER BY c.attnum",
             {series, role})) {
    names.push_back(*row[0]);
  }
  return names;
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

// By the hash of a person, the signature.
std::unordered_map<std::string, std::uint32_t> signatures_of_persons(std::int32_t series) {
  std::unordered_map<std::string, std::uint32_t> signatures;
  for (const RememberedPerson& person : remembered_persons(series)) {
    if (person.signature) signatures.emplace(person.hash, *person.signature);
  }
  return signatures;
}

}  // namespace

std::vector<RememberedSeries> series_with_editions_gone(Oid source) {
  std::vector<RememberedSeries> result;
  if (!has_table("series_record")) return result;
  const std::vector<ResultRow> seen = query(
      "SELECT s.name FROM microdata.series s WHERE s.source = $1::pg_catalog.oid "
      "ORDER BY s.name",
      {std::to_string(source)});
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  for (const ResultRow& one : seen) {
    const ResultRow row = query(
                              "SELECT s.series_id, pg_catalog.encode(s.hash_key, 'hex'), "
                              "(SELECT pg_catalog.count(*) FROM microdata.edition_record e "
                              "WHERE e.series_id = s.series_id AND NOT EXISTS (SELECT FROM "
                              "microdata.release_record r WHERE r.release_id = e.release_id)) "
                              "FROM microdata.series_record s WHERE s.name = $1",
                              {one[0]})
                              .front();
    RememberedSeries series{std::stoi(*row[0]), *one[0], *row[1], {}, {}, std::stoul(*row[2])};
    series.subject = attributes_of_role(*row[0], "subject");
    const std::vector<std::string> sensitive = attributes_of_role(*row[0], "sensitive");
    if (series.editions == 0 || series.subject.empty() || sensitive.size() != 1) continue;
    series.sensitive = sensitive.front();
    result.push_back(std::move(series));
  }
  return result;
}

RecalledSignatures recall_signatures(const RememberedSeries& series, const Source& source,
                                     const SourceTuples& tuples, const Progress& progress) {
  RecalledSignatures recalled;
  const AttributeType& type = require_column(source, series.sensitive).type;
  Dictionary& values = recalled.values.emplace_back(type);
  recalled.truth = tuples.read({&series.sensitive, 1}, std::vector<Dictionary*>{&values}).front();
  {
    const PlainText settings;
    for (const SignatureTexts& texts : remembered_signatures(series.id)) {
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
  const auto signatures = signatures_of_persons(series.id);
  std::size_t next = 0;
  for (const std::string& hash : person_hashes(named.table, series.key, progress)) {
    const auto found = signatures.find(hash);
    if (named.is_named[next++] && found != signatures.end())
      recalled.placed.places.push_back({found->second, 1});
    recalled.placed.first.push_back(recalled.placed.places.size());
  }
  return recalled;
}

}  // namespace microdata::postgres
