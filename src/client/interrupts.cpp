#include "client/interrupts.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include "client/failure.hpp"

namespace microdata::client {

namespace {

constexpr std::array watched_signals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t last_signal = 0;
std::array<int, 2> wake_up = {-1, -1};

void remember_signal(int signal) {
  const int former_errno = errno;
  last_signal = signal;
  const auto byte = static_cast<unsigned char>(signal);
  // A full pipe wakes the process as well.
  [[maybe_unused]] const ssize_t written = write(wake_up[1], &byte, 1);
  errno = former_errno;
}

void open_wake_up() {
  if (wake_up[0] != -1) return;
  if (pipe2(wake_up.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    throw Failure(ExitCode::output, "could not create a pipe");
}

}  // namespace

Interrupts::Interrupts() {
  open_wake_up();
  struct sigaction action {};
  action.sa_handler = remember_signal;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < watched_signals.size(); ++i)
    sigaction(watched_signals[i], &action, &former_[i]);
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < watched_signals.size(); ++i)
    sigaction(watched_signals[i], &former_[i], nullptr);
}

int Interrupts::descriptor() const {
  return wake_up[0];
}

int Interrupts::take() const {
  int last = 0;
  unsigned char byte = 0;
  while (read(wake_up[0], &byte, 1) == 1)
    last = byte;
  return last;
}

void Interrupts::check() {
  if (last_signal != 0) raise(last_signal);
}

void Interrupts::raise(int signal) {
  if (signal == SIGINT) throw Failure(ExitCode::interrupted, "cancelled");
  throw Failure(ExitCode::terminated, "terminated");
}

}  // namespace microdata::client
