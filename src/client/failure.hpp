// Reasons why the program ends before its work is done.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace microdata::client {

// Exit status of the program; docs/client.md has the table.
enum class ExitCode {
  ok = 0,
  usage = 1,
  connection = 2,
  server = 3,
  not_held = 4,
  output = 5,
  interrupted = 130,
  broken_pipe = 141,
  terminated = 143
};

// Error, warning or notice of the server. The client's own messages have an empty sqlstate.
struct Message {
  std::string severity;
  std::string sqlstate;
  std::string primary;
  std::string detail;
  std::string hint;
  std::string context;
};

class Failure : public std::runtime_error {
 public:
  Failure(ExitCode exit_code, Message reason)
      : std::runtime_error(reason.primary), code(exit_code), message(std::move(reason)) {}
  Failure(ExitCode exit_code, const std::string& primary, const std::string& hint = "")
      : Failure(exit_code, Message{"ERROR", "", primary, "", hint, ""}) {}

  ExitCode code;
  Message message;
};

// Error that the reader of the output has gone. The program ends without a message.
class BrokenPipe : public std::runtime_error {
 public:
  BrokenPipe() : std::runtime_error("broken pipe") {}
};

}  // namespace microdata::client
