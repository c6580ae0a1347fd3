// What the program writes: results on standard output, all else on standard error; with --json one
// document on standard output.
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
  // No progress and no notices; warnings and errors all the same.
  bool quiet = false;
};

// Writes all of it, or throws BrokenPipe or a Failure.
void write_all(int descriptor, std::string_view text);

class Output {
 public:
  explicit Output(OutputOptions options);
  ~Output();

  const OutputOptions& options() const { return options_; }
  bool json() const { return options_.json; }

  // A line of the result, for people.
  void line(std::string_view text);
  // A table as psql aligns it, for people.
  void table(const Rows& rows);
  // The member "result" of the document, in which the subcommand puts what it found.
  nlohmann::ordered_json& result();

  // What the server says on the way.
  void message(const Message& message);
  // One line about the work on standard error: on a terminal in place of the last one.
  void progress(const std::string& text);
  // Takes the line of the work from the terminal.
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

// As psql shows it.
std::string message_text(const Message& message);

}  // namespace microdata::client
