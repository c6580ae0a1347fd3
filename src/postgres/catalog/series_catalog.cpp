#include "postgres/catalog/series_catalog.hpp"

#include <array>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* subject_role = "subject";

struct NamedState {
  EditionState state;
  const char* name;
};
constexpr std::array named_states{
    NamedState{EditionState::draft, "draft"}, NamedState{EditionState::published, "published"},
    NamedState{EditionState::shown, "shown"}, NamedState{EditionState::former, "former"}};

EditionState state_named(const std::string& name) {
  for (const NamedState& each : named_states) {
    if (each.name == name) return each.state;
  }
  return EditionState::published;
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

void record_attributes(std::int32_t id, const Series& series) {
  for (const SeriesAttribute& attribute : series.attributes) {
    query(
        "INSERT INTO microdata.series_column_record (series_id, source, attribute, role, type, "
        "column_number, hierarchy, hierarchy_hash, harmless) VALUES ($1::pg_catalog.int4, "
        "$2::pg_catalog.oid, $3::pg_catalog.name, $4, $5, $6::pg_catalog.int4, $7, $8, "
        "CASE WHEN $9 <> '[]' THEN ARRAY(SELECT pg_catalog.jsonb_array_elements_text("
        "$9::pg_catalog.jsonb)) END)",
        {std::to_string(id), std::to_string(*series.source), attribute.name,
         attribute.subject ? std::string(subject_role) : role_name(attribute.role), attribute.type,
         attribute.column ? std::optional(std::to_string(*attribute.column)) : std::nullopt,
         attribute.hierarchy, attribute.hierarchy_hash, Json(attribute.harmless).str()});
  }
}

// Forgets the memory of a series apart from its editions.
void forget_memory(std::int32_t series) {
  for (const char* statement :
       {"DELETE FROM microdata.series_person_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_signature_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_member_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_value_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_column_record WHERE series_id = $1::pg_catalog.int4"}) {
    query(statement, {std::to_string(series)});
  }
}

[[noreturn]] void fail_unknown(const std::string& name) {
  throw Error(ERRCODE_UNDEFINED_OBJECT, "series " + in_quotes(name) + " does not exist")
      .detail("microdata.series shows a series to the owner of its source.");
}

// Locks the series by the transaction's snapshot, unlike query(), so that a newer series is an
// error.
void lock_as_seen(const std::string& name) {
  if (!guarded([] { return IsolationUsesXactSnapshot(); })) return;
  const CatalogScope scope;
  const std::string statement =
      "SELECT FROM microdata.series_record s WHERE s.name = " + quote_value(name) + " FOR UPDATE";
  if (!query_rows(statement).empty()) return;
  throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
              "could not serialize access due to concurrent update")
      .detail("Series " + in_quotes(name) + " is newer than the transaction.");
}

// Marks the series as changed, so that a transaction with an older snapshot that waits for the
// series fails instead of using outdated data; see locked_series().
void mark_changed(std::int32_t series) {
  query("UPDATE microdata.series_record SET name = name WHERE series_id = $1::pg_catalog.int4",
        {std::to_string(series)});
}

// The identity of the logged-in role, with that of the cluster, because a restored dump meets other
// roles with equal identifiers.
constexpr const char* own_identity =
    "(SELECT c.system_identifier || '/' || r.oid FROM pg_catalog.pg_control_system() c, "
    "pg_catalog.pg_roles r WHERE r.rolname = SESSION_USER)";

// The columns about how a series is shown, kept and judged, with the present name of its view.
constexpr const char* columns_of_showing =
    "s.independent, COALESCE((SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) "
    "FROM microdata.series_view_record w JOIN pg_catalog.pg_class c ON c.oid = w.view "
    "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
    "WHERE w.series_id = s.series_id AND w.suffix = ''), s.view_name), s.keep, s.gate, s.approve";

constexpr const char* version_of_series = "pg_catalog.format('%s %s', s.xmin, s.ctid)";

