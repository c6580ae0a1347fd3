#include "postgres/catalog/series_catalog.hpp"

#include <algorithm>
#include <span>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/role_name.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* subject_role = "subject";
// So many persons go into one statement.
constexpr std::size_t persons_at_once = 100000;

bool has_series() {
  return has_table("series_record");
}

std::string current_user() {
  return guarded([] { return GetUserNameFromId(GetUserId(), false); });
}

std::string array_of(const std::vector<std::string>& elements) {
  return "{" + join(elements, ",") + "}";
}

std::string text_array(const SignatureTexts& texts) {
  std::vector<std::string> elements;
  for (const std::optional<std::string>& text : texts)
    elements.push_back(text ? array_element(*text) : "NULL");
  return array_of(elements);
}

std::vector<SeriesAttribute> attributes_of_series(const std::string& series) {
  std::vector<SeriesAttribute> attributes;
  for (const ResultRow& row :
       query("SELECT c.attribute, c.role, c.type, c.column_number, c.hierarchy, c.hierarchy_hash "
             "FROM microdata.series_column_record c "
             "JOIN pg_catalog.pg_attribute a ON a.attrelid = c.source AND a.attnum = c.attnum "
             "AND a.attname = c.attribute AND NOT a.attisdropped "
             "WHERE c.series_id = $1::pg_catalog.int4 ORDER BY c.attnum",
             {series})) {
    SeriesAttribute attribute{*row[0], Role::identifier, row[1] == subject_role, *row[2]};
    if (!attribute.subject)
      attribute.role = role_from_name(*row[1]).value_or(Role::quasi_identifier);
    if (row[3]) attribute.column = std::stoi(*row[3]);
    attribute.hierarchy = row[4];
    attribute.hierarchy_hash = row[5];
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

// Calls `run` with the hashes of some persons after another and, where they have them, signatures.
template <typename Run>
void in_parts(std::span<const RememberedPerson> persons, const Run& run) {
  for (std::size_t begin = 0; begin < persons.size(); begin += persons_at_once) {
    std::vector<std::string> hashes;
    std::vector<std::string> signatures;
    for (const RememberedPerson& person :
         persons.subspan(begin, std::min(persons_at_once, persons.size() - begin))) {
      hashes.push_back(person.hash);
      signatures.push_back(person.signature ? std::to_string(*person.signature) : "NULL");
    }
    run(array_of(hashes), array_of(signatures));
  }
}

template <typename Run>
void in_parts(std::span<const std::string> persons, const Run& run) {
  for (std::size_t begin = 0; begin < persons.size(); begin += persons_at_once) {
    const auto part = persons.subspan(begin, std::min(persons_at_once, persons.size() - begin));
    run(array_of({part.begin(), part.end()}));
  }
}

void record_persons(const std::string& series, const std::string& edition,
                    const PersonChanges& changes) {
  in_parts(changes.arrivals, [&](const std::string& hashes, const std::string& signatures) {
    query(
        "INSERT INTO microdata.series_person_record (series_id, signature, person, arrived) "
        "SELECT $1::pg_catalog.int4, u.signature, u.person, $2::pg_catalog.int4 "
        "FROM ROWS FROM (pg_catalog.unnest($3::pg_catalog.uuid[]), "
        "pg_catalog.unnest($4::pg_catalog.int4[])) u (person, signature)",
        {series, edition, hashes, signatures});
  });
  in_parts(changes.placed, [&](const std::string& hashes, const std::string& signatures) {
    query(
        "UPDATE microdata.series_person_record p SET signature = u.signature, "
        "arrived = $2::pg_catalog.int4 FROM ROWS FROM (pg_catalog.unnest($3::pg_catalog.uuid[]), "
        "pg_catalog.unnest($4::pg_catalog.int4[])) u (person, signature) "
        "WHERE p.series_id = $1::pg_catalog.int4 AND p.person = u.person",
        {series, edition, hashes, signatures});
  });
  const auto change = [&](const std::vector<std::string>& persons, const char* statement) {
    in_parts(persons, [&](const std::string& hashes) {
      query(statement, {series, edition, hashes});
    });
  };
  change(changes.gone,
         "UPDATE microdata.series_person_record p SET gone = $2::pg_catalog.int4 "
         "FROM pg_catalog.unnest($3::pg_catalog.uuid[]) u (person) "
         "WHERE p.series_id = $1::pg_catalog.int4 AND p.person = u.person");
  change(changes.returned,
         "UPDATE microdata.series_person_record p SET gone = NULL "
         "FROM pg_catalog.unnest($3::pg_catalog.uuid[]) u (person) "
         "WHERE p.series_id = $1::pg_catalog.int4 AND p.person = u.person "
         "AND $2::pg_catalog.int4 > 0");
  change(changes.withheld,
         "UPDATE microdata.series_person_record p SET withheld = $2::pg_catalog.int4 "
         "FROM pg_catalog.unnest($3::pg_catalog.uuid[]) u (person) "
         "WHERE p.series_id = $1::pg_catalog.int4 AND p.person = u.person");
  change(changes.forgotten,
         "DELETE FROM microdata.series_person_record p "
         "USING pg_catalog.unnest($3::pg_catalog.uuid[]) u (person) "
         "WHERE p.series_id = $1::pg_catalog.int4 AND p.person = u.person "
         "AND $2::pg_catalog.int4 > 0");
}

}  // namespace

void record_series(const Series& series) {
  const std::string user = current_user();
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  const std::string source = std::to_string(*series.source);
  const std::vector<ResultRow> rows = query(
      "INSERT INTO microdata.series_record (name, source, source_name, source_owner, method, "
      "arguments, m, hash_key, created_by, attributes) SELECT $1, c.oid, "
      "pg_catalog.format('%I.%I', n.nspname, c.relname), pg_catalog.pg_get_userbyid(c.relowner), "
      "$3, $4::pg_catalog.jsonb, $5::pg_catalog.int4, pg_catalog.decode($6, 'hex'), "
      "$7::pg_catalog.name, "
      "$8::pg_catalog.int4 "
      "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
      "WHERE c.oid = $2::pg_catalog.oid ON CONFLICT DO NOTHING RETURNING series_id",
      {series.name, source, series.method, series.arguments, std::to_string(series.m), series.key,
       user, std::to_string(series.attributes.size())});
  if (rows.empty()) {
    throw Error(ERRCODE_DUPLICATE_OBJECT, "series " + in_quotes(series.name) + " already exists");
  }
  for (const SeriesAttribute& attribute : series.attributes) {
    query(
        "INSERT INTO microdata.series_column_record (series_id, source, attribute, role, type, "
        "column_number, hierarchy, hierarchy_hash) VALUES ($1::pg_catalog.int4, "
        "$2::pg_catalog.oid, $3::pg_catalog.name, $4, $5, $6::pg_catalog.int4, $7, $8)",
        {rows[0][0], source, attribute.name,
         attribute.subject ? std::string(subject_role) : role_name(attribute.role), attribute.type,
         attribute.column ? std::optional(std::to_string(*attribute.column)) : std::nullopt,
         attribute.hierarchy, attribute.hierarchy_hash});
  }
}

Series locked_series(const std::string& name) {
  if (query("SELECT FROM microdata.series s WHERE s.name = $1", {name}).empty()) {
    throw Error(ERRCODE_UNDEFINED_OBJECT, "series " + in_quotes(name) + " does not exist")
        .detail("Who owns its source sees a series in microdata.series.");
  }
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  const std::vector<ResultRow> rows = query(
      "SELECT s.series_id, s.source::pg_catalog.oid, s.method, s.arguments, s.m, "
      "pg_catalog.encode(s.hash_key, 'hex'), s.attributes "
      "FROM microdata.series_record s WHERE s.name = $1 FOR UPDATE",
      {name});
  if (rows.empty()) {
    throw Error(ERRCODE_UNDEFINED_OBJECT, "series " + in_quotes(name) + " does not exist");
  }
  const ResultRow& row = rows.front();
  Series series;
  series.id = std::stoi(*row[0]);
  series.name = name;
  if (row[1]) series.source = static_cast<Oid>(std::stoul(*row[1]));
  series.method = *row[2];
  series.arguments = *row[3];
  series.m = static_cast<std::uint32_t>(std::stoul(*row[4]));
  series.key = *row[5];
  series.attributes = attributes_of_series(*row[0]);
  series.attributes_at_first = std::stoul(*row[6]);
  series.next_edition = std::stoi(
      *query("SELECT COALESCE(pg_catalog.max(e.edition), 0) + 1 FROM microdata.edition_record e "
             "WHERE e.series_id = $1::pg_catalog.int4",
             {row[0]})[0][0]);
  return series;
}

void forget_series(std::int32_t series) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  for (const char* statement :
       {"DELETE FROM microdata.series_person_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_signature_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_column_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.edition_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_record WHERE series_id = $1::pg_catalog.int4"}) {
    query(statement, {std::to_string(series)});
  }
}

