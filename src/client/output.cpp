#include "client/output.hpp"

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <unistd.h>

#include "client/aligned_table.hpp"
#include "client/standard_streams.hpp"
#include "client/terminal.hpp"
#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Message& message) {
  Json json;
  json["severity"] = message.severity;
  if (message.sqlstate.empty())
    json["sqlstate"] = nullptr;
  else
    json["sqlstate"] = message.sqlstate;
  json["message"] = message.primary;
  if (!message.detail.empty()) json["detail"] = message.detail;
  if (!message.hint.empty()) json["hint"] = message.hint;
  if (!message.context.empty()) json["context"] = message.context;
  return json;
}

// True for a message below a warning.
bool is_notice(const Message& message) {
  return message.severity != "WARNING";
}

// Returns the document in lines. The library leaves control characters above 0x7E unescaped; JSON
// has escapes for all of them, and they occur only within its texts.
std::string serialized(const Json& document) {
  return visible_lines(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

// Returns the text with all lines except the first indented, so that a line of a name cannot look
// like a message.
std::string indented_lines(std::string_view text) {
  std::string indented;
  for (const char byte : visible_lines(text))
    indented += byte == '\n' ? std::string("\n    ") : std::string(1, byte);
  return indented;
}

}  // namespace

struct Output::Document {
  Json result;
  Json messages = Json::array();
};

void write_all(int descriptor, std::string_view text) {
  if (descriptor == STDOUT_FILENO && !text.empty() && standard_output_was_closed())
    throw Failure(ExitCode::output, "could not write: standard output is closed");
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) throw BrokenPipe();
      throw Failure(ExitCode::output, "could not write: " + std::generic_category().message(errno));
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string message_text(const Message& message) {
  // The program's own messages, as about a connection, can have several lines. Line ends in a
  // server's message would come from a name.
  std::string text = message.sqlstate.empty()
                         ? "microdata: " + indented_lines(message.primary) + "\n"
                         : message.severity + ":  " + visible_line(message.primary) + "\n";
  if (!message.detail.empty()) text += "DETAIL:  " + indented_lines(message.detail) + "\n";
  if (!message.hint.empty()) text += "HINT:  " + indented_lines(message.hint) + "\n";
  return text;
}

Output::Output(OutputOptions options)
    : options_(options),
      on_terminal_(terminal_width() > 0),
      document_(std::make_unique<Document>()) {}

Output::~Output() = default;

void Output::line(std::string_view text) {
  if (options_.json) return;
  end_progress();
  // A script takes the name unchanged.
  const bool shown = isatty(STDOUT_FILENO) != 0;
  write_all(STDOUT_FILENO, (shown ? visible_line(text) : std::string(text)) + "\n");
}

void Output::table(const Rows& rows) {
  if (options_.json) return;
  end_progress();
  write_all(STDOUT_FILENO, aligned_table(rows));
}

nlohmann::ordered_json& Output::result() {
  return document_->result;
}

void Output::message(const Message& message) {
  if (options_.json) {
    document_->messages.push_back(json_of(message));
    return;
  }
  if (options_.quiet && is_notice(message)) return;
  end_progress();
  write_all(STDERR_FILENO, message_text(message));
}

void Output::progress(const std::string& text) {
  if (options_.quiet) return;
  if (on_terminal_) {
    write_all(STDERR_FILENO, "\r" + text + "\033[K");
    progress_shown_ = true;
  } else {
    write_all(STDERR_FILENO, text + "\n");
  }
}

void Output::end_progress() {
  if (!progress_shown_) return;
  progress_shown_ = false;
  write_all(STDERR_FILENO, "\r\033[K");
}

void Output::finish(const std::string& command, ExitCode code, const Message* error) {
  end_progress();
  if (!options_.json) {
    if (error != nullptr) write_all(STDERR_FILENO, message_text(*error));
    return;
  }
  Json document;
  document["command"] = command;
  document["exit_code"] = static_cast<int>(code);
  document["result"] = document_->result;
  document["messages"] = document_->messages;
  document["error"] = nullptr;
  if (error != nullptr) document["error"] = json_of(*error);
  write_all(STDOUT_FILENO, serialized(document));
}

}  // namespace microdata::client
