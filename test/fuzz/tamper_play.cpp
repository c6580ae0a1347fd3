#include "tamper_play.hpp"

#include <array>
#include <map>

#include "described_releases.hpp"
#include "documented_errors.hpp"
#include "release_checks.hpp"

namespace microdata::fuzz {

namespace {

// Statements in which {t} is a table of the release, {b} its bucket, and {c} and {d} are columns of
// it.
constexpr std::array<const char*, 8> of_tables{
    "DELETE FROM {t} WHERE ctid = (SELECT ctid FROM {t} OFFSET {n} LIMIT 1)",
    "INSERT INTO {t} SELECT * FROM {t} OFFSET {n} LIMIT 1",
    "WITH gone AS (DELETE FROM {t} WHERE ctid = (SELECT ctid FROM {t} OFFSET {n} LIMIT 1)) "
    "INSERT INTO {t} SELECT * FROM {t} LIMIT 1",
    "DELETE FROM {t}",
    "INSERT INTO {t} DEFAULT VALUES",
    "DELETE FROM {t} WHERE {c} IS NOT DISTINCT FROM (SELECT {c} FROM {t} OFFSET {n} LIMIT 1)",
    "ALTER TABLE {t} ADD COLUMN more int DEFAULT 7",
    "CREATE TABLE fuzz.more (LIKE {t}); ALTER TABLE fuzz.more INHERIT {t}; "
    "INSERT INTO fuzz.more SELECT * FROM ONLY {t} LIMIT 3"};
constexpr std::array<const char*, 6> of_columns{
    "UPDATE {t} SET {c} = NULL WHERE ctid = (SELECT ctid FROM {t} OFFSET {n} LIMIT 1)",
    "UPDATE {t} SET {c} = (SELECT {c} FROM {t} OFFSET {n} LIMIT 1)",
    "UPDATE {t} SET {c} = (SELECT x.{c} FROM {t} x WHERE x.{c} <> {t}.{c} LIMIT 1) "
    "WHERE ctid = (SELECT ctid FROM {t} OFFSET {n} LIMIT 1)",
    "WITH a AS (SELECT ctid AS at, {c} AS v FROM {t} OFFSET {n} LIMIT 1), z AS (SELECT y.ctid AS "
    "at, "
    "y.{c} AS v FROM {t} y, a WHERE y.{c} <> a.v ORDER BY y.ctid DESC LIMIT 1) UPDATE {t} SET {c} "
    "= "
    "CASE WHEN {t}.ctid = a.at THEN z.v ELSE a.v END FROM a, z WHERE {t}.ctid IN (a.at, z.at)",
    "ALTER TABLE {t} ALTER {c} TYPE text",
    "ALTER TABLE {t} RENAME {c} TO xx; ALTER TABLE {t} RENAME {d} TO {c}; "
    "ALTER TABLE {t} RENAME xx TO {d}"};
constexpr std::array<const char*, 5> of_buckets{
    "UPDATE {t} SET {b} = (SELECT max({b}) FROM {t}) "
    "WHERE ctid = (SELECT ctid FROM {t} OFFSET {n} LIMIT 1)",
    "UPDATE {t} SET {b} = (SELECT max({b}) + 1 FROM {t}) "
    "WHERE ctid = (SELECT ctid FROM {t} OFFSET {n} LIMIT 1)",
    "UPDATE {t} SET {b} = (SELECT max({b}) FROM {t}) WHERE {b} = (SELECT min({b}) FROM {t})",
    "UPDATE {t} SET {b} = 1", "UPDATE {t} SET {b} = 1 + ({b} * 7 + {n}) % 5"};

std::string replaced(std::string text, const std::map<std::string, std::string>& parts) {
  for (const auto& [mark, part] : parts) {
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + part.size()))
      text.replace(at, mark.size(), part);
  }
  return text;
}

}  // namespace

TamperPlay::TamperPlay(Stage& stage, std::uint64_t seed)
    : stage_(stage),
      seed_(seed),
      releases_(releases(stage.player)),
      calls_(stage, stage.player, described_releases_script(), seed) {}

