#include "region_play.hpp"

#include <algorithm>
#include <stdexcept>

#include "byte_mutations.hpp"
#include "table_changes.hpp"

namespace microdata::fuzz {

namespace {

// Bytes of the version that precedes what a region knows.
constexpr std::size_t bytes_of_version = 4;

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_literal(const Json& json) {
  return literal(json_text(json)) + "::jsonb";
}

std::string oid_of(const std::string& table) {
  return table.empty() ? "NULL" : literal(table) + "::regclass::oid";
}

std::string bytes_literal(const std::string& bytes) {
  return "'\\x" + hex_digits(bytes) + "'";
}

std::string oids_of(const std::vector<std::string>& tables) {
  std::vector<std::string> oids;
  for (const std::string& table : tables)
    oids.push_back(oid_of(table));
  return "ARRAY[" + joined(oids, ", ") + "]::oid[]";
}

// Makes one valid change to the structure, which determines how the release is read.
void change_structure(Choice& choice, const Vocabulary& releases, Json& release) {
  if (!release.is_object() || !release.contains("attributes")) return;
  Json& attributes = release["attributes"];
  if (!attributes.is_array() || attributes.empty()) return;
  Json& attribute = attributes[choice.below(attributes.size())];
  if (!attribute.is_object()) return;
  switch (choice.below(8)) {
    case 0:
    case 1:
    case 2:
      attribute["role"] = choice.of({"sensitive", "quasi-identifier", "insensitive", "identifier"});
      break;
    case 3:
      attribute["column"] = choice.of({-1, 0, 1, 2, 3, 99, 2147483647});
      break;
    case 4:
      attribute["generalized"] = choice.one_in(2);
      break;
    case 5:
      attribute["relation"] = choice.of({0, 1, 2, -1});
      break;
    case 6: {
      const std::string key = releases.key_under(choice, "parameters");
      if (!release["parameters"].is_object()) release["parameters"] = Json::object();
      release["parameters"][key] = releases.value_of(choice, key);
      break;
    }
    default:
      release["method"] = releases.value_of(choice, "method");
      break;
  }
}

void change_release(Choice& choice, const Vocabulary& releases, Json& release) {
  for (int changes = choice.of({1, 1, 2, 3}); changes > 0; --changes) {
    if (choice.one_in(3))
      mutate(choice, releases, 1, release);
    else
      change_structure(choice, releases, release);
  }
}

// Returns the text of a constant, in which quotes and backslashes may be doubled.
std::string text_of_constant(const std::string& constant) {
  std::string text;
  const bool escaped = constant.starts_with("E");
  const std::size_t end = constant.rfind('\'');
  for (std::size_t i = constant.find('\'') + 1; i < end; ++i) {
    if (constant[i] == '\'' || (escaped && constant[i] == '\\')) ++i;
    text += constant[i];
  }
  return text;
}

}  // namespace

RegionPlay::RegionPlay(Stage& stage, const std::string& connection, std::uint64_t seed)
    : stage_(stage),
      session_(connection, {std::chrono::seconds(20), std::chrono::seconds(20)}),
      seed_(seed),
      captured_(capture_calls(session_)),
      calls_(stage, session_, region_script(), seed) {
  for (const AskedCall& call : captured_.asked) {
    std::string rest = call.known.substr(bytes_of_version);
    std::string release;
    std::string plan;
    if (take_text(rest, release)) releases_.learn(Json::parse(release));
    if (take_text(rest, plan)) plans_.learn(Json::parse(plan));
  }
  for (const RegionPublishing& call : captured_.publishing) {
    for (const auto& [name, expression] : call.arguments) {
      if (name == "plan") plans_.learn(Json::parse(text_of_constant(expression)));
    }
  }
}

const Function& RegionPlay::function(const std::string& name) const {
  const auto found = std::find_if(stage_.functions.begin(), stage_.functions.end(),
                                  [&](const Function& function) { return function.name == name; });
  if (found == stage_.functions.end())
    throw std::runtime_error("the extension has no function " + name);
  return *found;
}

// Changes a region's information on the release and on the other regions: two documents, as text in
// bytes behind a version.
void RegionPlay::change_known(Choice& choice, std::string& known) {
  const std::string version = known.substr(0, bytes_of_version);
  std::string rest = known.substr(version.size());
  std::string release;
  std::string plan;
  const bool has_both = take_text(rest, release) && take_text(rest, plan);
  Json told = Json::parse(release, nullptr, false);
  Json planned = Json::parse(plan, nullptr, false);
  // The bytes might have been changed before.
  if (!has_both || told.is_discarded() || planned.is_discarded() || choice.one_in(6)) {
    mutate_bytes(choice, choice.of({1, 2}), {choice.of(captured_.asked).known}, known);
    return;
  }
  if (choice.one_in(2))
    change_release(choice, releases_, told);
  else
    mutate(choice, plans_, choice.of({1, 1, 2, 3}), planned);
  if (choice.one_in(8)) mutate(choice, releases_, 2, told);
  known = version + sent_text(json_text(told)) + sent_text(json_text(planned)) + rest;
}

void RegionPlay::change_request(Choice& choice, AskedCall& call) {
  std::vector<std::string> others;
  for (const AskedCall& other : captured_.asked) {
    if (other.question == call.question || choice.one_in(20)) others.push_back(other.request);
  }
  mutate_bytes(choice, choice.of({1, 1, 1, 2, 2, 4, 8}), others, call.request);
}

void RegionPlay::change_relations(Choice& choice, AskedCall& call) {
  const AskedCall& other = choice.of(captured_.asked);
  switch (choice.below(9)) {
    case 0:
      call.region = choice.of({"-1", "0", "1", "2", "2147483647"});
      break;
    case 1:
      call.mark = choice.of({"", "ctid", "region", "bucket", "age", "no such column"});
      break;
    case 2:
      call.released.push_back(choice.of(captured_.tables));
      break;
    case 3:
      if (!call.released.empty()) call.released.pop_back();
      break;
    case 4:
      call.released = other.released;
      break;
    case 5:
      call.source = choice.one_in(2) ? "" : choice.of(captured_.tables);
      break;
    case 6:
      call.outsiders = choice.one_in(2) ? "" : choice.of(captured_.tables);
      break;
    case 7:
      call.question = other.question;
      break;
    default:
      call.known = other.known;
      break;
  }
}

std::string RegionPlay::made_up(Choice& choice, AskedCall call) {
  for (int changes = choice.of({1, 1, 1, 2, 2, 3}); changes > 0; --changes) {
    const std::size_t what = choice.below(10);
    if (what < 2) {
      change_relations(choice, call);
    } else if (what < 6) {
      change_request(choice, call);
    } else {
      change_known(choice, call.known);
    }
  }
  std::vector<std::string> arguments;
  const auto add = [&](const char* name, const std::string& value) {
    arguments.push_back(identifier(name) + " => " + value);
  };
  add("question", literal(call.question));
  add("released", oids_of(call.released));
  add("source", oid_of(call.source));
  add("mark", literal(call.mark));
  add("region", call.region);
  add("outsiders", oid_of(call.outsiders));
  add("known", bytes_literal(call.known));
  add("request", bytes_literal(call.request));
  return "microdata.audit_region(" + joined(arguments, ", ") + ")";
}

std::string RegionPlay::made_up(Choice& choice, RegionPublishing call) {
  World world;
  Relation source;
  source.name = "public.visits";
  for (const char* name : {"age", "sex", "children", "income", "town", "disease"})
    source.attributes.push_back({name, &value_types().front(), {"1", "F", "t1"}, false, {}});
  world.relations.push_back(source);
  Subject subject;
  subject.world = &world;
  subject.source = &world.relations.front();
  subject.sensitive = {choice.of({"disease", "disease", "age"})};
  subject.columns = choice.between(1, 4);
  subject.l = 2;
  subject.k = 2;
  for (int changes = choice.of({1, 1, 2, 3}); changes > 0; --changes) {
    auto& [name, expression] = call.arguments[choice.below(call.arguments.size())];
    if (choice.one_in(2)) {
      for (auto& [other, constant] : call.arguments) {
        if (other != "plan") continue;
        Json plan = Json::parse(text_of_constant(constant));
        mutate(choice, plans_, choice.of({1, 1, 2, 3}), plan);
        constant = json_literal(plan);
      }
    } else if (name == "shard") {
      expression = oid_of(choice.of(captured_.tables));
    } else if (name != "plan") {
      expression =
          choice.one_in(12) ? "NULL" : (*argument_maker(call.function, name))(choice, subject);
    }
  }
  // Some statements make the call twice.
  const bool twice = choice.one_in(10);
  for (auto& [name, expression] : call.arguments) {
    if (twice && name == "shard") expression = "(CASE WHEN n > 0 THEN " + expression + " END)";
  }
  if (choice.one_in(20)) call.columns += choice.of({", more integer", ", figures text"});
  std::vector<std::string> arguments;
  for (const auto& [name, expression] : call.arguments)
    arguments.push_back(identifier(name) + " => " + expression);
  return (twice ? "generate_series(1, 2) n, LATERAL microdata." : "microdata.") + call.function +
         "(" + joined(arguments, ", ") + ") AS published (" + call.columns + ")";
}

void RegionPlay::play(std::size_t number) {
  const std::string place = "region " + std::to_string(number);
  calls_.begin(place);
  Choice choice(seed_of(seed_, number));
  const bool publishes = !captured_.publishing.empty() && choice.one_in(6);
  const AskedCall asked = choice.of(captured_.asked);
  const RegionPublishing publishing =
      publishes ? choice.of(captured_.publishing) : RegionPublishing{};
  const std::string name = publishes ? publishing.function : "audit_region";
  calls_.run("BEGIN; SET LOCAL client_min_messages = error");
  if (choice.one_in(4)) {
    const std::vector<std::string> tables = publishes ? captured_.tables : asked.released;
    change_table(choice, session_, tables, {choice.of(captured_.tables)},
                 [&](const std::string& sql) { return calls_.run(sql); });
  }
  const std::string call = publishes ? made_up(choice, publishing) : made_up(choice, asked);
  calls_.call({&function(name), call, false}, "SELECT * FROM " + call,
              name + (publishes ? "" : ", asked about " + asked.question));
  calls_.end();
}

}  // namespace microdata::fuzz