void fix_columns(std::int32_t series, const std::vector<FixedColumn>& columns) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  for (const FixedColumn& fixed : columns) {
    query(
        "UPDATE microdata.series_column_record c SET column_number = $3::pg_catalog.int4 "
        "WHERE c.series_id = $1::pg_catalog.int4 AND c.attribute = $2::pg_catalog.name",
        {std::to_string(series), fixed.attribute, std::to_string(fixed.column)});
  }
}

std::vector<std::int64_t> releases_of_series(std::int32_t series) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  std::vector<std::int64_t> releases;
  for (const ResultRow& row : query("SELECT e.release_id FROM microdata.edition_record e "
                                    "WHERE e.series_id = $1::pg_catalog.int4 ORDER BY e.edition",
                                    {std::to_string(series)})) {
    releases.push_back(std::stoll(*row[0]));
  }
  return releases;
}

std::vector<SignatureTexts> remembered_signatures(std::int32_t series) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  std::vector<SignatureTexts> signatures;
  for (const ResultRow& row :
       query("SELECT s.signature, u.value FROM microdata.series_signature_record s "
             "CROSS JOIN LATERAL pg_catalog.unnest(s.sensitive_values) WITH ORDINALITY "
             "u (value, position) WHERE s.series_id = $1::pg_catalog.int4 "
             "ORDER BY s.signature, u.position",
             {std::to_string(series)})) {
    signatures.resize(std::stoul(*row[0]) + 1);
    signatures.back().push_back(row[1]);
  }
  return signatures;
}

