// Connection options, as in psql. libpq takes missing ones from service files and the environment.
#pragma once

#include <string>

#include "client/connection.hpp"

namespace CLI {
class App;
}

namespace microdata::client {

struct ConnectionOptions {
  std::string host;
  std::string port;
  std::string user;
  // Name, connection string or URI.
  std::string database;
  bool ask_password = false;
  bool never_ask_password = false;
};

void declare_connection_options(CLI::App& app, ConnectionOptions& options);

// Connects, and asks for a password on the terminal if the server requires one.
Connection connect(const ConnectionOptions& options);

}  // namespace microdata::client
