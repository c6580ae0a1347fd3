#include "postgres/server/client_program.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Neither a shell nor systemd nor cron reads anything into these.
bool is_plain(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=";
  return !word.empty() && word.find_first_not_of(plain) == std::string::npos;
}

// A percent sign ends the command of a crontab line. cron takes its backslash away or, as some do,
// leaves that to the shell, which does so outside of quotes only.
std::string crontab_word(const std::string& word) {
  if (is_plain(word)) return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else if (c == '%') {
      quoted += "'\\%'";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

// systemd.service(5), "Command lines".
std::string service_word(const std::string& word) {
  if (is_plain(word)) return word;
  std::string quoted = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '%' || c == '$') quoted += c;
    quoted += c;
  }
  return quoted + "\"";
}

std::string in_words(const std::vector<std::string>& words,
                     std::string (*quoted)(const std::string&)) {
  std::vector<std::string> parts(words.size());
  std::transform(words.begin(), words.end(), parts.begin(), quoted);
  return join(parts, " ");
}

}  // namespace

std::optional<std::string> client_program() {
  const std::string_view server = my_exec_path;
  const std::string program = std::string(server.substr(0, server.rfind('/') + 1)) + "microdata";
  std::error_code unreadable;
  if (!std::filesystem::is_regular_file(program, unreadable)) return std::nullopt;
  return program;
}

std::string in_crontab(const std::vector<std::string>& words) {
  return in_words(words, crontab_word);
}

std::string in_service(const std::vector<std::string>& words) {
  return in_words(words, service_word);
}

}  // namespace microdata::postgres
