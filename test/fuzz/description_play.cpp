#include "description_play.hpp"

#include <algorithm>
#include <stdexcept>

#include "documented_errors.hpp"

namespace microdata::fuzz {

namespace {

// What a description promises is verified before it is taken: without promises more are.
void drop_promises(Json& description) {
  for (const char* where : {"parameters", "guarantee"}) {
    if (!description.is_object() || !description.contains(where)) continue;
    Json& members = description[where];
    if (!members.is_object()) continue;
    for (const char* promise : {"l", "k", "delta", "privacy", "models", "m"})
      members.erase(promise);
  }
}

// Of another release, under the names of this one's tables.
Json with_tables_of(Json description, const DescribedRelease& release) {
  Json& relations = description["relations"];
  for (std::size_t i = 0; i < relations.size() && i < release.tables.size(); ++i)
    relations[i]["name"] = release.tables[i];
  return description;
}

std::string copy_of(const std::string& table) {
  return "copies." + identifier(table);
}

std::vector<std::string> roles(const Json& description, const std::string& role) {
  std::vector<std::string> names;
  for (const Json& relation : description["relations"]) {
    for (const Json& column : relation["columns"]) {
      const std::string name = column["name"];
      if (column["role"] == role && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  }
  return names;
}

const Function* function_of_name(const std::vector<Function>& functions, const std::string& name) {
  const auto found =
      std::find_if(functions.begin(), functions.end(),
                   [&](const Function& function) { return function.name == name; });
  if (found == functions.end()) throw std::runtime_error("the extension has no function " + name);
  return &*found;
}

}  // namespace

DescriptionPlay::DescriptionPlay(Stage& stage, std::uint64_t seed)
    : stage_(stage),
      seed_(seed),
      described_(described_releases(stage.observer)),
      functions_(release_functions(stage.functions)),
      registering_(function_of_name(stage.functions, "register_release")),
      views_(view_statements(stage.observer)) {
  for (const DescribedRelease& release : described_.releases)
    vocabulary_.learn(release.description);
  memory_.watch(stage_.player.process());
}

Outcome DescriptionPlay::run(const std::string& sql) {
  Outcome outcome = stage_.player.run(sql);
  script_ += sql + ";\n";
  if (outcome.error) script_ += "-- " + outcome.error->sqlstate + " " + generic(outcome.error->text) + "\n";
  return outcome;
}

void DescriptionPlay::find(const std::string& what, const std::string& detail) {
  stage_.findings.add(
      what, detail,
      "CREATE EXTENSION IF NOT EXISTS pg_microdata;\n" + described_releases_script() + script_,
      seed_, "description " + std::to_string(number_));
}

Json DescriptionPlay::made_up_description(Choice& choice, const DescribedRelease& release) {
  Json description = release.description;
  if (choice.one_in(12))
    description = with_tables_of(choice.of(described_.releases).description, release);
  if (choice.one_in(8)) {
    const Json& other = choice.of(described_.releases).description;
    const char* member = choice.of({"parameters", "guarantee", "method", "rows", "buckets"});
    if (other.contains(member)) description[member] = other[member];
  }
  mutate(choice, vocabulary_, choice.of({0, 1, 1, 1, 2, 2, 3, 5}), description);
  if (choice.one_in(2)) drop_promises(description);
  return description;
}

// Returns whether something was changed.
bool DescriptionPlay::change_tables(Choice& choice, const DescribedRelease& release) {
  if (choice.one_in(2)) return false;
  for (int changes = choice.between(1, 3); changes > 0; --changes) {
    const std::string table = copy_of(choice.of(release.tables));
    const Outcome columns = stage_.player.run(
        "SELECT quote_ident(attname), format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid "
        "= " +
        literal(table) + "::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum");
    if (columns.rows.empty()) return true;
    const auto& column = choice.of(columns.rows);
    const std::string name = *column[0];
    const std::string type = *column[1];
    const std::string some =
        choice.one_in(3) ? ""
                         : " WHERE hashtext(t::text) % " + std::to_string(choice.between(2, 9)) +
                               " = 0";
    const std::string update = "UPDATE " + table + " t SET " + name + " = ";
    const std::string alter = "ALTER TABLE " + table + " ";
    std::string statement;
    switch (choice.below(12)) {
      case 0:
      case 1:
        statement = update + "NULL" + some;
        break;
      case 2:
        statement = update + "(SELECT o." + name + " FROM " + table + " o ORDER BY hashtext(o::text) LIMIT 1)" + some;
        break;
      case 3:
      case 4: {
        const bool number = type == "integer" || type == "bigint" || type == "numeric";
        const std::string value =
            number ? choice.of({"0", "-1", "2147483647", "-2147483648", "1", "99"})
                   : choice.of({"''", "'*'", "'{a,b}'", "'[1,2]'", "'no such label'", "'NULL'",
                                "'{}'", "'[,)'", "'empty'", "'{\"\"}'", "'2026-01-01'"});
        statement = update + value + some;
        break;
      }
      case 5:
      case 6:
        statement = "DELETE FROM " + table + " t" + some;
        break;
      case 7:
        statement = "INSERT INTO " + table + " SELECT * FROM " + table + " t" + some;
        break;
      case 8: {
        const std::string other = *choice.of(columns.rows)[0];
        if (other == name) continue;
        statement = alter + "RENAME " + name + " TO between_names; " + alter + "RENAME " + other +
                    " TO " + name + "; " + alter + "RENAME between_names TO " + other;
        break;
      }
      case 9: {
        const std::string to = choice.of({"text", "bigint", "numeric", "float8", "int4range",
                                          "text[]", "boolean", "date", "smallint"});
        statement = alter + "ALTER " + name + " TYPE " + to + " USING " +
                    (choice.one_in(3) ? "NULL" : name + "::text::" + to);
        break;
      }
      case 10:
        statement = alter + choice.of({"ADD more integer", "ADD bucket_2 integer DEFAULT 1"});
        break;
      default:
        statement = "DROP TABLE " + table + "; CREATE TABLE " + table + " AS SELECT * FROM fuzz." +
                    identifier(choice.of(choice.of(described_.releases).tables));
        break;
    }
    run("SAVEPOINT changes");
    run(run(statement).failed() ? "ROLLBACK TO changes" : "RELEASE changes");
  }
  return true;
}

std::string DescriptionPlay::some_source(Choice& choice, const DescribedRelease& release) {
  if (choice.one_in(8)) return "";
  if (choice.percent(60)) return release.source;
  std::vector<std::string> alike;
  for (const auto& [name, attributes] : described_.sources) {
    if (name.starts_with(release.source) || choice.one_in(8)) alike.push_back(name);
  }
  return choice.of(alike);
}

Subject DescriptionPlay::subject_of(Choice& choice, const DescribedRelease& release,
                                    const std::string& source) {
  world_ = World{};
  Relation relation;
  const std::string name = source.empty() ? release.source : source;
  relation.name = "fuzz." + name;
  relation.schema = "fuzz";
  relation.plain_name = name;
  relation.attributes = described_.sources.at(name);
  world_.relations.push_back(relation);
  const auto add = [&](const DescribedRelease& one, const std::string& schema) {
    Release added;
    added.method = one.method;
    for (const std::string& table : one.tables)
      added.relations.push_back(schema + "." + identifier(table));
    added.attributes = described_.sources.at(one.source);
    added.known = added.attributes;
    world_.releases.push_back(std::move(added));
  };
  add(release, "copies");
  add(release, "fuzz");
  add(choice.of(described_.releases), "fuzz");
  Subject subject;
  subject.world = &world_;
  subject.source = &world_.relations.front();
  subject.release = &world_.releases.front();
  subject.sensitive = roles(release.description, "sensitive");
  subject.quasi_identifiers = roles(release.description, "quasi-identifier");
  if (!subject.sensitive.empty()) subject.class_attribute = subject.sensitive.front();
  return subject;
}

bool DescriptionPlay::call(const Call& call, const std::string& statement) {
  const std::string& name = call.function->name;
  const std::string what = name + " of a release by " + method_;
  ++calls_;
  const Outcome outcome = run("SAVEPOINT calls; " + statement + "; ROLLBACK TO calls");
  Tally& tally = stage_.tallies[name];
  ++tally.calls;
  tally.succeeded += outcome.failed() ? 0 : 1;
  tally.seconds += outcome.seconds;
  tally.slowest = std::max(tally.slowest, outcome.seconds);
  const long memory = memory_.taken();
  if (outcome.lost) {
    find("the server crashes in " + what, stage_.watch.trouble_in_log() + statement);
    return false;
  }
  if (outcome.hung) {
    stage_.hung = true;
    find("no cancel ends " + what, statement);
    return false;
  }
  stage_.slow += outcome.slow ? 1 : 0;
  if (memory > MemoryGuard::bound_kb)
    find("more than 1 GB is taken by " + what, std::to_string(memory) + " kB by " + statement);
  if (!outcome.error) return true;
  const std::string& sqlstate = outcome.error->sqlstate;
  const std::string& text = outcome.error->text;
  ++stage_.sqlstates[name + " " + sqlstate + " " + generic(text).substr(0, 90)];
  if (sqlstate == "53200" && text.find("pg_microdata.memory_limit") == std::string::npos)
    find("memory is not enough for " + what + ": " + text, statement);
  else if (!(sqlstate == "57014" && outcome.slow) &&
           !is_allowed(stage_.documented, sqlstate, call))
    find("an error that is not documented, of " + what + ": " + sqlstate + " " + text,
         outcome.detail + "\n    " + outcome.context + "\n    " + statement);
  return !run("ROLLBACK TO calls").failed();
}

void DescriptionPlay::read_release(Choice& choice, const DescribedRelease& release,
                                   const std::string& source) {
  const Subject subject = subject_of(choice, release, source);
  for (const Function* function : functions_) {
    const Call made = reading_call(choice, *function, subject);
    const bool rows = function->returns_set || choice.one_in(2);
    if (!call(made, std::string("SELECT ") + (rows ? "* FROM " : "") + made.text)) return;
  }
  const Call reading{registering_, "\"relation\" => views", false};
  for (const std::string& view : views_) {
    if (!call(reading, view)) return;
  }
}

void DescriptionPlay::play(std::size_t number) {
  number_ = number;
  script_.clear();
  Choice choice(seed_of(seed_, number));
  const DescribedRelease& release = choice.of(described_.releases);
  method_ = release.method;
  Json description = made_up_description(choice, release);
  const std::string source = some_source(choice, release);
  run(std::string("BEGIN; SET LOCAL client_min_messages = error; SET LOCAL "
                  "pg_microdata.republish = 'allow'") +
      (choice.one_in(6) ? "; SET LOCAL pg_microdata.memory_limit = '1MB'" : "") +
      (choice.one_in(3) ? "; SET LOCAL pg_microdata.max_threads = 1" : ""));
  if (change_tables(choice, release) && description.is_object() && choice.percent(70)) {
    const Outcome rows = stage_.player.run("SELECT count(*) FROM " + copy_of(release.tables.back()));
    if (rows.rows.size() == 1) description["rows"] = std::stoll(*rows.rows[0][0]);
  }
  Call registering{registering_, "register_release(\"relation\" => " +
                                     literal(copy_of(release.tables.front())), false};
  if (!source.empty()) registering.text += ", \"source\" => " + literal("fuzz." + source);
  registering.text += ", \"description\" => " +
                      literal(description.dump(-1, ' ', false, Json::error_handler_t::replace)) +
                      ")";
  // Where it is taken, it is registered once more, to stay.
  const std::size_t refused = stage_.tallies["register_release"].succeeded;
  if (call(registering, "SELECT " + registering.text) &&
      stage_.tallies["register_release"].succeeded > refused) {
    if (!run("SELECT " + registering.text).failed()) {
      ++taken_;
      read_release(choice, release, source);
    }
  }
  if (stage_.player.alive())
    stage_.player.run("ROLLBACK");
  else if (stage_.player.reconnect() && stage_.observer.reconnect() && stage_.other.reconnect())
    memory_.watch(stage_.player.process());
}

}  // namespace microdata::fuzz
