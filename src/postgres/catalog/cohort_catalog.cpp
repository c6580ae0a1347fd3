#include "postgres/catalog/cohort_catalog.hpp"

#include <algorithm>
#include <span>
#include <sstream>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The number of members in one statement.
constexpr std::size_t members_at_once = 100000;

PersonHash read_hash(std::string uuid) {
  uuid.erase(std::remove(uuid.begin(), uuid.end(), '-'), uuid.end());
  return {std::stoull(uuid.substr(0, 16), nullptr, 16), std::stoull(uuid.substr(16), nullptr, 16)};
}

// Returns the set as the shortest text, because each person takes one.
std::string set_text(const std::vector<std::uint32_t>& values) {
  std::string text;
  for (const std::uint32_t value : values)
    text += (text.empty() ? "" : " ") + std::to_string(value);
  return text;
}

std::vector<std::uint32_t> read_set(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::uint32_t> values;
  for (std::uint32_t value = 0; in >> value;)
    values.push_back(value);
  return values;
}

constexpr const char* given_members =
    "ROWS FROM (pg_catalog.unnest($3::pg_catalog.uuid[]), "
    "pg_catalog.unnest($4::pg_catalog.int4[]), "
    "pg_catalog.unnest($5::pg_catalog.text[]), "
    "pg_catalog.unnest($6::pg_catalog.int4[])) u (person, cohort, value_set, shown)";

// Runs a statement for the members of series $1 and edition $2, with their hashes $3, cohorts $4,
// sets $5 and shown hashes $6.
void for_members(const std::vector<RememberedMember>& members, const std::string& series,
                 const std::string& edition, const std::string& statement) {
  for (std::size_t begin = 0; begin < members.size(); begin += members_at_once) {
    std::vector<std::string> hashes;
    std::vector<std::string> cohorts;
    std::vector<std::string> sets;
    std::vector<std::string> shown;
    for (const RememberedMember& member :
         std::span(members).subspan(begin, std::min(members_at_once, members.size() - begin))) {
      hashes.push_back(as_uuid(member.hash));
      cohorts.push_back(member.cohort ? std::to_string(*member.cohort) : "NULL");
      sets.push_back(member.cohort ? array_element(set_text(member.values)) : "NULL");
      // The type of the column is signed.
      shown.push_back(std::to_string(static_cast<std::int32_t>(member.shown)));
    }
    query(statement.c_str(),
          {series, edition, "{" + join(hashes, ",") + "}", "{" + join(cohorts, ",") + "}",
           "{" + join(sets, ",") + "}", "{" + join(shown, ",") + "}"});
  }
}

void record_values(const std::string& series, const MemberChanges& changes) {
  for (std::size_t i = 0; i < changes.new_values.size(); ++i) {
    query(
        "INSERT INTO microdata.series_value_record (series_id, number, sensitive_value) "
        "VALUES ($1::pg_catalog.int4, $2::pg_catalog.int4, $3)",
        {series, std::to_string(changes.values_before + i), changes.new_values[i]});
  }
}

}  // namespace

std::vector<RememberedMember> remembered_members(std::int32_t series) {
  const CatalogScope scope;
  std::vector<RememberedMember> members;
  for (const ResultRow& row :
       query("SELECT p.person, p.cohort, p.value_set, COALESCE(p.missed, 0), p.shown, p.since, "
             "p.arrived "
             "FROM microdata.series_member_record p WHERE p.series_id = $1::pg_catalog.int4",
             {std::to_string(series)})) {
    RememberedMember member{read_hash(*row[0]),
                            std::nullopt,
                            {},
                            std::stoi(*row[3]),
                            static_cast<std::uint32_t>(std::stoi(*row[4])),
                            std::stoi(*row[5]),
                            std::stoi(*row[6])};
    if (row[1]) {
      member.cohort = static_cast<std::uint32_t>(std::stoul(*row[1]));
      member.values = read_set(row[2].value_or(""));
    }
    members.push_back(std::move(member));
  }
  return members;
}

std::vector<std::optional<std::string>> remembered_values(std::int32_t series) {
  const CatalogScope scope;
  std::vector<std::optional<std::string>> values;
  for (ResultRow& row : query("SELECT v.sensitive_value FROM microdata.series_value_record v "
                              "WHERE v.series_id = $1::pg_catalog.int4 ORDER BY v.number",
                              {std::to_string(series)})) {
    values.push_back(std::move(row[0]));
  }
  return values;
}

void record_cohort_edition(const Series& of, const EditionRecord& edition,
                           const MemberChanges& changes) {
  record_edition(of, edition, {}, 0, {});
  const CatalogScope scope;
  const std::string series = std::to_string(edition.series);
  const std::string number = std::to_string(edition.edition);
  record_values(series, changes);
  for_members(
      changes.arrivals, series, number,
      std::string(
          "INSERT INTO microdata.series_member_record (series_id, person, arrived, "
          "cohort, value_set, shown, since) SELECT $1::pg_catalog.int4, u.person, "
          "$2::pg_catalog.int4, u.cohort, u.value_set, u.shown, $2::pg_catalog.int4 FROM ") +
          given_members);
  const std::string is_given = " WHERE p.series_id = $1::pg_catalog.int4 AND p.person = u.person";
  const std::string update = "UPDATE microdata.series_member_record p SET ";
  for_members(
      changes.changed, series, number,
      update +
          "cohort = u.cohort, value_set = u.value_set, arrived = CASE WHEN p.cohort IS NULL "
          "THEN $2::pg_catalog.int4 ELSE p.arrived END FROM " +
          given_members + is_given);
  for_members(changes.missed, series, number,
              update + "missed = $2::pg_catalog.int4 FROM " + given_members + is_given);
  for_members(
      changes.shown, series, number,
      update + "shown = u.shown, since = $2::pg_catalog.int4 FROM " + given_members + is_given);
  for_members(changes.forgotten, series, number,
              std::string("DELETE FROM microdata.series_member_record p USING ") + given_members +
                  is_given + " AND p.arrived < $2::pg_catalog.int4");
}

}  // namespace microdata::postgres
