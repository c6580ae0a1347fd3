#include <algorithm>

#include "partitions.hpp"
#include "scene.hpp"

// Calls of a scene.

namespace microdata::fuzz {

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

// Returns a call for some partitions of a release that was published by partitions.
std::optional<Call> Scene::renewing_call() {
  if (world_.by_partitions.empty() || world_.releases.empty() || !choice_.one_in(5))
    return std::nullopt;
  const PartitionCall& made = choice_.of(world_.by_partitions);
  const std::string name = "republish_partitions";
  const auto function = std::find_if(stage_.functions.begin(), stage_.functions.end(),
                                     [&](const Function& known) { return known.name == name; });
  Call call;
  call.function = &*function;
  call.text = made.text.substr(0, made.text.find(made.function)) + name + R"(("release" => )" +
              literal(choice_.of(world_.releases).relations.front()) + R"(, "partitions" => )" +
              some_partitions(choice_, made.source) + ")";
  return call;
}

// Returns a call that publishes a partitioned table, probably with its partitions.
std::optional<Call> Scene::partitioning_call() {
  const bool any = std::any_of(world_.relations.begin(), world_.relations.end(),
                               [](const Relation& relation) { return relation.partitioned; });
  if (!any || !choice_.one_in(6)) return std::nullopt;
  const std::string name = choice_.of({"slice_table", "slice_table", "bucketize_table"});
  const auto function = std::find_if(stage_.functions.begin(), stage_.functions.end(),
                                     [&](const Function& known) { return known.name == name; });
  Subject subject = new_subject(choice_, world_, name);
  while (!subject.source->partitioned)
    subject = new_subject(choice_, world_, name);
  return new_call(choice_, *function, subject);
}

Call Scene::next_call() {
  if (std::optional<Call> call = renewing_call()) return *std::move(call);
  if (std::optional<Call> call = partitioning_call()) return *std::move(call);
  while (true) {
    const Function& function = some_function(choice_, stage_.functions);
    const Subject subject = new_subject(choice_, world_, function.name);
    const bool wants_release =
        !function.arguments.empty() && function.arguments[0].name == "release";
    if (wants_release && subject.release == nullptr && !choice_.one_in(8)) continue;
    const bool wants_series =
        function.name != "create_series" && function.name.ends_with("_series");
    if (wants_series && world_.series.empty() && !choice_.one_in(60)) continue;
    // Calls for series are preferred, so that a series gets several editions.
    if (!wants_series && !world_.series.empty() && choice_.one_in(3)) continue;
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

// Statement that receives a late cancel, which would otherwise cancel the next call.
constexpr const char* late_cancel = "SELECT pg_sleep(0.001)";

void Scene::call_interrupted(const Call& call) {
  const std::string statement = statement_of(call);
  const auto delay = Milliseconds(choice_.between(0, choice_.one_in(2) ? 3 : 15));
  if (choice_.one_in(2)) {
    run("SET statement_timeout = " + std::to_string(1 + delay.count()));
    const Outcome outcome = run(statement);
    // The statement itself might exceed the timeout.
    while (stage_.player.alive() && run("SET statement_timeout = 0").error)
      continue;
    if (stage_.player.alive()) stage_.player.run(late_cancel);
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
  if (cancelled && stage_.player.alive()) stage_.player.run(late_cancel);
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

// Makes the call in a subtransaction that ends with the error.
void Scene::call_in_block(const Call& call) {
  makes_relation_ = false;
  const Outcome outcome =
      run(std::string("DO $fuzz$ BEGIN PERFORM ") + (call.function->returns_set ? "* FROM " : "") +
          call.text + "; EXCEPTION WHEN OTHERS THEN RAISE; END $fuzz$");
  judge(call, outcome, {});
}

void Scene::call_beside(const Call& call) {
  const Call second = next_call();
  const std::string statement = statement_of(call);
  const bool plain = choice_.one_in(3);
  const std::string beside = plain ? plain_statement(choice_, world_).sql : statement_of(second);
  world_.changed_rows |= plain;
  script_ += "-- at the same time, in another session: " + beside + "\n";
  stage_.player.send(statement);
  stage_.other.send(beside);
  const Outcome outcome = stage_.player.receive();
  const Outcome others = stage_.other.receive();
  record(statement, outcome);
  for (Release& release : world_.releases)
    release.holds = false;
  judge(call, outcome, {.beside_others = true});
  made_elsewhere_ = true;  // releases made during concurrent changes need not verify
  if (stage_.observer.alive()) look_for_releases();
  if (others.lost)
    find("the connection is lost beside another call: " + second.function->name, beside);
  state_.clear();
}

}  // namespace microdata::fuzz
