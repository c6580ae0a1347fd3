#include "postgres/values/type_widening.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <regex>
#include <string_view>
#include <vector>

namespace microdata::postgres {

namespace {

// "numeric(10,2)", "timestamp(3) without time zone" or "character varying(10) COLLATE x".
struct WrittenType {
  std::string name;
  std::vector<long> numbers;
  std::string rest;
};

WrittenType read(const std::string& text) {
  static const std::regex with_numbers(R"(^([a-z ]+)\((-?\d{1,9})(?:,(-?\d{1,9}))?\)(.*)$)");
  static const std::regex plain(R"(^([a-z ]+?|pg_catalog\.text)( COLLATE .*)?$)");
  std::smatch found;
  if (std::regex_match(text, found, with_numbers)) {
    WrittenType type{found[1], {std::stol(found[2])}, found[4]};
    if (found[3].matched) type.numbers.push_back(std::stol(found[3]));
    return type;
  }
  if (std::regex_match(text, found, plain)) return {found[1], {}, found[2]};
  return {text, {}, {}};
}

std::optional<std::size_t> place(const std::string& name) {
  constexpr std::array<std::string_view, 3> integers{"smallint", "integer", "bigint"};
  const auto* const found = std::find(integers.begin(), integers.end(), name);
  if (found == integers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - integers.begin());
}

bool holds_all(const std::string& name, const std::vector<long>& before,
               const std::vector<long>& after) {
  if (before.empty()) return false;
  if (after.empty()) return name != "character";
  if (name == "numeric") {
    const auto scale = [](const std::vector<long>& numbers) {
      return numbers.size() > 1 ? numbers[1] : 0;
    };
    return scale(after) >= scale(before) && after[0] - scale(after) >= before[0] - scale(before);
  }
  return after[0] >= before[0];
}

}  // namespace

bool widens(const std::string& before, const std::string& after) {
  if (before == after) return false;
  const WrittenType from = read(before);
  const WrittenType to = read(after);
  if (from.rest != to.rest) return false;
  const auto narrow = place(from.name);
  const auto wide = place(to.name);
  if (narrow && wide) return *narrow < *wide;
  if (from.name == "character varying" && (to.name == "pg_catalog.text" || to.name == "text"))
    return to.numbers.empty();
  constexpr std::array<std::string_view, 3> with_width{"character varying", "character", "numeric"};
  return from.name == to.name &&
         std::find(with_width.begin(), with_width.end(), from.name) != with_width.end() &&
         holds_all(from.name, from.numbers, to.numbers);
}

}  // namespace microdata::postgres