// Returns a row for each attribute that the source still has, or one row if there is none. One
// statement reads all records at one moment, because another session might drop the series between
// two.
std::vector<ResultRow> records_of_series(const std::string& name) {
  const CatalogScope scope;
  const std::string statement =
      std::string("SELECT s.series_id, s.source::pg_catalog.oid, ") + owner_in_series_record() +
      ", s.method, s.arguments, s.m, pg_catalog.encode(s.hash_key, 'hex'), s.attributes, "
      "s.first_edition, "
      "(SELECT COALESCE(pg_catalog.max(e.edition), 0) + 1 FROM microdata.edition_record e "
      "WHERE e.series_id = s.series_id), "
      "(SELECT pg_catalog.count(*) FROM microdata.series_column_record c "
      "WHERE c.series_id = s.series_id), "
      "(SELECT pg_catalog.count(*) FROM microdata.series_column_record c "
      "WHERE c.series_id = s.series_id AND c.role = $2), " +
      version_of_series + ", " + columns_of_showing +
      ", c.attribute, c.role, c.type, c.column_number, c.hierarchy, c.hierarchy_hash, "
      "pg_catalog.to_jsonb(c.harmless) "
      "FROM microdata.series_record s LEFT JOIN (microdata.series_column_record c "
      "JOIN pg_catalog.pg_attribute a ON a.attrelid = c.source AND a.attnum = c.attnum "
      "AND a.attname = c.attribute AND NOT a.attisdropped) ON c.series_id = s.series_id "
      "WHERE s.name = $1 ORDER BY c.attnum";
  return query(statement.c_str(), {name, subject_role});
}
constexpr std::size_t first_of_showing = 13;
constexpr std::size_t first_of_attribute = 18;

SeriesAttribute attribute_in(const ResultRow& row) {
  const std::size_t first = first_of_attribute;
  SeriesAttribute attribute{*row[first], Role::identifier, row[first + 1] == subject_role,
                            *row[first + 2]};
  if (!attribute.subject)
    attribute.role = role_from_name(*row[first + 1]).value_or(Role::quasi_identifier);
  if (row[first + 3]) attribute.column = std::stoi(*row[first + 3]);
  attribute.hierarchy = row[first + 4];
  attribute.hierarchy_hash = row[first + 5];
  if (row[first + 6]) attribute.harmless = harmless_values(Json::parse(*row[first + 6]));
  return attribute;
}

Series series_in(const std::string& name, const std::vector<ResultRow>& rows) {
  const ResultRow& row = rows.front();
  Series series;
  series.id = std::stoi(*row[0]);
  series.name = name;
  if (row[1]) series.source = static_cast<Oid>(std::stoul(*row[1]));
  series.method = *row[3];
  series.arguments = Json::parse(*row[4]);
  series.m = row[5] ? static_cast<std::uint32_t>(std::stoul(*row[5])) : 0;
  series.key = *row[6];
  series.attributes_at_first = std::stoul(*row[7]);
  series.first_edition = std::stoi(*row[8]);
  series.next_edition = std::stoi(*row[9]);
  series.version = *row[12];
  series.independent = row[first_of_showing] == "t";
  series.view = row[first_of_showing + 1];
  if (row[first_of_showing + 2]) series.keep = std::stoi(*row[first_of_showing + 2]);
  series.gate = *row[first_of_showing + 3];
  series.approve = row[first_of_showing + 4] == "t";
  std::size_t of_subject = 0;
  for (const ResultRow& each : rows) {
    if (!each[first_of_attribute]) continue;
    series.attributes.push_back(attribute_in(each));
    of_subject += series.attributes.back().subject ? 1U : 0U;
  }
  // A missing attribute might have been of the subject unless it is recorded as another, because a
  // restored dump has no dropped attributes.
  series.has_whole_subject =
      std::stoul(*row[10]) == series.attributes_at_first && std::stoul(*row[11]) == of_subject;
  return series;
}

Error changed_while_published(const Series& series) {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "series " + in_quotes(series.name) + " was changed while its edition was made")
      .detail(
          "Code that publishing ran, such as that of a source view, published, dropped or "
          "redefined the series.")
      .hint("Code that reads the source must not change series.");
}

