#include "scene.hpp"

#include <algorithm>

#include "documented_errors.hpp"
#include "relations.hpp"
#include "release_checks.hpp"

namespace microdata::fuzz {

namespace {

// Each scene has a seed of its own, so that it can be played alone.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t z = seed + (number + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

bool tells_of_leak(const Message& message) {
  for (const char* sign : {"leak", "still referenced", "problem in alloc", "still active",
                           "you don't own", "not closed", "AtEOXact"}) {
    if (message.text.find(sign) != std::string::npos) return true;
  }
  return false;
}

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
    : stage_(stage), choice_(mixed(seed, number)), seed_(seed), number_(number) {}

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
  stage_.findings.add(what, detail, preamble() + script_, seed_, number_);
}

void Scene::set_up() {
  stage_.player.run("SET client_min_messages = warning; DROP SCHEMA IF EXISTS fuzz CASCADE");
  run("CREATE SCHEMA fuzz; GRANT USAGE, CREATE ON SCHEMA fuzz TO fuzz_user; SET "
      "client_min_messages = warning");
  add_relation();
  if (choice_.one_in(3)) add_relation();
  if (choice_.one_in(3)) add_level_table();
  const Outcome last =
      stage_.observer.run("SELECT coalesce(max(release_id), 0) FROM microdata.release_record");
  if (!last.rows.empty()) last_release_ = *last.rows[0][0];
}

// Everything goes, and the catalog must have noticed.
void Scene::clear_up() {
  Outcome outcome =
      stage_.player.run("ROLLBACK; RESET ROLE; RESET ALL; SET client_min_messages = warning");
  stage_.player.run("DISCARD TEMP");
  outcome = stage_.player.run("DROP SCHEMA IF EXISTS fuzz CASCADE");
  if (outcome.failed())
    find("the schema cannot be dropped: " +
             (outcome.error ? outcome.error->text : "connection lost"),
         outcome.context);
  // What calls about the system's relations have left where those are.
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
  const Outcome left = stage_.observer.run(
      "SELECT 'release_record ' || r::text FROM microdata.release_record r UNION ALL SELECT "
      "'release_column_record ' || r::text FROM microdata.release_column_record r "
      "UNION ALL SELECT 'role_record ' || r::text FROM microdata.role_record r UNION ALL SELECT "
      "'declared_source_record ' || r::text FROM microdata.declared_source_record r UNION ALL "
      "SELECT "
      "'privacy_rule_record ' || r::text FROM microdata.privacy_rule_record r "
      "UNION ALL SELECT 'declared_hierarchy_record ' || r::text FROM "
      "microdata.declared_hierarchy_record r");
  if (!left.rows.empty()) {
    find("the catalog remembers what was dropped", left.rows[0][0].value_or(""));
    for (const char* table :
         {"release_record", "release_column_record", "role_record", "declared_source_record",
          "privacy_rule_record", "declared_hierarchy_record"}) {
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

void Scene::add_relation() {
  if (world_.relations.size() >= 4) return;
  NewRelation made = new_relation(choice_, world_);
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
                  "SET pg_microdata.unclassified = 'error'",
                  "RESET pg_microdata.unclassified",
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
    for (Release& release : world_.releases)
      release.holds = false;
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
}

std::string Scene::statement_of(const Call& call) {
  makes_relation_ = false;
  if (!call.function->returns_set) return "SELECT " + call.text;
  if (call.function->effect == Effect::reads) {
    switch (choice_.below(20)) {
      case 0:
        return "SELECT " + call.text;
      case 1:
        return "SELECT * FROM " + call.text + " LIMIT 1";
      case 2:
        return "SELECT count(*) FROM " + call.text + " a, generate_series(1, 2)";
      case 3:
        makes_relation_ = true;
        return "CREATE MATERIALIZED VIEW fuzz.rows_" + std::to_string(++names_) +
               " AS SELECT count(*) FROM " + call.text + " a";
      case 4:
        makes_relation_ = true;
        return "CREATE TEMPORARY TABLE rows_" + std::to_string(++names_) + " AS SELECT * FROM " +
               call.text;
      default:
        break;
    }
  }
  return "SELECT * FROM " + call.text;
}

Call Scene::next_call() {
  while (true) {
    const Function& function = some_function(choice_, stage_.functions);
    const Subject subject = new_subject(choice_, world_, function.name);
    const bool wants_release = !function.arguments.empty() &&
                               function.arguments[0].name == "relation" &&
                               function.name != "create_hierarchy";
    if (wants_release && subject.release == nullptr && !choice_.one_in(8)) continue;
    return new_call(choice_, function, subject);
  }
}

void Scene::call_step() {
  const Call call = next_call();
  if (state_.empty()) state_ = stage_.watch.state();
  switch (choice_.below(40)) {
    case 0:
    case 1:
    case 2:
      return call_interrupted(call);
    case 3:
      return call_in_transaction(call);
    case 4:
    case 5:
    case 6:
      return call_as_user(call);
    case 7:
      return call_in_block(call);
    case 8:
      return call_beside(call);
    default:
      return call_plainly(call);
  }
}

void Scene::call_plainly(const Call& call) {
  judge(call, run(statement_of(call)), {});
}

void Scene::call_interrupted(const Call& call) {
  const std::string statement = statement_of(call);
  const auto delay = Milliseconds(choice_.between(0, choice_.one_in(2) ? 3 : 15));
  if (choice_.one_in(2)) {
    run("SET statement_timeout = " + std::to_string(1 + delay.count()));
    const Outcome outcome = run(statement);
    // Which may itself take longer than is allowed.
    while (stage_.player.alive() && run("SET statement_timeout = 0").error)
      continue;
    stage_.cancelled += outcome.failed_with("57014") ? 1 : 0;
    judge(call, outcome, {.interrupted = true});
    return;
  }
  script_ += "-- cancelled after " + std::to_string(delay.count()) + " ms:\n";
  stage_.player.send(statement);
  Clock::time_point asked;
  bool cancelled = false;
  const bool by_function = choice_.one_in(2);
  const Outcome outcome = stage_.player.receive(delay, [&] {
    cancelled = true;
    asked = Clock::now();
    if (by_function)
      stage_.observer.run("SELECT pg_cancel_backend(" + std::to_string(stage_.player.process()) +
                          ")");
    else
      stage_.player.cancel();
  });
  if (cancelled)
    stage_.slowest_cancel = std::max(stage_.slowest_cancel,
                                     std::chrono::duration<double>(Clock::now() - asked).count());
  stage_.cancelled += outcome.failed_with("57014") ? 1 : 0;
  record(statement, outcome);
  // A cancel that came too late must not meet the next call.
  if (cancelled && stage_.player.alive()) stage_.player.run("SELECT pg_sleep(0.001)");
  judge(call, outcome, {.interrupted = true});
}

void Scene::call_in_transaction(const Call& call) {
  const Call second = next_call();
  const bool commit = choice_.one_in(2);
  const bool savepoint = choice_.one_in(2);
  run(std::string("BEGIN") + choice_.of({"", "", " ISOLATION LEVEL REPEATABLE READ",
                                         " ISOLATION LEVEL SERIALIZABLE", " READ ONLY"}));
  if (savepoint) run("SAVEPOINT s");
  Outcome first = run(statement_of(call));
  judge(call, first, {.in_transaction = true});
  if (first.lost) return;
  if (savepoint) first = run("ROLLBACK TO s");
  if (!first.failed()) {
    const Outcome outcome = run(statement_of(second));
    judge(second, outcome, {.in_transaction = true});
    if (outcome.lost) return;
  }
  const Outcome end = run(commit ? "COMMIT" : "ROLLBACK");
  judge_messages("the end of a transaction", end);
  if (end.failed()) find("a transaction does not end: " + (end.error ? end.error->text : ""), "");
  if (!commit) {
    const std::string state = stage_.watch.state();
    if (state != state_)
      find("a transaction that was rolled back left something: " + call.function->name,
           state_ + " -> " + state);
    state_ = state;
  } else {
    for (Release& release : world_.releases)
      release.holds = false;
    made_elsewhere_ = call.function->name == "register_release" ||
                      second.function->name == "register_release" || call.in_place ||
                      second.in_place;
    state_ = stage_.watch.state();
    look_for_releases();
  }
}

void Scene::call_as_user(const Call& call) {
  run("SET ROLE fuzz_user");
  const Outcome outcome = run(statement_of(call));
  if (stage_.player.alive()) run("RESET ROLE");
  judge(call, outcome, {});
}

// In a subtransaction that ends with the error.
void Scene::call_in_block(const Call& call) {
  makes_relation_ = false;
  const Outcome outcome = run("DO $fuzz$ BEGIN PERFORM * FROM " + call.text +
                              "; EXCEPTION WHEN OTHERS THEN RAISE; END $fuzz$");
  judge(call, outcome, {});
}

void Scene::call_beside(const Call& call) {
  const Call second = next_call();
  const std::string statement = statement_of(call);
  const std::string beside =
      choice_.one_in(3) ? plain_statement(choice_, world_).sql : statement_of(second);
  script_ += "-- at the same time, in another session: " + beside + "\n";
  stage_.player.send(statement);
  stage_.other.send(beside);
  const Outcome outcome = stage_.player.receive();
  const Outcome others = stage_.other.receive();
  record(statement, outcome);
  for (Release& release : world_.releases)
    release.holds = false;
  judge(call, outcome, {.beside_others = true});
  made_elsewhere_ = true;  // what was made beside changes need not verify
  if (stage_.observer.alive()) look_for_releases();
  if (others.lost)
    find("the connection is lost beside another call: " + second.function->name, beside);
  state_.clear();
}

void Scene::judge_messages(const std::string& what, const Outcome& outcome) {
  for (const Message& message : outcome.messages) {
    if (tells_of_leak(message)) find("a leak in " + what + ": " + message.text, "");
  }
}

void Scene::judge(const Call& call, const Outcome& outcome, Circumstances circumstances) {
  ++calls_;
  const std::string& name = call.function->name;
  Tally& tally = stage_.tallies[name];
  ++tally.calls;
  tally.succeeded += outcome.failed() ? 0 : 1;
  tally.seconds += outcome.seconds;
  tally.slowest = std::max(tally.slowest, outcome.seconds);
  if (outcome.error)
    ++stage_.sqlstates[name + " " + outcome.error->sqlstate + " " +
                       generic(outcome.error->text).substr(0, 90)];
  stage_.slow += outcome.slow ? 1 : 0;

  const std::string trouble = stage_.watch.trouble_in_log();
  if (outcome.lost || !trouble.empty())
    return find("the server crashes in " + name, trouble + call.text);
  if (outcome.hung) {
    stage_.hung = true;
    return find("no cancel ends " + name, call.text);
  }
  if (outcome.slow && !outcome.error) find("a cancel is ignored by " + name, call.text);
  judge_messages(name, outcome);
  if (outcome.error) {
    const std::string& sqlstate = outcome.error->sqlstate;
    const bool cancelled = sqlstate == "57014" && (circumstances.interrupted || outcome.slow);
    const bool conflict = circumstances.beside_others &&
                          (sqlstate == "40P01" || sqlstate == "40001" || sqlstate == "55P03");
    // What CREATE TABLE AS says of the call's result.
    const bool shapeless = makes_relation_ && sqlstate == "42P16";
    if (!cancelled && !conflict && !shapeless && !is_allowed(stage_.documented, sqlstate, call)) {
      find("an error that is not documented, of " + name + ": " + sqlstate + " " +
               outcome.error->text,
           outcome.detail + "\n    " + outcome.context);
    }
  }
  if (circumstances.in_transaction || circumstances.beside_others) return;
  judge_state(call, outcome);
  if (!outcome.failed()) follow(call, outcome);
}

// An error leaves nothing behind, nor does a function that only reads.
void Scene::judge_state(const Call& call, const Outcome& outcome) {
  const std::string locks = stage_.watch.locks_of(stage_.player);
  if (!locks.empty()) find("locks are left by " + call.function->name, locks);
  const bool may_change = call.function->effect != Effect::reads || makes_relation_;
  const std::string state = stage_.watch.state();
  if (outcome.failed() && state != state_)
    find("an error leaves something behind: " + call.function->name, state_ + " -> " + state);
  if (!outcome.failed() && !may_change && state != state_) {
    find("a function that reads leaves something behind: " + call.function->name,
         state_ + " -> " + state);
  }
  state_ = state;
}

void Scene::follow(const Call& call, const Outcome& outcome) {
  const std::string& name = call.function->name;
  const std::string result =
      outcome.rows.empty() || outcome.rows[0].empty() ? "" : outcome.rows[0][0].value_or("");
  if (name == "add_privacy_rule" && !result.empty()) world_.rules.push_back(result);
  if (name.starts_with("create_") && name.ends_with("hierarchy")) {
    const std::size_t from = call.text.find("=> '") + 4;
    std::string hierarchy;
    for (std::size_t i = from;
         i < call.text.size() && (call.text[i] != '\'' || call.text[i + 1] == '\''); ++i) {
      if (call.text[i] == '\'') ++i;
      hierarchy += call.text[i];
    }
    Hierarchy made{hierarchy, name, ""};
    for (const LevelTable& levels : world_.level_tables) {
      if (call.text.find(levels.name + "'") != std::string::npos) made.attribute = levels.attribute;
    }
    world_.hierarchies.push_back(std::move(made));
  }
  if (name == "drop_release" || name == "drop_hierarchy" || name == "declare_hierarchy" ||
      call.in_place) {
    for (Release& release : world_.releases)
      release.holds = false;
  }
  made_elsewhere_ |= name == "register_release";
  if (call.function->effect != Effect::reads) look_for_releases();
}

// Which releases there are now, and whether those that are new keep their promises.
void Scene::look_for_releases() {
  const Outcome outcome = stage_.observer.run(
      "SELECT r.release_id, r.method, CASE WHEN s.nspname LIKE 'pg\\_temp%' THEN 'pg_temp' ELSE "
      "s.nspname END || '.\"' || replace(t.relname, '\"', '\"\"') || '\"', "
      "format('%I.%I', n.nspname, c.relname), (SELECT E'\\n' || string_agg(a.attribute, E'\\n\\n') "
      "|| E'\\n' FROM microdata.release_column_record a "
      "WHERE a.release_id = r.release_id AND a.role = 'quasi-identifier') "
      "FROM microdata.release_record r JOIN pg_class t ON t.oid = r.source JOIN pg_namespace s ON "
      "s.oid = t.relnamespace "
      "CROSS JOIN LATERAL unnest(r.relations::oid[]) WITH ORDINALITY u (oid, place) "
      "JOIN pg_class c ON c.oid = u.oid JOIN pg_namespace n ON n.oid = c.relnamespace ORDER BY "
      "r.release_id, u.place");
  std::vector<Release> releases;
  std::vector<bool> verifiable;
  for (const auto& row : outcome.rows) {
    if (releases.empty() || releases.back().id != *row[0]) {
      Release release;
      release.id = *row[0];
      release.method = *row[1];
      const auto source =
          std::find_if(world_.relations.begin(), world_.relations.end(),
                       [&](const Relation& relation) { return relation.name == *row[2]; });
      if (source != world_.relations.end()) release.attributes = source->attributes;
      const std::string known = row[4].value_or("");
      for (const Attribute& attribute : release.attributes) {
        if (known.find("\n" + attribute.name + "\n") != std::string::npos)
          release.known.push_back(attribute);
      }
      const auto old = std::find_if(world_.releases.begin(), world_.releases.end(),
                                    [&](const Release& r) { return r.id == release.id; });
      if (old != world_.releases.end()) release.holds = old->holds;
      releases.push_back(std::move(release));
      verifiable.push_back(!made_elsewhere_ && source != world_.relations.end() && source->stable);
    }
    releases.back().relations.push_back(*row[3]);
  }
  world_.releases = releases;
  for (std::size_t i = 0; i < releases.size(); ++i) {
    if (std::stoll(releases[i].id) > std::stoll(last_release_))
      check_release(world_.releases[i], verifiable[i]);
  }
  made_elsewhere_ = false;
  if (!releases.empty() && std::stoll(releases.back().id) > std::stoll(last_release_))
    last_release_ = releases.back().id;
}

void Scene::check_release(Release& release, bool verifiable) {
  if (!verifiable) {
    release.holds = false;
    return;
  }
  ++stage_.releases_checked;
  for (const ReleaseCheck& check : release_checks(stage_.observer, release.id)) {
    const Outcome outcome = stage_.observer.run(check.query + " LIMIT 1");
    if (outcome.error)
      find("a check fails: " + outcome.error->text, check.query);
    else if (!outcome.rows.empty())
      find(release.method + " breaks its promise: " + check.promise, check.query);
  }
  verify(release, "when it is made");
}

// Whether the release's source is a view that nobody can read: it reads with the rights of its
// owner, and a new owner may have none.
bool Scene::has_unreadable_source(const Release& release) {
  const Outcome source = stage_.observer.run(
      "SELECT format('%I.%I', n.nspname, c.relname) FROM microdata.releases r "
      "JOIN pg_class c ON c.oid = r.source JOIN pg_namespace n ON n.oid = c.relnamespace "
      "WHERE c.relkind = 'v' AND r.release_id = " +
      release.id);
  return source.rows.size() == 1 &&
         stage_.observer.run("SELECT FROM " + *source.rows[0][0] + " LIMIT 1").failed_with("42501");
}

void Scene::verify(const Release& release, const std::string& when) {
  const Outcome outcome =
      run("SELECT requirement, bound, achieved, holds, worst_case FROM verify_release(" +
          literal(release.relations.front()) + ")");
  if (outcome.failed_with("42501") && has_unreadable_source(release)) return;
  if (outcome.error)
    return find(release.method + " cannot be verified " + when + ": " + outcome.error->sqlstate +
                    " " + outcome.error->text,
                outcome.detail);
  for (const auto& row : outcome.rows) {
    if (row[3] == Text("t")) continue;
    const std::string figures = "bound " + row[1].value_or("NULL") + ", achieved " +
                                row[2].value_or("NULL") + ", " + row[4].value_or("");
    find(release.method + (row[3] ? " does not verify " : " cannot tell ") + when + ": " +
             row[0].value_or(""),
         figures);
  }
}

void Scene::verify_again() {
  for (const Release& release : world_.releases) {
    if (release.holds) return verify(release, "any more");
  }
}

}  // namespace microdata::fuzz
