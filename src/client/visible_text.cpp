#include "client/visible_text.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace microdata::client {

namespace {

struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

constexpr std::uint32_t no_character = 0xFFFFFFFFU;

std::uint32_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Returns the first character of a text in UTF-8, or one byte marked as no character if the text is
// not UTF-8.
Character first_character(std::string_view text) {
  const std::uint32_t lead = byte_at(text, 0);
  if (lead < 0x80U) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0U && lead < 0xF8U   ? 4
                            : lead >= 0xE0U && lead < 0xF0U ? 3
                            : lead >= 0xC2U && lead < 0xE0U ? 2
                                                            : 0;
  if (bytes == 0 || text.size() < bytes) return {no_character, 1};
  std::uint32_t code = lead & (0x7FU >> bytes);
  for (std::size_t at = 1; at < bytes; ++at) {
    const std::uint32_t next = byte_at(text, at);
    if ((next & 0xC0U) != 0x80U) return {no_character, 1};
    code = code << 6U | (next & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80U, 0x800U, 0x10000U};
  // A terminal that accepts the long form of a control character obeys it.
  if (code < least[bytes]) return {no_character, 1};
  return {code, bytes};
}

bool is_control(std::uint32_t code) {
  return code < 0x20U || (code >= 0x7FU && code < 0xA0U);
}

// True for marks, embeddings, overrides and isolates (Unicode, chapter 23.2), and for separators of
// lines.
bool changes_direction_or_line(std::uint32_t code) {
  return code == 0x61CU || code == 0x200EU || code == 0x200FU ||
         (code >= 0x2028U && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U);
}

std::string escape(bool of_byte, std::uint32_t code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), of_byte ? "\\x%02X" : "\\u%04X",
                static_cast<unsigned>(code));
  return text.data();
}

std::string visible(std::string_view text, bool one_line) {
  std::string seen;
  seen.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.code == '\n' || character.code == '\t') {
      seen += !one_line ? std::string(text.substr(0, 1)) : character.code == '\n' ? "\\n" : "\\t";
    } else if (character.code == '\r') {
      seen += "\\r";
    } else if (character.code == no_character) {
      seen += escape(true, byte_at(text, 0));
    } else if (is_control(character.code) || changes_direction_or_line(character.code)) {
      seen += escape(false, character.code);
    } else {
      seen += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return seen;
}

}  // namespace

std::string visible_lines(std::string_view text) {
  return visible(text, false);
}

std::string visible_line(std::string_view text) {
  return visible(text, true);
}

}  // namespace microdata::client