// Returns m; NULL if editions are independent.
Parameter recorded_m(const Series& series) {
  return series.independent ? std::nullopt : Parameter(std::to_string(series.m));
}

constexpr const char* columns_of_edition =
    "e.edition, e.release_id, e.persons, e.counterfeits, "
    "e.waiting, e.withheld";

std::vector<EditionRecord> read_editions(std::int32_t series, const Parameter& edition) {
  const CatalogScope scope;
  const std::string statement =
      std::string("SELECT ") + columns_of_edition +
      ", e.state, e.published_by, e.approved_by FROM microdata.edition_record e WHERE e.series_id "
      "= $1::pg_catalog.int4 "
      "AND ($2 IS NULL OR e.edition = $2::pg_catalog.int4) ORDER BY e.edition";
  std::vector<EditionRecord> editions;
  for (const ResultRow& row : query(statement.c_str(), {std::to_string(series), edition})) {
    EditionRecord& found = editions.emplace_back();
    found.series = series;
    found.edition = std::stoi(*row[0]);
    found.release = std::stoll(*row[1]);
    found.persons = std::stoul(*row[2]);
    found.counterfeits = std::stoul(*row[3]);
    found.waiting = std::stoul(*row[4]);
    found.withheld = std::stoul(*row[5]);
    found.state = state_named(*row[6]);
    found.published_by = row[7];
    found.approved_by = row[8];
  }
  return editions;
}

}  // namespace

void record_series(const Series& series) {
  const std::string user = current_user();
  const CatalogScope scope;
  const std::string source = std::to_string(*series.source);
  const std::vector<ResultRow> rows = query(
      "INSERT INTO microdata.series_record (name, source, source_name, source_owner, method, "
      "arguments, m, hash_key, created_by, attributes) SELECT $1, c.oid, "
      "pg_catalog.format('%I.%I', n.nspname, c.relname), c.relowner, "
      "$3, $4::pg_catalog.jsonb, $5::pg_catalog.int4, pg_catalog.decode($6, 'hex'), "
      "$7::pg_catalog.name, "
      "$8::pg_catalog.int4 "
      "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
      "WHERE c.oid = $2::pg_catalog.oid ON CONFLICT DO NOTHING RETURNING series_id",
      {series.name, source, series.method, series.arguments.str(), recorded_m(series), series.key,
       user, std::to_string(series.attributes.size())});
  if (rows.empty()) {
    throw Error(ERRCODE_DUPLICATE_OBJECT, "series " + in_quotes(series.name) + " already exists");
  }
  Series recorded = series;
  recorded.id = std::stoi(*rows[0][0]);
  record_attributes(recorded.id, recorded);
  record_showing(recorded);
}

void record_showing(const Series& series) {
  const CatalogScope scope;
  query(
      "UPDATE microdata.series_record SET independent = $2::pg_catalog.bool, view_name = $3, "
      "keep = $4::pg_catalog.int4, gate = $5::pg_catalog.jsonb, approve = $6::pg_catalog.bool "
      "WHERE series_id = $1::pg_catalog.int4",
      {std::to_string(series.id), series.independent ? "t" : "f", series.view,
       series.keep ? Parameter(std::to_string(*series.keep)) : std::nullopt, series.gate,
       series.approve ? "t" : "f"});
}

std::vector<SeenSeries> seen_series(const std::string& condition, const Parameter& value) {
  std::vector<ResultRow> found;
  {
    const CatalogScope scope;
    const std::string statement =
        std::string("SELECT s.series_id, s.name, s.source::pg_catalog.oid, ") +
        owner_in_series_record() + " FROM microdata.series_record s WHERE " + condition +
        " ORDER BY s.name";
    found = query(statement.c_str(), {value});
  }
  std::vector<SeenSeries> seen;
  for (const ResultRow& row : found) {
    if (may_see_series(row[2], row[3])) seen.push_back({std::stoi(*row[0]), *row[1]});
  }
  return seen;
}

