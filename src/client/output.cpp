#include "client/output.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

bool output_closed = false;

bool is_closed(int descriptor) {
  return fcntl(descriptor, F_GETFD) < 0 && errno == EBADF;
}

using Json = nlohmann::ordered_json;

Json json_of(const Message& message) {
  Json json;
  json["severity"] = message.severity;
  json["sqlstate"] = message.sqlstate.empty() ? Json() : Json(message.sqlstate);
  json["message"] = message.primary;
  if (!message.detail.empty()) json["detail"] = message.detail;
  if (!message.hint.empty()) json["hint"] = message.hint;
  if (!message.context.empty()) json["context"] = message.context;
  return json;
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

// Returns the columns of a terminal that a text in UTF-8 takes.
int display_width(std::string_view text) {
  static const int utf8 = pg_char_to_encoding("UTF8");
  int width = 0;
  const std::string ended(text);
  for (std::size_t at = 0; at < ended.size();) {
    width += std::max(0, PQdsplen(ended.c_str() + at, utf8));
    at += static_cast<std::size_t>(std::max(1, PQmblen(ended.c_str() + at, utf8)));
  }
  return width;
}

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(count), ' ');
}

// Returns rows in the format of psql.
std::string aligned_table(const Rows& rows) {
  // Heads, followed by the rows.
  std::vector<std::string> lines(static_cast<std::size_t>(rows.size()) + 1);
  std::string rule;
  for (int column = 0; column < rows.columns(); ++column) {
    std::vector<std::string> cells = {visible_line(rows.name(column))};
    for (int row = 0; row < rows.size(); ++row)
      cells.push_back(visible_line(rows.at(row, column)));
    int width = 0;
    for (const std::string& cell : cells)
      width = std::max(width, display_width(cell));
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const int free = width - display_width(cells[line]);
      const int before = line == 0 ? free / 2 : rows.is_number(column) ? free : 0;
      lines[line] +=
          (column > 0 ? "| " : " ") + spaces(before) + cells[line] + spaces(free - before) + " ";
    }
    rule += (column > 0 ? "+" : "") + std::string(static_cast<std::size_t>(width) + 2, '-');
  }
  for (std::string& line : lines)
    line.erase(line.find_last_not_of(' ') + 1).append("\n");
  lines[0] += rule + "\n";
  return std::accumulate(lines.begin(), lines.end(), std::string()) + "(" +
         std::to_string(rows.size()) + (rows.size() == 1 ? " row)\n" : " rows)\n");
}

}  // namespace

void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_closed(descriptor)) continue;
    if (descriptor == STDOUT_FILENO) output_closed = true;
    // The lowest free descriptor is this one, because those below are open by now.
    if (open("/dev/null", O_RDWR) != descriptor) _exit(5);
  }
}

void write_all(int descriptor, std::string_view text) {
  if (descriptor == STDOUT_FILENO && !text.empty() && output_closed)
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

void Output::message(const Message& message) {
  if (options_.json) {
    messages_.push_back(json_of(message));
    return;
  }
  if (options_.quiet && message.severity != "WARNING") return;
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

void Output::error(const Message& message) {
  end_progress();
  if (options_.json)
    error_ = json_of(message);
  else
    write_all(STDERR_FILENO, message_text(message));
}

void Output::finish(const std::string& command, ExitCode code) {
  end_progress();
  if (!options_.json) return;
  Json document;
  document["command"] = command;
  document["exit_code"] = static_cast<int>(code);
  document["result"] = result_;
  document["messages"] = messages_;
  document["error"] = error_;
  write_all(STDOUT_FILENO, serialized(document));
}

int terminal_width() {
  if (isatty(STDERR_FILENO) == 0) return 0;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace microdata::client
