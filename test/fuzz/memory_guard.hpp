#pragma once

namespace microdata::fuzz {

// Looks at the memory that calls of a session take, which must stay below a bound whatever they are
// given; and keeps a call that breaks it from taking all of the machine's. Sees nothing where the
// system does not tell, or does not let this user look.
class MemoryGuard {
 public:
  static constexpr long bound_kb = 1024L * 1024;

  // Begins with another process.
  void watch(int process);
  // Returns the most that the process has got, in kB, since the last call of this.
  long taken();
  long most() const { return most_; }

 private:
  int process_ = 0;
  long before_ = 0;
  long most_ = 0;
};

}  // namespace microdata::fuzz