std::optional<Series> find_series(const std::string& name) {
  const std::vector<ResultRow> rows = records_of_series(name);
  // The row itself decides if the caller may see it, because another series might have got the name
  // meanwhile.
  if (rows.empty() || !may_see_series(rows.front()[1], rows.front()[2])) return std::nullopt;
  return series_in(name, rows);
}

Series found_series(const std::string& name) {
  std::optional<Series> series = find_series(name);
  if (!series) fail_unknown(name);
  return std::move(*series);
}

Series locked_series(const std::string& name) {
  // A role that may not see the series locks nothing and learns nothing.
  (void)found_series(name);
  lock_as_seen(name);
  {
    const CatalogScope scope;
    query("SELECT FROM microdata.series_record s WHERE s.name = $1 FOR UPDATE", {name});
  }
  // A statement of its own must follow the lock, because a statement that waits reads the rest as
  // it was before.
  return found_series(name);
}

void require_unchanged(const Series& series) {
  const CatalogScope scope;
  const std::string statement = std::string("SELECT ") + version_of_series +
                                " FROM microdata.series_record s "
                                "WHERE s.series_id = $1::pg_catalog.int4";
  const std::vector<ResultRow> rows = query(statement.c_str(), {std::to_string(series.id)});
  if (rows.empty() || rows.front()[0] != series.version) throw changed_while_published(series);
}

void require_not_begun_anew(const Series& series) {
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT FROM microdata.series_record s WHERE s.series_id = $1::pg_catalog.int4 "
      "AND s.hash_key = pg_catalog.decode($2, 'hex')",
      {std::to_string(series.id), series.key});
  if (rows.empty()) throw changed_while_published(series);
}

void begin_series_anew(const Series& series) {
  const CatalogScope scope;
  forget_memory(series.id);
  query(
      "UPDATE microdata.series_record SET method = $2, arguments = $3::pg_catalog.jsonb, "
      "m = $4::pg_catalog.int4, hash_key = pg_catalog.decode($5, 'hex'), "
      "attributes = $6::pg_catalog.int4, first_edition = $7::pg_catalog.int4 "
      "WHERE series_id = $1::pg_catalog.int4",
      {std::to_string(series.id), series.method, series.arguments.str(), recorded_m(series),
       series.key, std::to_string(series.attributes.size()), std::to_string(series.next_edition)});
  record_attributes(series.id, series);
}

void forget_series(std::int32_t series) {
  const CatalogScope scope;
  forget_memory(series);
  forget_views(series);
  const std::optional<Oid> holder = holder_of_series(series);
  for (const char* statement :
       {"DELETE FROM microdata.edition_record WHERE series_id = $1::pg_catalog.int4",
        "DELETE FROM microdata.series_record WHERE series_id = $1::pg_catalog.int4"}) {
    query(statement, {std::to_string(series)});
  }
  // Views of other roles on this one are dropped as well.
  if (holder) execute("DROP VIEW " + qualified_name(*holder) + " CASCADE");
}

void fix_columns(std::int32_t series, const std::vector<FixedColumn>& columns) {
  const CatalogScope scope;
  for (const FixedColumn& fixed : columns) {
    query(
        "UPDATE microdata.series_column_record c SET column_number = $3::pg_catalog.int4 "
        "WHERE c.series_id = $1::pg_catalog.int4 AND c.attribute = $2::pg_catalog.name",
        {std::to_string(series), fixed.attribute, std::to_string(fixed.column)});
  }
}

const char* state_name(EditionState state) {
  for (const NamedState& each : named_states) {
    if (each.state == state) return each.name;
  }
  return "";
}

std::vector<EditionRecord> editions_of_series(std::int32_t series) {
  return read_editions(series, std::nullopt);
}

EditionRecord edition_of_series(const Series& series, std::int32_t edition) {
  const std::vector<EditionRecord> found = read_editions(series.id, std::to_string(edition));
  if (!found.empty()) return found.front();
  throw Error(ERRCODE_UNDEFINED_OBJECT,
              "series " + in_quotes(series.name) + " has no edition " + std::to_string(edition))
      .hint("Its editions are listed in microdata.editions.");
}

