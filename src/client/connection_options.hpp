// Where to connect to, as psql's options say it. What they leave open, libpq takes from service
// files and the environment.
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
  // A name, a connection string or a URI.
  std::string database;
  bool ask_password = false;
  bool never_ask_password = false;
};

void declare_connection_options(CLI::App& app, ConnectionOptions& options);

// Asks for a password on the terminal where the server wants one.
Connection connect(const ConnectionOptions& options);

}  // namespace microdata::client
