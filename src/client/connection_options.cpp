#include "client/connection_options.hpp"

#include <CLI/CLI.hpp>
#include <array>

#include "client/terminal.hpp"
#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

Connection try_connection(const ConnectionOptions& options, const std::string& password) {
  const auto given = [](const std::string& text) { return text.empty() ? nullptr : text.c_str(); };
  const std::array keywords = {"host",
                               "port",
                               "user",
                               "password",
                               "dbname",
                               "fallback_application_name",
                               "client_encoding",
                               static_cast<const char*>(nullptr)};
  const std::array values = {given(options.host),
                             given(options.port),
                             given(options.user),
                             given(password),
                             given(options.database),
                             "microdata",
                             "UTF8",
                             static_cast<const char*>(nullptr)};
  return Connection(PQconnectdbParams(keywords.data(), values.data(), 1));
}

std::string password_prompt(const PGconn* connection) {
  const char* user = PQuser(connection);
  if (user == nullptr || *user == '\0') return "Password: ";
  return "Password for user " + visible_line(user) + ": ";
}

}  // namespace

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
  if (options.ask_password)
    password = ask_password(options.user.empty()
                                ? "Password: "
                                : "Password for user " + visible_line(options.user) + ": ");
  Connection connection = try_connection(options, password);
  if (PQstatus(connection.get()) == CONNECTION_BAD && !options.never_ask_password &&
      password.empty() && PQconnectionNeedsPassword(connection.get()) != 0) {
    password = ask_password(password_prompt(connection.get()));
    connection = try_connection(options, password);
  }
  if (PQstatus(connection.get()) != CONNECTION_OK)
    throw Failure(ExitCode::connection, message_of(connection.get()));
  return connection;
}

}  // namespace microdata::client
