#include "description_play.hpp"

#include <algorithm>
#include <stdexcept>

#include "table_changes.hpp"

namespace microdata::fuzz {

namespace {

// Removes the guarantees from a description. More descriptions are then accepted, because
// guarantees are verified before.
void drop_promises(Json& description) {
  for (const char* where : {"parameters", "guarantee"}) {
    if (!description.is_object() || !description.contains(where)) continue;
    Json& members = description[where];
    if (!members.is_object()) continue;
    for (const char* promise : {"l", "k", "delta", "privacy", "models", "m"})
      members.erase(promise);
  }
}

// Sets the reading of a column. A column that is read as ranges, sets or labels must be marked as
// generalized.
void read_otherwise(Choice& choice, const Vocabulary& vocabulary, Json& column) {
  const Json reading = vocabulary.value_of(choice, "reading");
  column["reading"] = reading;
  column["generalized"] = reading != "value";
}

// Returns the columns of a table of the release; views have no columns here.
Json& columns_of_table(Choice& choice, Json& description) {
  std::vector<Json*> columns;
  for (Json& relation : description["relations"]) {
    if (relation.contains("columns")) columns.push_back(&relation["columns"]);
  }
  return *choice.of(columns);
}

// Adds counterfeits to a description and removes its number of rows, which counterfeits would
// contradict.
void claim_counterfeits(Choice& choice, Json& description) {
  Json& parameters = description["parameters"];
  parameters["counterfeits"] = choice.of({0, 1, 5, 60, 2147483647});
  description.erase("rows");
  if (choice.one_in(2)) parameters["series"] = "made up";
  if (choice.one_in(3)) parameters["format"] = "anatomy";
}

// Makes one valid change to the structure, which determines how the release is read. One such
// change is worth many others.
void change_structure(Choice& choice, const Vocabulary& vocabulary, Json& description) {
  Json& columns = columns_of_table(choice, description);
  Json& column = columns[choice.below(columns.size())];
  Json& parameters = description["parameters"];
  switch (choice.below(12)) {
    case 0:
    case 1:
    case 2:
      column["role"] = vocabulary.value_of(choice, "role");
      break;
    case 3:
    case 4:
      column["group"] = choice.of({0, 1, 2, 3, 4, 99, 1599, 1600});
      break;
    case 5:
      read_otherwise(choice, vocabulary, column);
      break;
    case 6: {
      const std::string key = vocabulary.key_under(choice, "parameters");
      parameters[key] = choice.one_in(2) ? vocabulary.value_of(choice, key)
                                         : Json(choice.of({0, 1, 2, 3, 99, 2147483647}));
      break;
    }
    case 7: {
      const std::string key = vocabulary.key_under(choice, "parameters");
      parameters.erase(key);
      break;
    }
    case 8:
      claim_counterfeits(choice, description);
      break;
    case 9:
    case 10:
      std::swap(column["role"], columns[choice.below(columns.size())]["role"]);
      break;
    default:
      description["method"] = vocabulary.value_of(choice, "method");
      break;
  }
}

// Returns another release's description with the names of this release's tables.
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
    if (!relation.contains("columns")) continue;
    for (const Json& column : relation["columns"]) {
      const std::string name = column["name"];
      if (column["role"] == role && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  }
  return names;
}

const Function* function_of_name(const std::vector<Function>& functions, const std::string& name) {
  const auto found = std::find_if(functions.begin(), functions.end(),
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
      views_(view_statements(stage.observer)),
      calls_(stage, stage.player, described_releases_script(), seed) {
  for (const DescribedRelease& release : described_.releases)
    vocabulary_.learn(release.description);
  for (const auto& row : stage.observer.run("SELECT parameters FROM microdata.release_record").rows)
    recorded_.learn(Json::parse(*row[0]));
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
  if (!choice.one_in(3)) {
    for (int changes = choice.of({1, 1, 2, 2, 3, 4}); changes > 0; --changes)
      change_structure(choice, vocabulary_, description);
  } else {
    mutate(choice, vocabulary_, choice.of({1, 1, 1, 2, 2, 3, 5}), description);
  }
  if (!choice.one_in(3)) drop_promises(description);
  return description;
}

void DescriptionPlay::change_tables(Choice& choice, const std::vector<std::string>& tables) {
  const std::string other = "fuzz." + identifier(choice.of(choice.of(described_.releases).tables));
  for (int changes = choice.between(1, 3); changes > 0; --changes) {
    change_table(choice, stage_.player, tables, {other},
                 [&](const std::string& sql) { return calls_.run(sql); });
  }
}

// Changes the record as a former version could have written it, with a described release or a
// change of the catalog.
void DescriptionPlay::change_record(Choice& choice, const DescribedRelease& release) {
  const std::string id = "(SELECT max(release_id) FROM microdata.release_record)";
  Json description = release.description;
  const Json column = choice.of(columns_of_table(choice, description).get<std::vector<Json>>());
  const auto of_column = [&](const std::string& change) {
    return "UPDATE microdata.release_column_record SET " + change + " WHERE release_id = " + id +
           " AND attribute = " + literal(column["name"].get<std::string>()) +
           (choice.one_in(2)
                ? " AND relation = " + literal(copy_of(release.tables.front())) + "::regclass"
                : "");
  };
  const auto of_release = [&](const std::string& change) {
    return "UPDATE microdata.release_record SET " + change + " WHERE release_id = " + id;
  };
  const std::string number =
      choice.of({"-1", "0", "1", "2", "3", "99", "1600", "2147483647", "-2147483648"});
  std::string statement;
  switch (choice.below(10)) {
    case 0:
    case 1:
    case 2:
      statement = of_column("role = " + literal(choice.of({"quasi-identifier", "sensitive",
                                                           "insensitive", "identifier"})));
      break;
    case 3:
    case 4:
      statement = of_column("column_no = " + number);
      break;
    case 5:
      statement = of_column("generalized = NOT generalized");
      break;
    case 6:
      statement = of_release("method = " + literal(choice.of(described_.releases).method));
      break;
    case 7:
      statement =
          of_release(choice.of({"published_rows = ", "buckets = ", "source_rows = "}) + number);
      break;
    default: {
      const Outcome recorded = stage_.player.run(
          "SELECT parameters FROM microdata.release_record WHERE release_id = " + id);
      if (recorded.rows.empty()) return;
      Json parameters = Json::parse(*recorded.rows[0][0]);
      const std::string key = recorded_.key_under(choice, "");
      if (choice.one_in(2))
        parameters[key] = recorded_.value_of(choice, key);
      else
        mutate(choice, recorded_, 1, parameters);
      statement = of_release("parameters = " + literal(parameters.dump()) + "::jsonb");
      break;
    }
  }
  calls_.run("SAVEPOINT changes");
  calls_.run(calls_.run(statement).failed() ? "ROLLBACK TO changes" : "RELEASE changes");
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
  return calls_.call(call, statement, call.function->name + " of a release by " + method_) !=
         GuardedCalls::Ending::lost;
}

void DescriptionPlay::read_release(Choice& choice, const DescribedRelease& release,
                                   const std::string& source) {
  const Subject subject = subject_of(choice, release, source);
  for (const Function* function : functions_) {
    // These functions call all the others.
    if ((function->name == "audit" || function->name == "audited") && !choice.one_in(6)) continue;
    const Call made = reading_call(choice, *function, subject);
    if (!call(made, reading_statement(choice, made))) return;
  }
  static const Function reads_views{"microdata", "views", {}, true, Effect::reads, 1};
  for (const std::string& view : views_) {
    if (!call({&reads_views, "", false}, view)) return;
  }
}

void DescriptionPlay::play(std::size_t number) {
  calls_.begin("description " + std::to_string(number));
  Choice choice(seed_of(seed_, number));
  const DescribedRelease& release = choice.of(described_.releases);
  method_ = release.method;
  const bool on_record = choice.one_in(4);
  Json description = on_record ? release.description : made_up_description(choice, release);
  const std::string source = some_source(choice, release);
  calls_.run(std::string("BEGIN; SET LOCAL client_min_messages = error; SET LOCAL "
                         "pg_microdata.republish = 'allow'") +
             (choice.one_in(6) ? "; SET LOCAL pg_microdata.memory_limit = '1MB'" : "") +
             (choice.one_in(3) ? "; SET LOCAL pg_microdata.max_threads = 1" : ""));
  std::vector<std::string> tables;
  for (const std::string& table : release.tables)
    tables.push_back(copy_of(table));
  if (!on_record && choice.one_in(2)) {
    change_tables(choice, tables);
    const Outcome rows = stage_.player.run("SELECT count(*) FROM " + tables.back());
    if (rows.rows.size() == 1 && description.is_object() && choice.percent(70))
      description["rows"] = std::stoll(*rows.rows[0][0]);
  }
  calls_.note("changed: " + Json::diff(release.description, description).dump());
  Call registering{registering_, "register_release(\"release\" => " + literal(tables.front()),
                   false};
  if (!source.empty()) registering.text += ", \"source\" => " + literal("fuzz." + source);
  registering.text += ", \"description\" => " +
                      literal(description.dump(-1, ' ', false, Json::error_handler_t::replace)) +
                      ")";
  const std::string statement = "SELECT " + registering.text;
  // An accepted description is registered again, to persist.
  if (calls_.call(registering, statement, "register_release") == GuardedCalls::Ending::done &&
      !calls_.run(statement).failed()) {
    ++taken_;
    if (!source.empty()) tables.push_back("fuzz." + source);
    if (choice.one_in(3)) change_tables(choice, tables);
    for (int changes = on_record ? choice.between(1, 4) : 0; changes > 0; --changes)
      change_record(choice, release);
    read_release(choice, release, source);
  }
  calls_.end();
}

}  // namespace microdata::fuzz
