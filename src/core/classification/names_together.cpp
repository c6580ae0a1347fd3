#include "core/classification/names_together.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace microdata {

namespace {

constexpr std::array<std::array<std::string_view, 2>, 6> pairs_of_names{{{"first", "last"},
                                                                         {"given", "family"},
                                                                         {"given", "last"},
                                                                         {"fore", "sur"},
                                                                         {"vor", "nach"},
                                                                         {"vname", "nname"}}};

enum class BirthPart { none, year, month, day };

struct PartWord {
  std::string_view word;
  BirthPart part;
};

constexpr std::array<PartWord, 27> words_of_parts{{
    {"year", BirthPart::year},     {"yr", BirthPart::year},     {"yyyy", BirthPart::year},
    {"y", BirthPart::year},        {"jahr", BirthPart::year},   {"annee", BirthPart::year},
    {"ano", BirthPart::year},      {"anno", BirthPart::year},   {"jaar", BirthPart::year},
    {"rok", BirthPart::year},      {"month", BirthPart::month}, {"mm", BirthPart::month},
    {"m", BirthPart::month},       {"monat", BirthPart::month}, {"mois", BirthPart::month},
    {"mes", BirthPart::month},     {"mese", BirthPart::month},  {"maand", BirthPart::month},
    {"miesiac", BirthPart::month}, {"day", BirthPart::day},     {"dd", BirthPart::day},
    {"d", BirthPart::day},         {"tag", BirthPart::day},     {"jour", BirthPart::day},
    {"dia", BirthPart::day},       {"giorno", BirthPart::day},  {"dzien", BirthPart::day},
}};

bool is_birth(const std::string& name) {
  return named_for(name, {}).meaning == NameMeaning::birth_date;
}

std::string joined(const std::vector<std::string>& words) {
  std::string name;
  for (const std::string& word : words)
    name += (name.empty() ? "" : "_") + word;
  return name;
}

// Returns the part of a date of birth that a name has: birth_year, yearOfBirth, Geburtsjahr. The
// rest of the name must announce a birth.
BirthPart birth_part(const std::vector<std::string>& words) {
  if (words.size() == 1 && (words[0] == "yob" || words[0] == "mob"))
    return words[0] == "yob" ? BirthPart::year : BirthPart::month;
  for (const auto& [word, part] : words_of_parts) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& whole = words[i];
      std::vector<std::string> left = words;
      if (whole == word) {
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      } else if (word.size() > 2 && whole.starts_with(word)) {
        left[i] = whole.substr(word.size());
      } else if (word.size() > 2 && whole.ends_with(word)) {
        left[i] = whole.substr(0, whole.size() - word.size());
      } else {
        continue;
      }
      if (!left.empty() && is_birth(joined(left))) return part;
    }
  }
  return BirthPart::none;
}

bool has_part(const std::vector<BirthPart>& parts, BirthPart part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

// True if the words before the last are absent or name persons: patient_first.
bool is_of_person(const std::vector<std::string>& words) {
  return words.size() == 1 || is_named_for_persons(joined({words.begin(), words.end() - 1}));
}

bool is_name_beside(const std::vector<std::string>& words,
                    const std::vector<std::vector<std::string>>& all) {
  if (words.empty() || !is_of_person(words)) return false;
  return std::any_of(pairs_of_names.begin(), pairs_of_names.end(), [&](const auto& pair) {
    if (words.back() != pair[0] && words.back() != pair[1]) return false;
    std::vector<std::string> other = words;
    other.back() = words.back() == pair[0] ? pair[1] : pair[0];
    return std::find(all.begin(), all.end(), other) != all.end();
  });
}

}  // namespace

std::vector<NamedFor> named_together(std::span<const std::string> columns, std::string_view table) {
  std::vector<std::vector<std::string>> words;
  std::vector<BirthPart> parts;
  for (const std::string& column : columns) {
    words.push_back(words_of_name(column));
    parts.push_back(birth_part(words.back()));
  }
  const bool date = has_part(parts, BirthPart::year) && has_part(parts, BirthPart::month) &&
                    has_part(parts, BirthPart::day);
  std::vector<NamedFor> named;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (date && parts[i] != BirthPart::none) {
      named.push_back({NameMeaning::birth_part, "parts of dates of birth", columns[i]});
    } else if (is_name_beside(words[i], words)) {
      named.push_back({NameMeaning::person_name, "names of persons", columns[i]});
    } else {
      named.push_back(named_for(columns[i], table));
    }
  }
  return named;
}

}  // namespace microdata
