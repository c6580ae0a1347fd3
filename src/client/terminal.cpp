#include "client/terminal.hpp"

#include <cstdio>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "client/failure.hpp"
#include "client/interrupts.hpp"

namespace microdata::client {

namespace {

class Terminal {
 public:
  Terminal() : descriptor_(open("/dev/tty", O_RDWR | O_CLOEXEC)) {
    if (descriptor_ < 0)
      throw Failure(ExitCode::connection, "a password is needed, and there is no terminal to ask",
                    "Use a password file (~/.pgpass) or the environment variable PGPASSWORD.");
    tcgetattr(descriptor_, &former_);
  }
  ~Terminal() {
    tcsetattr(descriptor_, TCSAFLUSH, &former_);
    close(descriptor_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void hide_input() const {
    termios hidden = former_;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(descriptor_, TCSAFLUSH, &hidden);
  }
  void say(const std::string& text) const {
    [[maybe_unused]] const ssize_t written = write(descriptor_, text.data(), text.size());
  }
  std::string line() const {
    std::string text;
    char character = 0;
    while (true) {
      const ssize_t got = read(descriptor_, &character, 1);
      Interrupts::check();
      if (got <= 0 || character == '\n') return text;
      text += character;
    }
  }

 private:
  int descriptor_;
  termios former_{};
};

}  // namespace

std::string ask_password(const std::string& prompt) {
  const Terminal terminal;
  // A signal must not leave the terminal without echo.
  const Interrupts interrupts;
  terminal.hide_input();
  terminal.say(prompt);
  std::string password = terminal.line();
  terminal.say("\n");
  return password;
}

int terminal_width() {
  if (isatty(STDERR_FILENO) == 0) return 0;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace microdata::client