void record_state(std::int32_t series, std::int32_t edition, EditionState state) {
  const CatalogScope scope;
  const std::string number = std::to_string(series);
  mark_changed(series);
  if (state == EditionState::shown) {
    query(
        "UPDATE microdata.edition_record SET state = 'former' "
        "WHERE series_id = $1::pg_catalog.int4 AND state = 'shown'",
        {number});
  }
  query(
      "UPDATE microdata.edition_record SET state = $3, "
      "shown_at = CASE $3 WHEN 'shown' THEN pg_catalog.clock_timestamp() ELSE shown_at END "
      "WHERE series_id = $1::pg_catalog.int4 AND edition = $2::pg_catalog.int4",
      {number, std::to_string(edition), state_name(state)});
}

void record_findings(std::int32_t series, std::int32_t edition, const std::string& findings) {
  const CatalogScope scope;
  query(
      "UPDATE microdata.edition_record SET findings = $3::pg_catalog.jsonb "
      "WHERE series_id = $1::pg_catalog.int4 AND edition = $2::pg_catalog.int4",
      {std::to_string(series), std::to_string(edition), findings});
}

void record_finding(std::int32_t series, std::int32_t edition, const std::string& gate,
                    const std::optional<std::string>& finding) {
  const CatalogScope scope;
  query(
      "UPDATE microdata.edition_record SET findings = COALESCE((SELECT pg_catalog.jsonb_agg(f.f) "
      "FROM pg_catalog.jsonb_array_elements(findings) f (f) WHERE f.f ->> 'gate' <> $3), '[]') "
      "|| COALESCE($4::pg_catalog.jsonb, '[]') "
      "WHERE series_id = $1::pg_catalog.int4 AND edition = $2::pg_catalog.int4",
      {std::to_string(series), std::to_string(edition), gate, finding});
}

namespace {

std::optional<std::string> relations_of_edition(const std::string& series, std::int32_t edition) {
  const CatalogScope scope;
  return found_row(
      "SELECT r.relations::pg_catalog.oid[] FROM microdata.edition_record e "
      "JOIN microdata.release_record r ON r.release_id = e.release_id "
      "WHERE e.series_id = $1::pg_catalog.int4 AND e.edition = $2::pg_catalog.int4",
      {series, std::to_string(edition)})[0];
}

// Returns the contents in the caller's name, because the tables may be the caller's.
std::optional<std::string> contents_of_edition(const std::string& series, std::int32_t edition) {
  return query("SELECT microdata.release_contents($1::pg_catalog.oid[]::pg_catalog.regclass[])",
               {relations_of_edition(series, edition)})[0][0];
}

}  // namespace

bool has_recorded_contents(std::int32_t series, std::int32_t edition) {
  const std::string number = std::to_string(series);
  const std::string contents = contents_of_edition(number, edition).value_or("");
  const CatalogScope scope;
  return found_row(
             "SELECT COALESCE(e.contents = $3, true) FROM microdata.edition_record e "
             "WHERE e.series_id = $1::pg_catalog.int4 AND e.edition = $2::pg_catalog.int4",
             {number, std::to_string(edition), contents})[0] == "t";
}

void record_contents(std::int32_t series, std::int32_t edition) {
  const std::string number = std::to_string(series);
  const std::optional<std::string> contents = contents_of_edition(number, edition);
  const CatalogScope scope;
  query(
      "UPDATE microdata.edition_record SET contents = $3 "
      "WHERE series_id = $1::pg_catalog.int4 AND edition = $2::pg_catalog.int4",
      {number, std::to_string(edition), contents});
}

bool is_publisher(const EditionRecord& edition) {
  const CatalogScope scope;
  const std::string statement =
      std::string("SELECT e.published_by = SESSION_USER OR COALESCE(e.publisher = ") +
      own_identity +
      ", false) FROM microdata.edition_record e WHERE e.series_id = $1::pg_catalog.int4 "
      "AND e.edition = $2::pg_catalog.int4";
  return found_row(statement.c_str(),
                   {std::to_string(edition.series), std::to_string(edition.edition)})[0] == "t";
}

