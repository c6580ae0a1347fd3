#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Scope in which a call is tried, to be undone.
class Rehearsal {
 public:
  Rehearsal();
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;
  ~Rehearsal();

  // True if the call was ended because nothing refuses it.
  bool passed() const { return passed_; }

  static bool is_on();
  // Ends the call of the innermost rehearsal by an error; does nothing if there is none.
  static void end();

 private:
  Rehearsal* outer_;
  bool passed_ = false;
};

}  // namespace microdata::postgres
