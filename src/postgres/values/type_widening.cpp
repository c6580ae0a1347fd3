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

// "numeric(10,2)", "timestamp(3) without time zone[]" or "character varying(10) COLLATE x".
struct WrittenType {
  std::string name;
  std::vector<long> numbers;
  // A time zone, dimensions and a collation: what no widening changes.
  std::string rest;
};

WrittenType read(const std::string& text) {
  static const std::regex form(
      R"(^(?:pg_catalog\.)?([a-z0-9 ]+?)(?:\((-?\d{1,9})(?:,(-?\d{1,9}))?\))?)"
      R"(((?: with(?:out)? time zone)?(?:\[\])?(?: COLLATE .*)?)$)");
  std::smatch found;
  if (!std::regex_match(text, found, form)) return {text, {}, {}};
  WrittenType type{found[1], {}, found[4]};
  for (const std::size_t number : {2, 3}) {
    if (found[number].matched) type.numbers.push_back(std::stol(found[number]));
  }
  return type;
}

// Returns the size of an integer type in bytes; none for other types.
std::optional<int> size_of_integer(const std::string& name) {
  if (name == "smallint") return 2;
  if (name == "integer") return 4;
  if (name == "bigint") return 8;
  return std::nullopt;
}

long scale(const std::vector<long>& numbers) {
  return numbers.size() > 1 ? numbers[1] : 0;
}

// True if a type of this name with the numbers `after` holds all that it holds with `before`.
bool holds_all(const std::string& name, const std::vector<long>& before,
               const std::vector<long>& after) {
  if (before.empty()) return false;
  if (after.empty()) return name != "character";
  if (name == "numeric")
    return scale(after) >= scale(before) && after[0] - scale(after) >= before[0] - scale(before);
  return after[0] >= before[0];
}

}  // namespace

bool widens(const std::string& before, const std::string& after) {
  if (before == after) return false;
  const WrittenType from = read(before);
  const WrittenType to = read(after);
  if (from.rest != to.rest) return false;
  // An array says of which type its elements are.
  if (from.name != to.name && from.rest.starts_with("[]")) return false;
  if (const auto size = size_of_integer(from.name))
    return size_of_integer(to.name).value_or(0) > *size;
  if (from.name == "character varying" && to.name == "text") return true;
  constexpr std::array<std::string_view, 6> with_width{
      "character varying", "character", "numeric", "timestamp", "time", "interval"};
  return from.name == to.name &&
         std::find(with_width.begin(), with_width.end(), from.name) != with_width.end() &&
         holds_all(from.name, from.numbers, to.numbers);
}

bool keeps_values(const AttributeType& before, const AttributeType& after) {
  const std::string from = type_in_ddl(without_domain(before));
  const std::string to = type_in_ddl(without_domain(after));
  return from == to || widens(from, to);
}

bool keeps_shown_values(const AttributeType& before, const AttributeType& after) {
  return keeps_values(before, after) || (before.base == INT4RANGEOID && after.base == INT8RANGEOID);
}

}  // namespace microdata::postgres