std::vector<RememberedPerson> remembered_persons(std::int32_t series) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  std::vector<RememberedPerson> persons;
  for (const ResultRow& row :
       query("SELECT p.person, p.signature, p.gone IS NOT NULL, p.withheld IS NOT NULL "
             "FROM microdata.series_person_record p WHERE p.series_id = $1::pg_catalog.int4",
             {std::to_string(series)})) {
    RememberedPerson person{*row[0], std::nullopt, row[2] == "t", row[3] == "t"};
    if (row[1]) person.signature = static_cast<std::uint32_t>(std::stoul(*row[1]));
    persons.push_back(std::move(person));
  }
  return persons;
}

void record_edition(const EditionRecord& edition, const std::vector<SignatureTexts>& signatures,
                    std::size_t first, const PersonChanges& changes) {
  const std::string user = current_user();
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  const std::string series = std::to_string(edition.series);
  const std::string number = std::to_string(edition.edition);
  query(
      "INSERT INTO microdata.edition_record (series_id, edition, release_id, persons, "
      "counterfeits, waiting, withheld, created_by) VALUES ($1::pg_catalog.int4, "
      "$2::pg_catalog.int4, $3::pg_catalog.int8, $4::pg_catalog.int8, $5::pg_catalog.int8, "
      "$6::pg_catalog.int8, $7::pg_catalog.int8, $8::pg_catalog.name)",
      {series, number, std::to_string(edition.release), std::to_string(edition.persons),
       std::to_string(edition.counterfeits), std::to_string(edition.waiting),
       std::to_string(edition.withheld), user});
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    query(
        "INSERT INTO microdata.series_signature_record (series_id, signature, sensitive_values) "
        "VALUES ($1::pg_catalog.int4, $2::pg_catalog.int4, $3::pg_catalog.text[])",
        {series, std::to_string(first + i), text_array(signatures[i])});
  }
  record_persons(series, number, changes);
}

void forget_sources_of_series(const std::string& gone) {
  if (!has_series()) return;
  query(
      "UPDATE microdata.series_record SET source = NULL WHERE source = ANY ($1::pg_catalog.oid[])",
      {gone});
  query("DELETE FROM microdata.series_column_record WHERE source = ANY ($1::pg_catalog.oid[])",
        {gone});
}

void follow_in_series(const std::string& altered) {
  if (!has_series()) return;
  query(
      "UPDATE microdata.series_column_record r SET attribute = a.attname "
      "FROM pg_catalog.pg_attribute a WHERE r.source = ANY ($1::pg_catalog.oid[]) "
      "AND a.attrelid = r.source AND a.attnum = r.attnum AND NOT a.attisdropped "
      "AND a.attname <> r.attribute",
      {altered});
  query(
      "UPDATE microdata.series_record s SET source_owner = u.owner FROM pg_catalog.pg_class c "
      "CROSS JOIN LATERAL (SELECT pg_catalog.pg_get_userbyid(c.relowner)) u (owner) "
      "WHERE s.source = ANY ($1::pg_catalog.oid[]) AND c.oid = s.source "
      "AND s.source_owner <> u.owner",
      {altered});
}

}  // namespace microdata::postgres
