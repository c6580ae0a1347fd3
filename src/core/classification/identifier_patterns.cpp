#include "core/classification/identifier_patterns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "core/classification/ascii.hpp"
#include "core/classification/masked_addresses.hpp"

namespace microdata {

namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_word(char c) {
  return is_digit(c) || is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80U;
}

bool is_hexadecimal(char c) {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
}

// Returns the character at a position, or a blank after the end.
char at(std::string_view text, std::size_t position) {
  return position < text.size() ? text[position] : ' ';
}

char before(std::string_view text, std::size_t position) {
  return position == 0 ? ' ' : text[position - 1];
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::size_t digits_from(std::string_view text, std::size_t position) {
  std::size_t end = position;
  while (end < text.size() && is_digit(text[end]))
    ++end;
  return end - position;
}

// True if `test` holds at any position; positions are tried in order.
template <typename Test>
bool anywhere(std::string_view text, const Test& test) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (test(i)) return true;
  }
  return false;
}

// Largest lengths of RFC 1035: a label between the dots of a domain has at most 63 characters, a
// domain 253.
constexpr std::size_t longest_label = 63;
constexpr std::size_t longest_domain = 253;
// Largest length of RFC 5321 for the part before the @.
constexpr std::size_t longest_local_part = 64;

// True if a domain begins at `position`: labels with dots between, the last one of letters.
bool begins_domain(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(position, longest_domain);
  std::size_t begin = 0;
  for (std::size_t labels = 1;; ++labels) {
    std::size_t end = begin;
    while (end < rest.size() && (is_word(rest[end]) || rest[end] == '-'))
      ++end;
    const std::string_view label = rest.substr(begin, end - begin);
    if (label.empty() || label.size() > longest_label || label.front() == '-' ||
        label.back() == '-') {
      return false;
    }
    const bool last = at(rest, end) != '.' || !is_word(at(rest, end + 1));
    if (last) {
      return labels > 1 && label.size() > 1 && std::none_of(label.begin(), label.end(), is_digit);
    }
    begin = end + 1;
  }
}

bool is_of_local_part(char c) {
  return is_word(c) || std::string_view("._%+-'").find(c) != std::string_view::npos;
}

bool is_email_around(std::string_view text, std::size_t sign) {
  std::size_t length = 0;
  while (length <= longest_local_part && length < sign &&
         is_of_local_part(text[sign - length - 1])) {
    ++length;
  }
  return length > 0 && length <= longest_local_part && is_word(text[sign - 1]) &&
         begins_domain(text, sign + 1);
}

bool starts_with(std::string_view text, std::size_t position, std::string_view small) {
  if (text.size() - position < small.size()) return false;
  for (std::size_t i = 0; i < small.size(); ++i) {
    if (lower(text[position + i]) != small[i]) return false;
  }
  return true;
}

bool is_url_at(std::string_view text, std::size_t position) {
  if (is_word(before(text, position))) return false;
  for (const std::string_view scheme : {"http://", "https://", "ftp://"}) {
    if (starts_with(text, position, scheme)) return is_word(at(text, position + scheme.size()));
  }
  return starts_with(text, position, "www.") && begins_domain(text, position);
}

// Returns the number of digits of a number from 0 to 255 without leading zeros, or 0 if there is no
// such number.
std::size_t octet_length(std::string_view text, std::size_t position) {
  const std::size_t length = digits_from(text, position);
  if (length == 0 || length > 3 || (length > 1 && text[position] == '0')) return 0;
  int value = 0;
  for (const char c : text.substr(position, length))
    value = value * 10 + (c - '0');
  return value <= 255 ? length : 0;
}

bool is_ipv4_at(std::string_view text, std::size_t position) {
  const char previous = before(text, position);
  if (is_word(previous) || previous == '.' || at(text, position) == '0') return false;
  std::size_t next = position;
  for (int octet = 0; octet < 4; ++octet) {
    if (octet > 0 && at(text, next++) != '.') return false;
    const std::size_t length = octet_length(text, next);
    if (length == 0) return false;
    next += length;
  }
  return !is_word(at(text, next)) && !(at(text, next) == '.' && is_word(at(text, next + 1)));
}

