#include <algorithm>

#include "documented_errors.hpp"
#include "relations.hpp"
#include "release_checks.hpp"
#include "scene.hpp"

// Conditions that must hold after each call of a scene.

namespace microdata::fuzz {

namespace {

bool tells_of_leak(const Message& message) {
  for (const char* sign : {"leak", "still referenced", "problem in alloc", "still active",
                           "you don't own", "not closed", "AtEOXact"}) {
    if (message.text.find(sign) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

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
    // CREATE TABLE AS rejects some results of calls with this error.
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

// Checks that failed calls and calls of functions that only read leave no effects.
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
  if ((name == "slice_table" || name == "bucketize_table") && !call.has("regions")) {
    for (const Relation& relation : world_.relations) {
      if (relation.partitioned &&
          call.text.find("=> " + literal(relation.name)) != std::string::npos)
        world_.by_partitions.push_back({name, call.text, relation.name});
    }
  }
  if (name == "drop_release" || name == "drop_hierarchy" || name == "declare_hierarchy" ||
      call.in_place) {
    for (Release& release : world_.releases)
      release.holds = false;
  }
  // Rows kept from other partitions might differ from the changed source.
  made_elsewhere_ |=
      name == "register_release" || (world_.changed_rows && name == "republish_partitions");
  if (name.ends_with("_series")) look_for_series();
  if (call.function->effect != Effect::reads) look_for_releases();
}

void Scene::look_for_series() {
  world_.series.clear();
  for (const auto& row : stage_.observer.run("SELECT series FROM microdata.series").rows)
    world_.series.push_back(*row[0]);
}

// Finds the current releases and checks the guarantees of new ones.
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

// Returns true if the release's source is an unreadable view. A view has the rights of its owner,
// and a new owner might lack them.
bool Scene::has_unreadable_source(const Release& release) {
  const Outcome source = stage_.observer.run(
      "SELECT format('%I.%I', n.nspname, c.relname) FROM microdata.releases r "
      "JOIN pg_class c ON c.oid = r.source JOIN pg_namespace n ON n.oid = c.relnamespace "
      "WHERE c.relkind = 'v' AND r.release_id = " +
      release.id);
  return source.rows.size() == 1 &&
         stage_.observer.run("SELECT FROM " + *source.rows[0][0] + " LIMIT 1").failed_with("42501");
}

namespace {

// Returns true for requirements of an edition that compare it with former editions, with the
// series' memory or with its source, which might be gone.
bool is_compared_with_what_may_be_gone(const std::string& requirement) {
  return requirement == "former editions show people with the same signatures" ||
         requirement == "people have their remembered signatures" ||
         requirement == "people in the source appear with their signatures";
}

// Returns true for the requirement on determining attributes. The caller might have chosen roles
// that violate it.
bool is_about_chosen_roles(const std::string& requirement) {
  return requirement == "published attributes do not determine sensitive ones";
}

}  // namespace

void Scene::verify(const Release& release, const std::string& when) {
  const Outcome outcome =
      run("SELECT requirement, bound, achieved, holds, worst_case FROM verify_release(" +
          literal(release.relations.front()) + ")");
  if (outcome.failed_with("42501") &&
      (has_unreadable_source(release) ||
       outcome.error->text.ends_with("might run code of another role with your rights")))
    return;
  // A release made by one or few regions might be too large to be verified with them.
  if (outcome.failed_with("53200") &&
      outcome.error->text ==
          "verify_release() would take more memory than pg_microdata.memory_limit")
    return;
  if (outcome.error)
    return find(release.method + " cannot be verified " + when + ": " + outcome.error->sqlstate +
                    " " + outcome.error->text,
                outcome.detail);
  for (const auto& row : outcome.rows) {
    if (row[3] == Text("t") || is_about_chosen_roles(row[0].value_or(""))) continue;
    if ((!row[3] || world_.changed_release) && row[0] && is_compared_with_what_may_be_gone(*row[0]))
      continue;
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
