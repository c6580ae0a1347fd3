#include "scene.hpp"

#include <algorithm>

#include "documented_errors.hpp"
#include "relations.hpp"
#include "release_checks.hpp"

namespace microdata::fuzz {

namespace {

std::string preamble() {
  return "CREATE EXTENSION IF NOT EXISTS pg_microdata;\n" + type_definitions();
}

}  // namespace

Stage::Stage(const std::string& parameters, const std::string& log, Patience patience,
             const std::string& reference, const std::string& folder)
    : player(parameters, patience),
      other(parameters, patience),
      observer(parameters, patience),
      watch(observer, log),
      functions(extension_functions(observer)),
      documented(documented_errors(reference)),
      findings(folder) {}

Scene::Scene(Stage& stage, std::uint64_t seed, std::size_t number)
    : stage_(stage), choice_(seed_of(seed, number)), seed_(seed), number_(number) {}

void Scene::record(const std::string& sql, const Outcome& outcome) {
  script_ += sql + ";\n";
  if (outcome.error) {
    std::string text = outcome.error->text;
    std::replace(text.begin(), text.end(), '\n', ' ');
    script_ += "-- " + outcome.error->sqlstate + " " + text + "\n";
  }
}

Outcome Scene::run(const std::string& sql) {
  Outcome outcome = stage_.player.run(sql);
  record(sql, outcome);
  return outcome;
}

void Scene::find(const std::string& what, const std::string& detail) {
  stage_.findings.add(what, detail, preamble() + script_, seed_,
                      "scene " + std::to_string(number_));
}

void Scene::set_up() {
  stage_.player.run("SET client_min_messages = warning; DROP SCHEMA IF EXISTS fuzz CASCADE");
  run("CREATE SCHEMA fuzz; GRANT USAGE, CREATE ON SCHEMA fuzz TO fuzz_user; SET "
      "client_min_messages = warning");
  add_relation();
  if (choice_.one_in(3)) add_relation();
  if (choice_.one_in(5)) add_relation(RelationKind::partitioned);
  if (choice_.one_in(3)) add_level_table();
  if (choice_.one_in(4)) run("SET pg_microdata.memory_limit = '1MB'");
  const Outcome last =
      stage_.observer.run("SELECT coalesce(max(release_id), 0) FROM microdata.release_record");
  if (!last.rows.empty()) last_release_ = *last.rows[0][0];
}

// Drops everything and checks that the catalog has noticed.
void Scene::clear_up() {
  Outcome outcome =
      stage_.player.run("ROLLBACK; RESET ROLE; RESET ALL; SET client_min_messages = warning");
  stage_.player.run("DISCARD TEMP");
  outcome = stage_.player.run("DROP SCHEMA IF EXISTS fuzz CASCADE");
  if (outcome.failed())
    find("the schema cannot be dropped: " +
             (outcome.error ? outcome.error->text : "connection lost"),
         outcome.context);
  // Calls about the system's relations might have left releases next to these relations.
  stage_.player.run(
      "SELECT drop_release(r.relations[1]) FROM microdata.release_record r JOIN pg_class c ON "
      "c.oid = r.relations[1] "
      "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname <> 'fuzz'");
  for (const char* table : {"role_record", "declared_source_record", "privacy_rule_record",
                            "declared_hierarchy_record"}) {
    stage_.player.run(std::string("DELETE FROM microdata.") + table +
                      " r USING pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
                      "WHERE c.oid = r.source AND n.nspname IN ('pg_catalog', "
                      "'information_schema', 'microdata', 'public', 'fuzz_types')");
  }
  for (const Hierarchy& hierarchy : world_.hierarchies)
    stage_.player.run("SELECT drop_hierarchy(" + literal(hierarchy.name) + ")");
  // The sources of the series are already dropped.
  stage_.player.run("SELECT drop_series(series) FROM microdata.series");
  const Outcome left = stage_.observer.run(
      "SELECT 'release_record ' || r::text FROM microdata.release_record r UNION ALL SELECT "
      "'release_column_record ' || r::text FROM microdata.release_column_record r "
      "UNION ALL SELECT 'role_record ' || r::text FROM microdata.role_record r UNION ALL SELECT "
      "'declared_source_record ' || r::text FROM microdata.declared_source_record r UNION ALL "
      "SELECT "
      "'privacy_rule_record ' || r::text FROM microdata.privacy_rule_record r "
      "UNION ALL SELECT 'declared_hierarchy_record ' || r::text FROM "
      "microdata.declared_hierarchy_record r "
      "UNION ALL SELECT 'series_record ' || name FROM microdata.series_record "
      "UNION ALL SELECT 'series_column_record ' || c::text FROM microdata.series_column_record c "
      "UNION ALL SELECT 'series_signature_record ' || g::text FROM "
      "microdata.series_signature_record g "
      "UNION ALL SELECT 'series_person_record ' || p::text FROM microdata.series_person_record p "
      "UNION ALL SELECT 'edition_record ' || e::text FROM microdata.edition_record e "
      "UNION ALL SELECT 'series_view_record ' || v::text FROM microdata.series_view_record v");
  if (!left.rows.empty()) {
    find("the catalog remembers what was dropped", left.rows[0][0].value_or(""));
    for (const char* table :
         {"release_record", "release_column_record", "role_record", "declared_source_record",
          "privacy_rule_record", "declared_hierarchy_record", "series_record",
          "series_column_record", "series_signature_record", "series_person_record",
          "edition_record", "series_view_record"}) {
      stage_.observer.run(std::string("DELETE FROM microdata.") + table);
    }
  }
  stage_.player.run("DISCARD ALL");
}

std::size_t Scene::play() {
  set_up();
  for (int steps = choice_.between(10, 40);
       steps > 0 && stage_.player.alive() && stage_.other.alive(); --steps)
    step();
  if (stage_.player.alive()) clear_up();
  return calls_;
}

void Scene::step() {
  const std::size_t what = choice_.below(100);
  if (what < 80)
    call_step();
  else if (what < 90)
    run_plain();
  else if (what < 93)
    add_relation();
  else if (what < 95)
    add_level_table();
  else if (what < 97)
    change_setting();
  else if (what < 98)
    look_at_catalog();
  else
    verify_again();
}

void Scene::add_relation(RelationKind kind) {
  if (world_.relations.size() >= 4) return;
  NewRelation made = new_relation(choice_, world_, kind);
  state_.clear();
  for (const std::string& statement : made.statements) {
    const Outcome outcome = run(statement);
    if (!outcome.failed()) continue;
    ++stage_.sqlstates["relation " + (outcome.error ? outcome.error->sqlstate + " " +
                                                          outcome.error->text.substr(0, 60)
                                                    : "")];
    return;
  }
  world_.relations.push_back(std::move(made.relation));
}

void Scene::add_level_table() {
  if (world_.relations.empty()) return;
  state_.clear();
  const std::string name = "fuzz.levels_" + std::to_string(++names_);
  const Relation& relation = choice_.of(world_.relations);
  if (relation.attributes.empty()) return;
  const std::string& attribute = choice_.of(relation.attributes).name;
  if (!run(level_table_statement(choice_, name, relation, attribute)).failed())
    world_.level_tables.push_back({name, attribute});
}

void Scene::change_setting() {
  run(choice_.of({"SET pg_microdata.max_threads = 1",
                  "SET pg_microdata.max_threads = 8",
                  "SET pg_microdata.memory_limit = '1MB'",
                  "SET pg_microdata.memory_limit = '2MB'",
                  "RESET pg_microdata.memory_limit",
                  "SET pg_microdata.unclassified = 'error'",
                  "SET pg_microdata.unclassified = 'warn'",
                  "SET pg_microdata.unclassified = 'suspicious'",
                  "RESET pg_microdata.unclassified",
                  "SET pg_microdata.republish = 'allow'",
                  "SET pg_microdata.republish = 'error'",
                  "RESET pg_microdata.republish",
                  "SET datestyle = 'SQL, DMY'",
                  "SET intervalstyle = 'iso_8601'",
                  "SET timezone = 'Asia/Kathmandu'",
                  "SET extra_float_digits = -5",
                  "SET bytea_output = 'escape'",
                  "SET work_mem = '64kB'",
                  "SET row_security = off",
                  "SET client_min_messages = debug1",
                  "SET client_min_messages = warning",
                  "SET standard_conforming_strings = on",
                  "SET search_path = fuzz, public",
                  "SET search_path = public, pg_temp",
                  "SET default_transaction_isolation = 'repeatable read'",
                  "SET default_transaction_isolation = 'read committed'",
                  "SET lc_monetary = 'C.UTF-8'",
                  "SET xmloption = document",
                  "SET array_nulls = off",
                  "SET enable_hashagg = off",
                  "SET jit = off",
                  "SET default_table_access_method = heap",
                  "SET plan_cache_mode = force_generic_plan",
                  "SET transform_null_equals = on",
                  "SET check_function_bodies = off",
                  "SET force_parallel_mode = on",
                  "SET max_parallel_workers_per_gather = 0",
                  "SET quote_all_identifiers = on",
                  "SET xmlbinary = hex"}));
}

void Scene::run_plain() {
  PlainStatement statement = plain_statement(choice_, world_);
  const Outcome outcome = run(statement.sql);
  judge_messages("a plain statement", outcome);
  if (outcome.lost) return find("the connection is lost in a plain statement", statement.sql);
  if (outcome.error && (outcome.error->sqlstate.starts_with("XX") ||
                        outcome.context.find("microdata") != std::string::npos)) {
    find("a plain statement fails: " + outcome.error->sqlstate + " " + outcome.error->text,
         outcome.context);
  }
  if (outcome.failed()) return;
  if (statement.changes_rows) {
    world_.changed_rows = true;
    for (Release& release : world_.releases) {
      release.holds = false;
      for (const std::string& relation : release.relations)
        world_.changed_release |= statement.sql.find(relation) != std::string::npos;
    }
    // A call for some partitions keeps the changed rows of the others.
    if (world_.changed_release) world_.by_partitions.clear();
  }
  if (statement.follow) statement.follow(world_);
  state_.clear();
}

void Scene::look_at_catalog() {
  const bool as_user = choice_.one_in(2);
  if (as_user) run("SET ROLE fuzz_user");
  for (const char* view : {"releases", "release_columns", "roles", "privacy_rules", "hierarchies",
                           "declared_hierarchies"}) {
    const Outcome outcome = run(std::string("SELECT * FROM microdata.") + view);
    if (outcome.failed())
      find(std::string("microdata.") + view +
               " cannot be read: " + (outcome.error ? outcome.error->text : ""),
           "");
  }
  if (as_user) run("RESET ROLE");
  read_as_dump();
}

// Checks that a role with pg_read_all_data can read everything that pg_dump reads of the extension.
void Scene::read_as_dump() {
  const Outcome queries = stage_.observer.run(
      "SELECT format('SELECT count(*) FROM %s %s', u.config, x.extcondition[u.place]) "
      "FROM pg_extension x CROSS JOIN LATERAL unnest(x.extconfig::regclass[]) WITH ORDINALITY u "
      "(config, place) WHERE x.extname = 'pg_microdata'");
  run("SET ROLE fuzz_dumper; SET row_security = off");
  for (const auto& row : queries.rows) {
    const Outcome seen = run(*row[0]);
    const Outcome there = stage_.observer.run(*row[0]);
    if (seen.failed() || seen.rows != there.rows)
      find("a dump by a role that may read all data fails or lacks rows: " +
               (seen.error ? seen.error->text : ""),
           *row[0]);
  }
  run("RESET ROLE; RESET row_security");
}

}  // namespace microdata::fuzz