// True if a word, with the colons, is an IPv6 address.
bool is_ipv6(std::string_view word) {
  std::size_t groups = 0;
  std::size_t gaps = 0;
  std::size_t length = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == ':') {
      length = 0;
      if (at(word, i + 1) == ':') ++gaps;
    } else {
      if (++length > 4) return false;
      if (length == 1) ++groups;
    }
  }
  const bool single_end = (word.front() == ':' && at(word, 1) != ':') ||
                          (word.back() == ':' && (word.size() < 2 || word[word.size() - 2] != ':'));
  const bool has_digit = std::any_of(word.begin(), word.end(), is_digit);
  return !single_end && has_digit &&
         (gaps == 0 ? groups == 8 : gaps == 1 && groups > 1 && groups < 8);
}

// Largest length of a written IPv6 address.
constexpr std::size_t longest_ipv6 = 39;

bool contains_ipv6_address(std::string_view text) {
  const auto belongs = [](char c) { return is_hexadecimal(c) || c == ':'; };
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && belongs(text[end]))
      ++end;
    const bool whole = !is_word(before(text, begin)) && !is_word(at(text, end));
    if (end > begin + 2 && whole && end - begin <= longest_ipv6 &&
        is_ipv6(text.substr(begin, end - begin))) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

bool is_social_security_number_at(std::string_view text, std::size_t position) {
  constexpr std::size_t length = 11;
  const char previous = before(text, position);
  const char next = at(text, position + length);
  if (text.size() - position < length || is_word(previous) || previous == '-' || is_word(next) ||
      next == '-') {
    return false;
  }
  const std::string_view area = text.substr(position, 3);
  const std::string_view group = text.substr(position + 4, 2);
  const std::string_view serial = text.substr(position + 7, 4);
  return is_digits(area) && text[position + 3] == '-' && is_digits(group) &&
         text[position + 6] == '-' && is_digits(serial) && area != "000" && area != "666" &&
         area.front() != '9' && group != "00" && serial != "0000";
}

// Length of a country's account numbers (ISO 13616).
struct IbanLength {
  std::string_view country;
  std::size_t length;
};

constexpr std::array<IbanLength, 77> iban_lengths{{
    {"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22},
    {"BH", 22}, {"BR", 29}, {"BY", 28}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22},
    {"DK", 18}, {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FO", 18}, {"FR", 27},
    {"GB", 22}, {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HR", 21}, {"HU", 28},
    {"IE", 22}, {"IL", 23}, {"IQ", 23}, {"IS", 26}, {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20},
    {"LB", 28}, {"LC", 32}, {"LI", 21}, {"LT", 20}, {"LU", 20}, {"LV", 21}, {"LY", 25}, {"MC", 27},
    {"MD", 24}, {"ME", 22}, {"MK", 19}, {"MR", 27}, {"MT", 31}, {"MU", 30}, {"NL", 18}, {"NO", 15},
    {"PK", 24}, {"PL", 28}, {"PS", 29}, {"PT", 25}, {"QA", 29}, {"RO", 24}, {"RS", 22}, {"SA", 24},
    {"SC", 31}, {"SD", 18}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27}, {"ST", 25}, {"SV", 28},
    {"TL", 23}, {"TN", 24}, {"TR", 26}, {"UA", 29}, {"VG", 24},
}};

// True if the check digits fit. The account number is read before the country and the check digits;
// a letter counts as two digits.
bool has_iban_check_digits(std::string_view number) {
  unsigned remainder = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const char c = number[(i + 4) % number.size()];
    remainder = is_digit(c) ? remainder * 10 + static_cast<unsigned>(c - '0')
                            : remainder * 100 + static_cast<unsigned>(c - 'A') + 10;
    remainder %= 97;
  }
  return remainder == 1;
}