void record_approval(std::int32_t series, std::int32_t edition) {
  const CatalogScope scope;
  query(
      "UPDATE microdata.edition_record SET approved_by = SESSION_USER "
      "WHERE series_id = $1::pg_catalog.int4 AND edition = $2::pg_catalog.int4",
      {std::to_string(series), std::to_string(edition)});
}

std::vector<std::int64_t> releases_of_series(const Series& series) {
  std::vector<std::int64_t> releases;
  for (const EditionRecord& edition : editions_of_series(series.id)) {
    if (edition.edition >= series.first_edition) releases.push_back(edition.release);
  }
  return releases;
}

std::optional<std::string> series_of_release(std::int64_t release) {
  const std::vector<SeenSeries> seen = seen_series(
      "s.series_id IN (SELECT e.series_id FROM microdata.edition_record e "
      "WHERE e.release_id = $1::pg_catalog.int8)",
      std::to_string(release));
  return seen.empty() ? std::nullopt : std::optional(seen.front().name);
}

std::vector<SignatureTexts> remembered_signatures(const Series& series) {
  const CatalogScope scope;
  std::vector<SignatureTexts> signatures;
  // Signatures are numbered from 0 on. A record may be missing, which verify_series() reports. A
  // number beyond twice the number of records is refused, because it would only take memory.
  std::size_t known = 0;
  for (const ResultRow& row :
       query("SELECT s.signature, u.value FROM microdata.series_signature_record s "
             "CROSS JOIN LATERAL pg_catalog.unnest(s.sensitive_values) WITH ORDINALITY "
             "u (value, position) WHERE s.series_id = $1::pg_catalog.int4 "
             "ORDER BY s.signature, u.position",
             {std::to_string(series.id)})) {
    const std::int64_t number = std::stoll(*row[0]);
    if (number < 0) throw memory_does_not_fit(series);
    const auto place = static_cast<std::size_t>(number);
    if (place >= signatures.size()) {
      ++known;
      if (place > 2 * known) throw memory_does_not_fit(series);
      signatures.resize(place + 1);
    }
    signatures.back().push_back(row[1]);
  }
  return signatures;
}

Error memory_does_not_fit(const Series& series) {
  return Error(ERRCODE_DATA_CORRUPTED,
               "the memory of series " + in_quotes(series.name) + " does not match its editions")
      .hint("verify_series() shows more. alter_series() with anew => true begins anew.");
}

void record_edition(const Series& of, const EditionRecord& edition,
                    const std::vector<SignatureTexts>& signatures, std::size_t first,
                    const PersonChanges& changes) {
  require_unchanged(of);
  const std::string user = current_user();
  const CatalogScope scope;
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
  const std::string statement =
      std::string("UPDATE microdata.edition_record SET published_by = SESSION_USER, publisher = ") +
      own_identity + " WHERE series_id = $1::pg_catalog.int4 AND edition = $2::pg_catalog.int4";
  query(statement.c_str(), {series, number});
  mark_changed(edition.series);
  record_persons(edition.series, changes);
}

void forget_sources_of_series(const std::string& gone) {
  query(
      "UPDATE microdata.series_record SET source = NULL WHERE source = ANY ($1::pg_catalog.oid[])",
      {gone});
  query("DELETE FROM microdata.series_column_record WHERE source = ANY ($1::pg_catalog.oid[])",
        {gone});
  forget_holders_of_series(gone);
}

void follow_in_series(const std::string& altered) {
  query(
      "UPDATE microdata.series_column_record r SET attribute = a.attname "
      "FROM pg_catalog.pg_attribute a WHERE r.source = ANY ($1::pg_catalog.oid[]) "
      "AND a.attrelid = r.source AND a.attnum = r.attnum AND NOT a.attisdropped "
      "AND a.attname <> r.attribute",
      {altered});
  follow_owners_of_series(altered);
}

}  // namespace microdata::postgres
