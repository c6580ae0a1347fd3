#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "functions.hpp"
#include "memory_guard.hpp"
#include "scene.hpp"
#include "session.hpp"

namespace microdata::fuzz {

// Calls in one transaction each of which is undone: none may crash, fail with an error that is not
// documented, or take more memory than is allowed.
class GuardedCalls {
 public:
  enum class Ending { done, refused, lost };

  // The session is one of the stage's or another of the same server; `preamble` makes what calls
  // are about.
  GuardedCalls(Stage& stage, Session& session, std::string preamble, std::uint64_t seed);

  // `place` repeats what follows, such as "description 17".
  void begin(const std::string& place);
  // Ends the transaction; connects again where the server has crashed.
  void end();

  Outcome run(const std::string& sql);
  // `what` is what findings are called.
  Ending call(const Call& call, const std::string& statement, const std::string& what);
  // Becomes a comment in the scripts of findings.
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
