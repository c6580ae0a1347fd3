// Handler of SIGINT, SIGTERM and SIGHUP during the object's lifetime. Signals are recorded, and a
// process that waits by poll() wakes up.
#pragma once

#include <csignal>

namespace microdata::client {

class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Returns a descriptor that is readable after a signal.
  int descriptor() const;
  // Takes the signals since the last call off the descriptor, and returns the last of them, or 0.
  int take() const;
  // Throws if a signal has arrived at any time.
  static void check();
  // Throws the Failure with which the program ends because of the signal.
  [[noreturn]] static void raise(int signal);

 private:
  struct sigaction former_[3];
};

}  // namespace microdata::client
