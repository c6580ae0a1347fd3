#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

class Phases;

// Scope in which a publishing call goes only as far as its checks. Checks come before the work, and
// the first phase of the work, after planning and reading, ends the call by an error. Calls within
// the call, as in functions of a view, are not ended.
class Rehearsal {
 public:
  // The call's Phases are directly within `around`, which may be null.
  explicit Rehearsal(const Phases* around);
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;
  ~Rehearsal();

  // True if the call was ended, so that its checks have passed.
  bool passed() const { return passed_; }

  static bool is_on();
  // Ends the call of the innermost rehearsal; does nothing if there is none.
  static void end();
  // Does so if the phase of Phases directly within `around` is one of the call's work.
  static void end_at(const char* phase, const Phases* around);

 private:
  const Phases* around_;
  Rehearsal* outer_;
  bool passed_ = false;
};

}  // namespace microdata::postgres
