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

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

bool has_controls(const std::string& word) {
  return std::any_of(word.begin(), word.end(), is_control);
}

std::string in_octal(char c) {
  std::string digits(3, '0');
  auto byte = static_cast<unsigned char>(c);
  for (std::size_t place = 3; place > 0; byte /= 8)
    digits[--place] = static_cast<char>('0' + byte % 8);
  return digits;
}

// A line end within a name would begin another job: printf(1) makes such characters.
std::string printed_word(const std::string& word) {
  std::string quoted = "\"$(printf \\%b '";
  for (const char c : word) {
    const bool means_something = is_control(c) || c == '\'' || c == '\\' || c == '%';
    quoted += means_something ? "\\0" + in_octal(c) : std::string(1, c);
  }
  return quoted + "')\"";
}

// A percent sign ends the command of a crontab line. cron takes its backslash away or, as some do,
// leaves that to the shell, which does so outside of quotes only.
std::string crontab_word(const std::string& word) {
  if (is_plain(word)) return word;
  if (has_controls(word)) return printed_word(word);
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
    if (is_control(c)) {
      quoted += "\\" + in_octal(c);
      continue;
    }
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

std::optional<std::string> in_crontab(const std::vector<std::string>& words) {
  // The shell takes line ends from the end of what printf(1) makes.
  if (std::any_of(words.begin(), words.end(),
                  [](const auto& word) { return word.ends_with('\n'); }))
    return std::nullopt;
  return in_words(words, crontab_word);
}

std::string in_service(const std::vector<std::string>& words) {
  return in_words(words, service_word);
}

}  // namespace microdata::postgres
