#include "guarded_calls.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "documented_errors.hpp"

namespace microdata::fuzz {

GuardedCalls::GuardedCalls(Stage& stage, Session& session, std::string preamble, std::uint64_t seed)
    : stage_(stage), session_(session), preamble_(std::move(preamble)), seed_(seed) {
  memory_.watch(session_.process());
}

void GuardedCalls::begin(const std::string& place) {
  place_ = place;
  script_.clear();
}

void GuardedCalls::end() {
  if (session_.alive()) {
    session_.run("ROLLBACK");
    return;
  }
  if (stage_.hung) return;
  stage_.crashed = true;
  // A process that connects before the server has noticed the crash ends with the other processes.
  std::this_thread::sleep_for(std::chrono::seconds(1));
  for (Session* session : {&session_, &stage_.player, &stage_.observer, &stage_.other})
    session->reconnect();
  stage_.watch.trouble_in_log();
  memory_.watch(session_.process());
}

Outcome GuardedCalls::run(const std::string& sql) {
  Outcome outcome = session_.run(sql);
  script_ += sql + ";\n";
  if (outcome.error) note(outcome.error->sqlstate + " " + generic(outcome.error->text));
  return outcome;
}

void GuardedCalls::note(const std::string& text) {
  std::string line = text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  script_ += "-- " + line + "\n";
}

void GuardedCalls::find(const std::string& what, const std::string& detail) {
  stage_.findings.add(what, detail,
                      "CREATE EXTENSION IF NOT EXISTS pg_microdata;\n" + preamble_ + script_, seed_,
                      place_);
}

GuardedCalls::Ending GuardedCalls::call(const Call& call, const std::string& statement,
                                        const std::string& what) {
  ++calls_;
  const Outcome outcome = run("SAVEPOINT calls; " + statement + "; ROLLBACK TO calls");
  const Ending ending = judge(call, outcome, statement, what);
  if (ending == Ending::refused && run("ROLLBACK TO calls").failed()) return Ending::lost;
  return ending;
}

GuardedCalls::Ending GuardedCalls::judge(const Call& call, const Outcome& outcome,
                                         const std::string& statement, const std::string& what) {
  const std::string& name = call.function->name;
  Tally& tally = stage_.tallies[name];
  ++tally.calls;
  tally.succeeded += outcome.failed() ? 0 : 1;
  tally.seconds += outcome.seconds;
  tally.slowest = std::max(tally.slowest, outcome.seconds);
  stage_.slow += outcome.slow ? 1 : 0;
  const long memory = memory_.taken();
  if (outcome.lost) {
    find("the server crashes in " + what, stage_.watch.trouble_in_log() + statement);
    return Ending::lost;
  }
  if (outcome.hung) {
    stage_.hung = true;
    find("no cancel ends " + what, statement);
    return Ending::lost;
  }
  if (memory > MemoryGuard::bound_kb)
    find("more than 1 GB is taken by " + what, std::to_string(memory) + " kB by " + statement);
  if (!outcome.error) return Ending::done;
  const std::string& sqlstate = outcome.error->sqlstate;
  const std::string& text = outcome.error->text;
  ++stage_.sqlstates[name + " " + sqlstate + " " + generic(text).substr(0, 90)];
  const bool cancelled = sqlstate == "57014" && outcome.slow;
  if (sqlstate == "53200" && text.find("pg_microdata.memory_limit") == std::string::npos)
    find("memory is not enough for " + what + ": " + text, statement);
  else if (!cancelled && !is_allowed(stage_.documented, sqlstate, call))
    find("an error that is not documented, of " + what + ": " + sqlstate + " " + text,
         outcome.detail + "\n    " + outcome.context + "\n    " + statement);
  return Ending::refused;
}

}  // namespace microdata::fuzz
