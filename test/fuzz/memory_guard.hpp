#pragma once

namespace microdata::fuzz {

// A guard of the memory that a session's calls take, which must stay below a bound for any
// arguments. A limit keeps calls from taking the memory of the machine. The guard measures 0 if the
// system does not provide the numbers or does not permit their reading.
class MemoryGuard {
 public:
  static constexpr long bound_kb = 1024L * 1024;

  // Begins with another process.
  void watch(int process);
  // Returns the largest growth of the process's memory, in kB, since the last call of this
  // function.
  long taken();
  long most() const { return most_; }

 private:
  int process_ = 0;
  long before_ = 0;
  long most_ = 0;
};

}  // namespace microdata::fuzz
