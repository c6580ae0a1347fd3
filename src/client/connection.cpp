#include "client/connection.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include "client/visible_text.hpp"

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

std::string field(const PGresult* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text != nullptr ? text : "";
}

std::string without_line_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  return text;
}

// Terminal of the user.
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

// Asks for a password on the terminal, without echo.
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

Connection try_connection(const ConnectionOptions& options, const std::string& password) {
  const char* const keywords[] = {
      "host", "port", "user", "password", "dbname", "fallback_application_name", "client_encoding",
      nullptr};
  // libpq takes an empty value for a missing one.
  const char* const values[] = {options.host.c_str(),
                                options.port.c_str(),
                                options.user.c_str(),
                                password.c_str(),
                                options.database.c_str(),
                                "microdata",
                                "UTF8",
                                nullptr};
  return Connection(PQconnectdbParams(keywords, values, 1));
}

std::string password_prompt(const char* user) {
  if (user == nullptr || *user == '\0') return "Password: ";
  return "Password for user " + visible_line(user) + ": ";
}

}  // namespace

std::string_view Rows::at(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

int Rows::column(const std::string& name) const {
  for (int number = 0; number < columns(); ++number)
    if (this->name(number) == name) return number;
  return -1;
}

bool Rows::is_number(int column) const {
  // Types bigint, smallint, integer, oid, real, double precision and numeric.
  constexpr std::array<Oid, 7> numbers = {20, 21, 23, 26, 700, 701, 1700};
  return std::find(numbers.begin(), numbers.end(), PQftype(result_.get(), column)) != numbers.end();
}

Message message_of(const PGresult* result) {
  Message message{
      field(result, PG_DIAG_SEVERITY_NONLOCALIZED), field(result, PG_DIAG_SQLSTATE),
      field(result, PG_DIAG_MESSAGE_PRIMARY),       field(result, PG_DIAG_MESSAGE_DETAIL),
      field(result, PG_DIAG_MESSAGE_HINT),          field(result, PG_DIAG_CONTEXT)};
  if (message.primary.empty()) {
    message.severity = "ERROR";
    message.primary = without_line_end(PQresultErrorMessage(result));
  }
  return message;
}

std::string message_of(const PGconn* connection) {
  return without_line_end(PQerrorMessage(connection));
}

void declare_connection_options(CLI::App& app, ConnectionOptions& options) {
  const char* group = "Connection";
  app.add_option("-h,--host", options.host, "server, or folder of its socket")->group(group);
  app.add_option("-p,--port", options.port, "port")->group(group);
  app.add_option("-U,--username", options.user, "role")->group(group);
  app.add_option("-d,--dbname", options.database, "database, connection string or URI")
      ->group(group);
  auto* never =
      app.add_flag("-w,--no-password", options.never_ask_password, "never ask for a password")
          ->group(group);
  app.add_flag("-W,--password", options.ask_password, "ask for a password before connecting")
      ->group(group)
      ->excludes(never);
}

Connection connect(const ConnectionOptions& options) {
  std::string password;
  if (options.ask_password) password = ask_password(password_prompt(options.user.c_str()));
  Connection connection = try_connection(options, password);
  if (PQstatus(connection.get()) == CONNECTION_BAD && !options.never_ask_password &&
      password.empty() && PQconnectionNeedsPassword(connection.get()) != 0) {
    password = ask_password(password_prompt(PQuser(connection.get())));
    connection = try_connection(options, password);
  }
  if (PQstatus(connection.get()) != CONNECTION_OK)
    throw Failure(ExitCode::connection, message_of(connection.get()));
  return connection;
}

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
