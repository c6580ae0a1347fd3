#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace microdata {

// Kind of an attribute's values, as far as it matters for the recognition of names of persons.
enum class ValueKind {
  text,
  whole_number,  // of a type of integers or decimals
  decimal,       // of a decimal type, some with a fraction; of binary floating point, all whole
  measurement,   // binary floating point, some with a fraction
  moment,        // a date with a time of day
  day,           // a date, or a time of day, or both to the quarter of an hour
  other,         // uuid, inet, jsonb, arrays ...
};

// Evidence that an attribute names persons.
enum class IdentifierEvidence {
  // A different value in every row.
  key_like,
  // Nearly as many distinct values as rows with a value.
  distinct_values,
  // Texts that match a pattern.
  pattern,
  // Texts that look like full names of persons.
  full_names,
  // Keys of JSON or hstore, elements of XML, or fields of composite types that are named like
  // columns of persons.
  keys,
  // Texts that contain an identifier of the same row.
  contained_identifier,
};

// A rule by which an attribute seems to name persons. At least `share` of the examined rows or
// texts, and at least `fewest`, must show the evidence.
struct IdentifierRule {
  IdentifierEvidence evidence;
  // Kind of values that the rule is for. A pattern for whole numbers is also searched for in texts.
  ValueKind kind;
  // Noun for the matches of a pattern, in the plural, and the test for the pattern.
  const char* what;
  bool (*contains)(std::string_view text);
  std::uint64_t fewest;
  double share;

  bool holds(std::uint64_t count, std::uint64_t of) const {
    return count >= fewest && static_cast<double>(count) >= share * static_cast<double>(of);
  }
};

// Returns all rules.
std::span<const IdentifierRule> identifier_rules();

// Returns the rule by which `distinct` values, without NULL, are evidence in `rows` rows,
// `with_value` of them with a value. Returns null if no rule holds.
const IdentifierRule* distinctness_rule(ValueKind kind, std::uint64_t distinct,
                                        std::uint64_t with_value, std::uint64_t rows);

// True if any rule about distinct values holds for these numbers of distinct values and of rows
// with a value.
bool may_be_distinct(std::uint64_t distinct, std::uint64_t with_value);

const IdentifierRule& contained_identifier_rule();
const IdentifierRule& keys_rule();

// True if a text can be searched for in others. A text must be neither so short that it occurs by
// chance nor too long for a name.
bool can_be_contained(std::string_view identifier);

}  // namespace microdata
