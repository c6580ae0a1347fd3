// Output of the program: results on standard output, everything else on standard error. With
// --json, standard output gets one document.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
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

// Writes the whole text, or throws BrokenPipe or a Failure.
void write_all(int descriptor, std::string_view text);

class Output {
 public:
  explicit Output(OutputOptions options);
  ~Output();

  const OutputOptions& options() const { return options_; }
  bool json() const { return options_.json; }

  // Writes a line of the result, for people.
  void line(std::string_view text);
  // Writes a table as psql aligns it, for people.
  void table(const Rows& rows);
  // Returns the member "result" of the document, to which the subcommand adds its findings.
  nlohmann::ordered_json& result();

  // Writes a message of the server.
  void message(const Message& message);
  // Writes one line about the work to standard error; on a terminal the line replaces the previous
  // one.
  void progress(const std::string& text);
  // Removes the line about the work from the terminal.
  void end_progress();

  // Ends the output, with the error if there was one.
  void finish(const std::string& command, ExitCode code, const Message* error);

 private:
  struct Document;

  OutputOptions options_;
  bool on_terminal_;
  bool progress_shown_ = false;
  std::unique_ptr<Document> document_;
};

// Returns a message as psql shows it.
std::string message_text(const Message& message);

}  // namespace microdata::client
