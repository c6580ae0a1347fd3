#include "core/privacy/full_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/privacy/ascii.hpp"

namespace microdata {

namespace {

// The part that a character of a word plays; `letter` may be a capital or a small one.
enum class Part { none, capital, small, letter, joint, dot };

struct Character {
  Part part;
  std::size_t bytes;
};

Part part_of_ascii(char c) {
  if (is_capital(c)) return Part::capital;
  if (is_ascii_letter(c)) return Part::small;
  if (c == '-' || c == '\'') return Part::joint;
  return c == '.' ? Part::dot : Part::none;
}

Part capital_if(bool capital) {
  return capital ? Part::capital : Part::small;
}

Part part_of(unsigned code) {
  if (code == 0xD7 || code == 0xF7) return Part::none;
  if (code >= 0xC0 && code <= 0xFF) return capital_if(code <= 0xDE);
  // In Latin Extended-A capitals stand before small letters, of either parity.
  if (code >= 0x100 && code <= 0x17F) {
    const bool odd = (code >= 0x139 && code <= 0x148) || code >= 0x179;
    return capital_if((code % 2 == 1) == odd || code == 0x178);
  }
  if (code >= 0x386 && code <= 0x3FF) return capital_if(code <= 0x3AB && code != 0x390);
  if (code >= 0x400 && code <= 0x45F) return capital_if(code <= 0x42F);
  // U+2019 is an apostrophe, U+2010 and U+2011 are hyphens.
  if (code == 0x2019 || code == 0x2010 || code == 0x2011) return Part::joint;
  const bool known = (code >= 0x180 && code <= 0x24F) || (code >= 0x300 && code <= 0x36F) ||
                     (code >= 0x460 && code <= 0x52F) || (code >= 0x1E00 && code <= 0x1FFF);
  return known ? Part::letter : Part::none;
}

// The bits that a byte adds to a character of several bytes; 0xFF where it continues none.
unsigned continued(std::string_view text, std::size_t at) {
  const unsigned byte = at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
  return (byte & 0xC0U) == 0x80U ? byte & 0x3FU : 0xFFU;
}

Character character_at(std::string_view text, std::size_t at) {
  const unsigned first = static_cast<unsigned char>(text[at]);
  if (first < 0x80U) return {part_of_ascii(text[at]), 1};
  const unsigned second = continued(text, at + 1);
  if (second == 0xFFU) return {Part::letter, 1};
  if (first >= 0xC2U && first <= 0xDFU) return {part_of((first & 0x1FU) << 6U | second), 2};
  const unsigned third = continued(text, at + 2);
  if (first >= 0xE0U && first <= 0xEFU && third != 0xFFU)
    return {part_of((first & 0xFU) << 12U | second << 6U | third), 3};
  return {first >= 0xF0U ? Part::none : Part::letter, 1};
}

// Words with a blank before and after each.
bool is_among(std::string_view list, const std::string& word) {
  return list.find(" " + word + " ") != std::string_view::npos;
}

bool is_particle(const std::string& word) {
  return is_among(
      " von van vom zu zum zur der den dem de del della delle di da das do dos du des le la los "
      "las "
      "el al ter ten te y e i und ibn bin ben abu af av ",
      word);
}

bool is_title(const std::string& word) {
  return is_among(
      " dr prof mr mrs ms miss herr frau hr fr sr sra jr dipl ing med phil md phd msc bsc dame sir "
      "ii iii iv mme mlle dott pan pani ",
      word);
}

// Words that names of companies, houses and streets have.
bool is_of_things(const std::string& word) {
  return is_among(
      " gmbh ag kg ohg ug mbh inc ltd llc llp plc corp corporation company co sarl srl spa bv nv "
      "oy group gruppe holding bank hospital clinic klinik school schule college university "
      "hotel restaurant street st road rd avenue ave boulevard strasse allee gasse platz rue calle "
      "via viale piazza ulica plaza square and the of ",
      word);
}

enum class Word { other, skipped, initial, name };

Word word_of(std::string_view text) {
  std::string small;
  std::size_t letters = 0;
  bool capital = false;
  bool any_small = false;
  bool joined = true;
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    if (c.part == Part::dot && i + c.bytes == text.size() && letters > 0) break;
    if (c.part == Part::none || c.part == Part::dot || (c.part == Part::joint && joined))
      return Word::other;
    joined = c.part == Part::joint;
    if (!joined) {
      if (letters == 0) capital = c.part != Part::small;
      any_small = any_small || c.part != Part::capital;
      ++letters;
    }
    for (const char byte : text.substr(i, c.bytes))
      small += lower(byte);
    i += c.bytes;
  }
  if (letters == 0 || joined || is_of_things(small)) return Word::other;
  if (is_particle(small) || is_title(small)) return Word::skipped;
  // d'Angelo, o'Brien.
  if (!capital && (small.size() < 3 || small[1] != '\'')) return Word::other;
  if (letters == 1) return Word::initial;
  if (text.back() == '.') return Word::other;
  // Two capitals may be a code.
  return any_small || letters > 2 ? Word::name : Word::other;
}

bool is_name(std::string_view text) {
  constexpr std::size_t longest = 100;
  constexpr std::size_t fewest_words = 2;
  constexpr std::size_t most_words = 4;
  if (text.size() > longest || std::count(text.begin(), text.end(), ',') > 1) return false;
  std::size_t words = 0;
  std::size_t names = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" ,", begin), text.size());
    if (end > begin) {
      const Word word = word_of(text.substr(begin, end - begin));
      if (word == Word::other) return false;
      words += word == Word::skipped ? 0 : 1;
      names += word == Word::name ? 1 : 0;
    }
    begin = end + 1;
  }
  return words >= fewest_words && words <= most_words && names > 0;
}

// The elements of an array as PostgreSQL or JSON write it.
std::vector<std::string> elements_of(std::string_view array) {
  std::vector<std::string> elements;
  for (std::size_t i = 1; i + 1 < array.size(); ++i) {
    std::string element;
    for (bool quoted = false; i + 1 < array.size() && (quoted || array[i] != ','); ++i) {
      if (array[i] == '"')
        quoted = !quoted;
      else if (!element.empty() || array[i] != ' ')
        element += array[i];
    }
    if (!element.empty() && element != "NULL") elements.push_back(std::move(element));
  }
  return elements;
}

// A full name in each element, or in all of them together.
bool is_array_of_names(std::string_view array) {
  const std::vector<std::string> elements = elements_of(array);
  if (elements.empty()) return false;
  if (std::all_of(elements.begin(), elements.end(), is_name)) return true;
  std::string all;
  for (const std::string& element : elements)
    all += element + " ";
  return is_name(all);
}

}  // namespace

bool is_full_name(std::string_view text) {
  const bool array = text.size() > 2 && (text.front() == '{' || text.front() == '[');
  return array ? is_array_of_names(text) : is_name(text);
}

}  // namespace microdata
