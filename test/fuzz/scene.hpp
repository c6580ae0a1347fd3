#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "choice.hpp"
#include "findings.hpp"
#include "functions.hpp"
#include "plain_statements.hpp"
#include "relations.hpp"
#include "server_watch.hpp"
#include "session.hpp"
#include "world.hpp"

namespace microdata::fuzz {

struct Tally {
  std::size_t calls = 0;
  std::size_t succeeded = 0;
  double seconds = 0;
  double slowest = 0;
};

// The state that all scenes share.
struct Stage {
  Stage(const std::string& parameters, const std::string& log, Patience patience,
        const std::string& reference, const std::string& folder);

  Session player;    // makes the calls
  Session other;     // makes concurrent calls
  Session observer;  // observes the effects of calls and is not part of scripts
  ServerWatch watch;
  std::vector<Function> functions;
  std::set<std::string> documented;
  Findings findings;
  std::map<std::string, Tally> tallies;  // by function
  std::map<std::string, std::size_t> sqlstates;
  std::size_t releases_checked = 0;
  std::size_t cancelled = 0;
  std::size_t slow = 0;
  bool hung = false;     // true if a call holds its locks and does not end
  bool crashed = false;  // true if the server crashed, which leaves files behind
  double slowest_cancel = 0;
};

// A play with some relations, and with calls and other statements about them, in its own schema. A
// scene depends only on its seed and the clock.
class Scene {
 public:
  Scene(Stage& stage, std::uint64_t seed, std::size_t number);

  // Returns the number of calls.
  std::size_t play();

 private:
  struct Circumstances {
    bool interrupted = false;
    bool beside_others = false;
    bool in_transaction = false;
  };

  Outcome run(const std::string& sql);
  void record(const std::string& sql, const Outcome& outcome);
  void find(const std::string& what, const std::string& detail);

  void set_up();
  void clear_up();
  void step();
  void add_relation(RelationKind kind = RelationKind::any);
  void add_level_table();
  void change_setting();
  void run_plain();
  void look_at_catalog();
  void read_as_dump();

  std::optional<Call> renewing_call();
  std::optional<Call> partitioning_call();
  Call next_call();
  void call_step();
  void call_plainly(const Call& call);
  void call_interrupted(const Call& call);
  void call_in_transaction(const Call& call);
  void call_as_user(const Call& call);
  void call_in_block(const Call& call);
  void call_beside(const Call& call);
  std::string statement_of(const Call& call);

  void judge(const Call& call, const Outcome& outcome, Circumstances circumstances);
  void judge_messages(const std::string& what, const Outcome& outcome);
  void judge_state(const Call& call, const Outcome& outcome);
  void follow(const Call& call, const Outcome& outcome);
  void look_for_releases();
  void look_for_series();
  void check_release(Release& release, bool verifiable);
  bool has_unreadable_source(const Release& release);
  void verify(const Release& release, const std::string& when);
  void verify_again();

  Stage& stage_;
  Choice choice_;
  std::uint64_t seed_;
  std::size_t number_;
  World world_;
  std::string script_;
  std::string state_;
  std::string last_release_ = "0";
  std::size_t calls_ = 0;
  std::size_t names_ = 0;
  bool makes_relation_ = false;  // true if the last call's statement makes a relation
  bool made_elsewhere_ = false;  // true if a release without guarantees exists
};

}  // namespace microdata::fuzz