std::vector<TamperPlay::Release> TamperPlay::releases(Session& session) {
  std::vector<Release> found;
  for (const auto& row :
       session
           .run("SELECT r.release_id, r.relations[1], r.method, u.relation, "
                "CASE WHEN a.attname = coalesce(r.parameters ->> 'bucket_column', 'bucket') THEN "
                "quote_ident(a.attname) END, quote_ident(a.attname) FROM microdata.releases r "
                "CROSS JOIN unnest(r.relations) WITH ORDINALITY u (relation, n) "
                "JOIN pg_class c ON c.oid = u.relation AND c.relkind = 'r' "
                "AND c.relnamespace = 'fuzz'::regnamespace "
                "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 ORDER BY r.release_id, "
                "u.n, a.attnum")
           .rows) {
    if (found.empty() || found.back().id != *row[0])
      found.push_back({*row[0], *row[1], *row[2], {}});
    std::vector<Table>& tables = found.back().tables;
    if (tables.empty() || tables.back().name != *row[3]) tables.push_back({*row[3], {}, {}});
    if (row[4]) tables.back().bucket = *row[4];
    tables.back().columns.push_back(*row[5]);
  }
  return found;
}

std::string TamperPlay::some_change(Choice& choice, const Release& release) {
  const Table& table = choice.of(release.tables);
  const std::size_t kind = choice.below(table.bucket.empty() ? 2 : 3);
  const std::string text = kind == 0   ? of_tables[choice.below(of_tables.size())]
                           : kind == 1 ? of_columns[choice.below(of_columns.size())]
                                       : of_buckets[choice.below(of_buckets.size())];
  return replaced(text, {{"{t}", table.name},
                         {"{b}", table.bucket},
                         {"{c}", choice.of(table.columns)},
                         {"{d}", choice.of(table.columns)},
                         {"{n}", std::to_string(choice.below(20))}});
}

void TamperPlay::judge(const Release& release, const std::string& change,
                       const std::string& place) {
  const auto find = [&](const std::string& what, const std::string& detail) {
    stage_.findings.add(what, change + "\n    " + detail,
                        "CREATE EXTENSION IF NOT EXISTS pg_microdata;\n" +
                            described_releases_script() + change + ";\n" + detail + ";\n",
                        seed_, place);
  };
  const std::string verification =
      "SELECT count(*) FILTER (WHERE NOT holds AND requirement !~ 'determine') FROM "
      "verify_release(" +
      literal(release.name) + ")";
  const Outcome verified = calls_.run(verification);
  if (verified.lost || verified.hung)
    return find("the server crashes in verify_release of a changed release", verification);
  if (verified.error) {
    if (!stage_.documented.contains(verified.error->sqlstate))
      find("an error that is not documented, of verify_release of a changed release: " +
               verified.error->sqlstate + " " + verified.error->text,
           verification);
    return;
  }
  if (verified.rows.front().front() != Text("0")) return;
  ++unseen_;
  for (const ReleaseCheck& check : release_checks(stage_.player, release.id)) {
    calls_.run("SAVEPOINT checks");
    const Outcome broken = calls_.run(check.query + " LIMIT 1");
    if (!broken.failed() && !broken.rows.empty())
      find("verify_release does not see that a changed release of " + release.method +
               " breaks its promise: " + check.promise,
           check.query);
    calls_.run("ROLLBACK TO checks");
  }
}

void TamperPlay::play(std::size_t number) {
  Choice choice(seed_of(seed_, number));
  const Release& release = choice.of(releases_);
  const std::string place = "change " + std::to_string(number);
  calls_.begin(place);
  calls_.run("BEGIN; SET LOCAL search_path = fuzz, public; SET LOCAL client_min_messages = error");
  const std::string change = some_change(choice, release);
  if (!calls_.run(change).failed()) judge(release, change, place);
  calls_.end();
}

}  // namespace microdata::fuzz
