// Output of the program: results on standard output, everything else on standard error. With
// --json, standard output gets one document.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "client/connection.hpp"
#include "client/failure.hpp"

namespace microdata::client {

struct OutputOptions {
  bool json = false;
  // True to omit progress and notices, but not warnings and errors.
  bool quiet = false;
};

// Opens /dev/null in place of closed standard streams. Otherwise a connection to the server would
// become standard output, and output would go into its protocol. The call must precede any opening
// of files.
void open_standard_streams();

// Returns the width of a line on standard error in characters; 0 if it is not a terminal.
int terminal_width();

// Writes the whole text, or throws BrokenPipe or a Failure.
void write_all(int descriptor, std::string_view text);

class Output {
 public:
  explicit Output(OutputOptions options) : options_(options), on_terminal_(terminal_width() > 0) {}

  const OutputOptions& options() const { return options_; }
  bool json() const { return options_.json; }

  // Writes a line of the result, for people.
  void line(std::string_view text);
  // Writes a table as psql aligns it, for people.
  void table(const Rows& rows);
  // Returns the member "result" of the document, to which the subcommand adds its findings.
  nlohmann::ordered_json& result() { return result_; }

  // Writes a message of the server.
  void message(const Message& message);
  // Writes one line about the work to standard error; on a terminal the line replaces the previous
  // one.
  void progress(const std::string& text);
  // Removes the line about the work from the terminal.
  void end_progress();

  // Writes the error with which the program ends.
  void error(const Message& message);

  // Ends the output.
  void finish(const std::string& command, ExitCode code);

 private:
  OutputOptions options_;
  bool on_terminal_;
  bool progress_shown_ = false;
  nlohmann::ordered_json result_;
  nlohmann::ordered_json messages_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json error_;
};

// Returns a message as psql shows it.
std::string message_text(const Message& message);

}  // namespace microdata::client