bool is_iban_at(std::string_view text, std::size_t position) {
  if (is_word(before(text, position)) || !is_ascii_letter(at(text, position))) return false;
  const bool capitals = is_capital(text[position]);
  const std::array<char, 2> code{upper(text[position]), upper(at(text, position + 1))};
  const auto* const country =
      std::find_if(iban_lengths.begin(), iban_lengths.end(), [&](const IbanLength& known) {
        return known.country == std::string_view(code.data(), code.size());
      });
  if (country == iban_lengths.end()) return false;
  std::array<char, 34> number{};
  std::size_t length = 0;
  std::size_t next = position;
  for (; length < country->length; ++next) {
    if (next == text.size()) return false;
    const char c = text[next];
    if (c == ' ' && length > 0 && length % 4 == 0 && before(text, next) != ' ') continue;
    if (!is_digit(c) && (!is_ascii_letter(c) || is_capital(c) != capitals)) return false;
    number[length++] = upper(c);
  }
  return is_digit(number[2]) && is_digit(number[3]) && !is_word(at(text, next)) &&
         has_iban_check_digits({number.data(), length});
}

bool has_luhn_check_digit(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int digit = digits[digits.size() - 1 - i] - '0';
    if (i % 2 == 1) digit *= 2;
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 == 0;
}

// Range of prefixes of an issuer's card numbers, and their lengths.
struct CardIssuer {
  std::string_view first;
  std::string_view last;
  std::size_t shortest;
  std::size_t longest;
};

constexpr std::array<CardIssuer, 14> card_issuers{{
    {"4", "4", 13, 13},
    {"4", "4", 16, 16},
    {"4", "4", 19, 19},
    {"51", "55", 16, 16},
    {"2221", "2720", 16, 16},
    {"34", "34", 15, 15},
    {"37", "37", 15, 15},
    {"300", "305", 14, 14},
    {"36", "36", 14, 14},
    {"38", "39", 14, 14},
    {"3528", "3589", 16, 16},
    {"6011", "6011", 16, 16},
    {"644", "659", 16, 16},
    {"62", "62", 16, 19},
}};

bool is_card_number(std::string_view digits) {
  return has_luhn_check_digit(digits) &&
         std::any_of(card_issuers.begin(), card_issuers.end(), [&](const CardIssuer& issuer) {
           const std::string_view prefix = digits.substr(0, issuer.first.size());
           return digits.size() >= issuer.shortest && digits.size() <= issuer.longest &&
                  prefix >= issuer.first && prefix <= issuer.last;
         });
}

// True if `test` holds for a run of digits, with single blanks or hyphens between. Runs are tested
// as a whole, because part of a longer number does not count.
template <typename Test>
bool any_digit_run(std::string_view text, const Test& test) {
  std::string digits;
  for (std::size_t begin = 0; begin < text.size();) {
    if (!is_digit(text[begin])) {
      ++begin;
      continue;
    }
    digits.clear();
    std::size_t end = begin;
    bool grouped = false;
    for (; end < text.size(); ++end) {
      const bool separates = (text[end] == ' ' || text[end] == '-') && is_digit(at(text, end + 1));
      if (!is_digit(text[end]) && !separates) break;
      if (separates) {
        grouped = true;
      } else {
        digits += text[end];
      }
    }
    if (!is_word(before(text, begin)) && !is_word(at(text, end)) && test(digits, grouped)) {
      return true;
    }
    begin = end;
  }
  return false;
}

bool is_phone_separator(char c) {
  return std::string_view(" -./()").find(c) != std::string_view::npos;
}

// True if a number of ITU-T E.164 begins at `position`: at most 15 digits, without a leading zero
// in the country code.
bool is_international_phone_at(std::string_view text, std::size_t position) {
  if (text[position] != '+' || is_word(before(text, position))) return false;
  if (at(text, position + 1) < '1' || at(text, position + 1) > '9') return false;
  std::size_t digits = 0;
  std::size_t end = position + 1;
  for (std::size_t next = end; next < text.size() && next < end + 3; ++next) {
    if (is_digit(text[next])) {
      if (++digits > 15) return false;
      end = next + 1;
    } else if (!is_phone_separator(text[next])) {
      break;
    }
  }
  return digits >= 8 && !is_word(at(text, end));
}

// True if an area code or exchange of the North American plan, which begin with 2 to 9, is at
// `position`.
bool is_north_american_part(std::string_view text, std::size_t position) {
  return digits_from(text, position) == 3 && text[position] >= '2';
}

