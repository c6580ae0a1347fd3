#include "core/classification/column_role.hpp"

namespace microdata {

namespace {

constexpr double most_rows_to_a_name = 2;
constexpr double most_rows_to_a_person = 10;

// True for a constant, a flag, or a few codes.
bool is_handful(const ColumnFacts& facts) {
  constexpr std::uint64_t most_values = 9;
  constexpr std::uint64_t rows_to_a_value = 4;
  return facts.distinct <= most_values && facts.with_value >= rows_to_a_value * facts.distinct;
}

// True for yes and no, 0 and 1, or one value. If no value repeats because the table has few rows,
// the name of a text column decides instead.
bool is_flag(const ColumnFacts& facts) {
  return facts.distinct <= 2 &&
         !(facts.kind == ValueKind::text && facts.distinct == facts.with_value);
}

// True if all of several rows have the same value, or all have NULL.
bool is_constant(const ColumnFacts& facts) {
  return facts.rows > 1 &&
         (facts.distinct == 0 || (facts.distinct == 1 && facts.with_value == facts.rows));
}

bool is_text_or_number(ValueKind kind) {
  return kind == ValueKind::text || kind == ValueKind::whole_number;
}

bool names_persons(const ColumnFacts& facts) {
  if (is_flag(facts)) return false;
  switch (facts.named.meaning) {
    case NameMeaning::person_name:
      return facts.kind == ValueKind::text || facts.kind == ValueKind::other;
    case NameMeaning::possible_name:
      return facts.kind == ValueKind::text && !is_code(facts.with_value, facts.distinct, false);
    // A kind of persons has far more rows per value.
    case NameMeaning::person:
      return facts.kind == ValueKind::text && !is_handful(facts) &&
             static_cast<double>(facts.with_value) <=
                 most_rows_to_a_person * static_cast<double>(facts.distinct);
    case NameMeaning::login:
      return facts.kind == ValueKind::text && !is_handful(facts);
    case NameMeaning::contact:
    case NameMeaning::number:
      return is_text_or_number(facts.kind) && !is_handful(facts);
    case NameMeaning::address:
    case NameMeaning::person_key:
      return is_text_or_number(facts.kind) || facts.kind == ValueKind::other;
    default:
      return false;
  }
}

std::string reason_of_name(const ColumnFacts& facts) {
  return std::string("is named like ") + facts.named.what + " (\"" + facts.named.words + "\")";
}

bool is_free_text(const ColumnFacts& facts) {
  return facts.named.meaning == NameMeaning::free_text && facts.kind == ValueKind::text &&
         !is_handful(facts) && !is_code(facts.with_value, facts.distinct, false);
}

bool is_record_key(const ColumnFacts& facts) {
  return facts.named.meaning == NameMeaning::record_key &&
         (is_text_or_number(facts.kind) || facts.kind == ValueKind::other) && !is_flag(facts) &&
         !is_code(facts.with_value, facts.distinct, false);
}

// True for a full date of birth, or for a part if the other parts are columns too.
bool is_birth(const ColumnFacts& facts) {
  const bool number = is_text_or_number(facts.kind) || facts.kind == ValueKind::decimal;
  if (facts.named.meaning == NameMeaning::birth_part && number && !is_constant(facts)) return true;
  return facts.exact_days && !is_handful(facts);
}

// True if places are as exact as homes: at least one value for four rows, as with persons of a few
// rows each.
bool has_exact_places(const ColumnFacts& facts) {
  constexpr std::uint64_t fewest_values = 10;
  constexpr std::uint64_t rows_to_a_place = 4;
  return facts.place && facts.distinct >= fewest_values &&
         facts.with_value <= rows_to_a_place * facts.distinct;
}

// True if distinct values are evidence of an identifier. Measures and moments naturally differ in
// nearly all rows.
bool is_told_by_distinct_values(const ColumnFacts& facts) {
  if (!facts.has_distinct_values || facts.kind == ValueKind::moment) return false;
  return facts.kind == ValueKind::text || facts.kind == ValueKind::other ||
         facts.named.meaning != NameMeaning::measure;
}

}  // namespace

bool is_code(std::uint64_t rows, std::uint64_t values, bool named_for_things) {
  constexpr double rows_to_a_value_of_things = 5;
  const auto least = named_for_things ? rows_to_a_value_of_things : static_cast<double>(values);
  return values > 0 && static_cast<double>(rows) >= least * static_cast<double>(values);
}

bool may_be_of_persons(std::uint64_t rows, std::uint64_t values) {
  return static_cast<double>(rows) <= most_rows_to_a_name * static_cast<double>(values) ||
         repeats_like_persons(rows, values);
}

bool repeats_like_persons(std::uint64_t rows, std::uint64_t values) {
  constexpr std::uint64_t fewest_values = 100;
  constexpr double least = 1.05;
  const auto persons = static_cast<double>(values);
  const auto all = static_cast<double>(rows);
  return values >= fewest_values && all > least * persons && all <= most_rows_to_a_person * persons;
}

ColumnRole column_role(const ColumnFacts& facts) {
  if (facts.key) return {Role::identifier, false, {}};
  if (facts.foreign_key) {
    if (facts.code) return {Role::quasi_identifier, false, "refers to a table of codes"};
    return {Role::identifier, false, {}};
  }
  if (names_persons(facts)) return {Role::identifier, true, reason_of_name(facts)};
  if (facts.has_pattern || facts.contains_identifier || facts.follows_identifier ||
      (facts.has_full_names && facts.named.meaning != NameMeaning::thing))
    return {Role::identifier, true, {}};
  if (has_exact_places(facts)) return {Role::identifier, true, "has exact places"};
  if (is_birth(facts)) return {Role::quasi_identifier, true, reason_of_name(facts)};
  if (facts.has_trace || is_told_by_distinct_values(facts)) return {Role::identifier, false, {}};
  if (is_free_text(facts) || is_record_key(facts))
    return {Role::identifier, false, reason_of_name(facts)};
  if (is_constant(facts)) return {Role::insensitive, false, "is the same in all rows"};
  return {};
}

}  // namespace microdata
