#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "functions.hpp"
#include "memory_guard.hpp"
#include "scene.hpp"
#include "session.hpp"

namespace microdata::fuzz {

// Calls in transactions that are rolled back. A call must not crash, fail with an undocumented
// error, or take more memory than allowed.
class GuardedCalls {
 public:
  enum class Ending { done, refused, lost };

  // The session is one of the stage's or another session of the same server; `preamble` creates the
  // objects that calls are about.
  GuardedCalls(Stage& stage, Session& session, std::string preamble, std::uint64_t seed);

  // Begins a transaction; `place` identifies its calls for repetition, for example "description
  // 17".
  void begin(const std::string& place);
  // Ends the transaction and connects again if the server has crashed.
  void end();

  Outcome run(const std::string& sql);
  // Makes a call; `what` is the name of its findings.
  Ending call(const Call& call, const std::string& statement, const std::string& what);
  // Adds a comment to the scripts of findings.
  void note(const std::string& text);

  std::size_t calls() const { return calls_; }
  long most_memory() const { return memory_.most(); }

 private:
  Ending judge(const Call& call, const Outcome& outcome, const std::string& statement,
               const std::string& what);
  void find(const std::string& what, const std::string& detail);

  Stage& stage_;
  Session& session_;
  std::string preamble_;
  std::uint64_t seed_;
  std::string place_;
  std::string script_;
  MemoryGuard memory_;
  std::size_t calls_ = 0;
};

}  // namespace microdata::fuzz