bool is_north_american_phone_at(std::string_view text, std::size_t position) {
  const bool bracket = text[position] == '(';
  const char previous = before(text, position);
  const bool after_country = (previous == '-' || previous == '.') &&
                             before(text, position - 1) == '1' &&
                             !is_word(position < 3 ? ' ' : text[position - 3]);
  if (is_word(previous) || ((previous == '-' || previous == '.') && !after_country)) return false;
  const std::size_t area = position + (bracket ? 1 : 0);
  if (area >= text.size() || !is_north_american_part(text, area)) return false;
  std::size_t next = area + 3;
  if (bracket && at(text, next++) != ')') return false;
  const char separator = at(text, next);
  if (bracket) {
    if (separator == ' ') ++next;
  } else {
    if (separator != '-' && separator != '.') return false;
    ++next;
  }
  if (next >= text.size() || !is_north_american_part(text, next)) return false;
  const char second = at(text, next + 3);
  if (bracket ? second != '-' && second != '.' && second != ' ' : second != separator) return false;
  const std::size_t end = next + 8;
  return digits_from(text, next + 4) == 4 && !is_word(at(text, end)) &&
         !((at(text, end) == '-' || at(text, end) == '.') && is_word(at(text, end + 1)));
}

// True if the last digit is the check digit of a number of goods (GS1).
bool has_goods_check_digit(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i)
    sum += (digits[digits.size() - 1 - i] - '0') * (i % 2 == 1 ? 3 : 1);
  return sum % 10 == 0;
}

// Returns the keys of objects in JSON, and of hstore: "key"=>"value".
std::vector<std::string> quoted_keys(std::string_view text) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '"') continue;
    const std::size_t begin = ++i;
    while (i < text.size() && text[i] != '"')
      i += text[i] == '\\' ? 2 : 1;
    const std::size_t end = std::min(i, text.size());
    const auto skip_blanks = [&](std::size_t from) {
      return std::min(text.find_first_not_of(blanks, from), text.size());
    };
    const std::size_t sign = skip_blanks(end + 1);
    const bool arrow = at(text, sign) == '=' && at(text, sign + 1) == '>';
    if (at(text, sign) != ':' && !arrow) continue;
    const std::string_view value = text.substr(skip_blanks(sign + (arrow ? 2 : 1)));
    if (!value.empty() && std::string_view("tfnN").find(value.front()) == std::string_view::npos &&
        !value.starts_with("\"\""))
      keys.emplace_back(text.substr(begin, end - begin));
  }
  return keys;
}

// Adds the attributes of an XML tag that have a value.
void add_attributes(std::string_view tag, std::vector<std::string>& names) {
  for (std::size_t sign = tag.find('='); sign != std::string_view::npos;
       sign = tag.find('=', sign + 1)) {
    const char quote = at(tag, sign + 1);
    if ((quote != '"' && quote != '\'') || at(tag, sign + 2) == quote) continue;
    const std::string_view before = tag.substr(0, sign);
    names.emplace_back(before.substr(before.find_last_of(blanks) + 1));
  }
}

// Returns the names of the elements and attributes of XML.
std::vector<std::string> element_names(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t begin = text.find('<'); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find('>', begin), text.size());
    const std::string_view tag = text.substr(begin + 1, end - begin - 1);
    const std::string_view content = text.substr(std::min(end + 1, text.size()));
    const bool empty = content.empty() || content.starts_with("</") ||
                       content.starts_with("true<") || content.starts_with("false<") ||
                       tag.ends_with('/');
    if (is_word(at(tag, 0)) && !empty) names.emplace_back(tag.substr(0, tag.find_first_of(blanks)));
    add_attributes(tag, names);
    begin = text.find('<', end);
  }
  return names;
}

}  // namespace

bool contains_email_address(std::string_view text) {
  for (std::size_t sign = text.find('@'); sign != std::string_view::npos;
       sign = text.find('@', sign + 1)) {
    if (is_email_around(text, sign)) return true;
  }
  const std::optional<std::string> unmasked = unmasked_address(text);
  return unmasked && contains_email_address(*unmasked);
}

bool is_spelled_email_address(std::string_view text) {
  const std::optional<std::string> address = spelled_address(text);
  return address && is_email_around(*address, address->find('@'));
}

bool contains_url(std::string_view text) {
  return anywhere(text, [&](std::size_t i) { return is_url_at(text, i); });
}

