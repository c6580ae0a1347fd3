// SIGINT, SIGTERM and SIGHUP while this lives: they are remembered, and whoever waits by poll()
// wakes up.
#pragma once

#include <csignal>

namespace microdata::client {

class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Readable once a signal has come.
  int descriptor() const;
  // The signals since the last call are taken off the descriptor: the last of them, or 0.
  int take() const;
  // Throws where a signal has come at any time.
  static void check();
  // What the program ends with because of that signal.
  [[noreturn]] static void raise(int signal);

 private:
  struct sigaction former_[3];
};

}  // namespace microdata::client
