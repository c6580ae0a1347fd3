#include "core/classification/masked_addresses.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/classification/ascii.hpp"

namespace microdata {

namespace {

struct SpelledSign {
  std::string_view word;
  char sign;
};
constexpr std::array spelled_signs{SpelledSign{"at", '@'}, SpelledSign{"dot", '.'},
                                   SpelledSign{"punkt", '.'}};

bool equals_in_small_letters(std::string_view text, std::string_view small) {
  if (text.size() != small.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != small[i]) return false;
  }
  return true;
}

// Returns the sign that a word stands for, or nothing for other words.
std::optional<char> sign_of(std::string_view text) {
  for (const SpelledSign& known : spelled_signs) {
    if (equals_in_small_letters(text, known.word)) return known.sign;
  }
  return std::nullopt;
}

struct Masked {
  char sign = 0;
  std::size_t end = 0;
};

// Returns the sign of a word in brackets at a position, and the end of the brackets.
std::optional<Masked> masked_at(std::string_view text, std::size_t position) {
  constexpr std::string_view opening = "[({<";
  constexpr std::string_view closing = "])}>";
  constexpr std::size_t longest_within = 7;
  const std::size_t kind = opening.find(text[position]);
  if (kind == std::string_view::npos) return std::nullopt;
  std::string_view within = text.substr(position + 1, longest_within + 1);
  const std::size_t length = within.find(closing[kind]);
  if (length == std::string_view::npos) return std::nullopt;
  within = within.substr(0, length);
  while (within.starts_with(' '))
    within.remove_prefix(1);
  while (within.ends_with(' '))
    within.remove_suffix(1);
  const std::optional<char> sign = sign_of(within);
  return sign ? std::optional(Masked{*sign, position + length + 2}) : std::nullopt;
}

std::vector<std::string_view> split_at_blanks(std::string_view text) {
  std::vector<std::string_view> result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) result.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

}  // namespace

std::optional<std::string> unmasked_address(std::string_view text) {
  std::string result;
  bool has_at = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::optional<Masked> masked = masked_at(text, i);
    if (!masked) {
      result += text[i++];
      continue;
    }
    has_at = has_at || masked->sign == '@';
    result.erase(result.find_last_not_of(' ') + 1);
    result += masked->sign;
    i = std::min(text.find_first_not_of(' ', masked->end), text.size());
  }
  return has_at ? std::optional(result) : std::nullopt;
}

std::optional<std::string> spelled_address(std::string_view text) {
  // No address is longer.
  constexpr std::size_t longest = 320;
  if (text.size() > longest) return std::nullopt;
  const std::vector<std::string_view> parts = split_at_blanks(text);
  // Words and signs must alternate.
  if (parts.size() < 3 || parts.size() % 2 == 0) return std::nullopt;
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      result += parts[i];
      continue;
    }
    const std::optional<char> sign = sign_of(parts[i]);
    const bool is_at = result.find('@') != std::string::npos;
    if (!sign || (*sign == '@') == is_at) return std::nullopt;
    result += *sign;
  }
  return result;
}

}  // namespace microdata