bool contains_ip_address(std::string_view text) {
  return anywhere(text, [&](std::size_t i) { return is_ipv4_at(text, i); }) ||
         contains_ipv6_address(text);
}

bool contains_social_security_number(std::string_view text) {
  return anywhere(text, [&](std::size_t i) { return is_social_security_number_at(text, i); });
}

bool contains_iban(std::string_view text) {
  return anywhere(text, [&](std::size_t i) { return is_iban_at(text, i); });
}

bool contains_grouped_card_number(std::string_view text) {
  return any_digit_run(text, [](const std::string& digits, bool grouped) {
    return grouped && is_card_number(digits);
  });
}

bool contains_card_number(std::string_view text) {
  return any_digit_run(text, [](const std::string& digits, bool grouped) {
    return !grouped && is_card_number(digits);
  });
}

bool contains_phone_number(std::string_view text) {
  return anywhere(text, [&](std::size_t i) {
    return is_international_phone_at(text, i) || is_north_american_phone_at(text, i);
  });
}

bool is_national_phone_number(std::string_view text) {
  constexpr std::size_t longest = 24;
  if (text.size() > longest || at(text, 0) != '0') return false;
  const std::size_t area = digits_from(text, 0);
  const bool postcode = area == 5 && text.size() == 10 && text[area] == '-';
  if (area < 2 || area > 6 || postcode || !is_phone_separator(at(text, area))) return false;
  std::size_t digits = 0;
  for (const char c : text) {
    if (is_digit(c)) {
      ++digits;
    } else if (!is_phone_separator(c)) {
      return false;
    }
  }
  // ITU-T E.164 limits the digits after 00.
  const bool international = at(text, 1) == '0' && at(text, 2) >= '1';
  return digits >= 9 && digits <= (international ? 17 : 12);
}

bool is_undivided_phone_number(std::string_view text) {
  if (!is_digits(text)) return false;
  const std::size_t size = text.size();
  const char second = at(text, 1);
  const char third = at(text, 2);
  if (text.front() != '0') return false;
  if (second == '0')
    return third >= '1' && third <= '9' && size >= 12 && size <= 16 &&
           !(size == 14 && has_goods_check_digit(text));
  const bool german = second == '1' && third >= '5' && third <= '7' && (size == 11 || size == 12);
  const bool british = second == '7' && size == 11;
  const bool french = (second == '6' || second == '7') && size == 10;
  return german || british || french;
}

bool is_digest(std::string_view text) {
  constexpr std::size_t fewest_digits = 32;
  constexpr std::size_t most_digits = 128;
  constexpr std::size_t uuid = 36;
  // PostgreSQL writes bytes with this prefix.
  if (text.starts_with("\\x") || text.starts_with("0x")) text.remove_prefix(2);
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between = i == 8 || i == 13 || i == 18 || i == 23;
    if (text.size() == uuid && between && text[i] == '-') continue;
    if (!is_hexadecimal(text[i])) return false;
    ++digits;
  }
  return digits >= fewest_digits && digits <= most_digits;
}

bool is_long_text(std::string_view text) {
  constexpr std::size_t fewest_bytes = 50;
  constexpr std::size_t fewest_words = 8;
  if (text.size() < fewest_bytes || std::string_view("{[<").find(text.front()) != text.npos)
    return false;
  std::size_t words = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool letter = is_word(text[i]) && !is_digit(text[i]);
    words += letter && !is_word(before(text, i)) ? 1 : 0;
  }
  return words >= fewest_words;
}

std::vector<std::string> written_keys(std::string_view text) {
  switch (at(text, 0)) {
    case '{':
    case '[':
    case '"':
      return quoted_keys(text);
    case '<':
      return element_names(text);
    default:
      return {};
  }
}

bool contains_word(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  const auto equal = [](char a, char b) { return lower(a) == lower(b); };
  for (auto from = text.begin();;) {
    const auto* const found = std::search(from, text.end(), word.begin(), word.end(), equal);
    if (found == text.end()) return false;
    const auto position = static_cast<std::size_t>(found - text.begin());
    if (!is_word(before(text, position)) && !is_word(at(text, position + word.size()))) return true;
    from = found + 1;
  }
}

}  // namespace microdata
