#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace microdata {

// What an attribute's values are, as far as it matters for telling whether they name persons.
enum class ValueKind {
  text,
  whole_number,  // of a type of integers or decimals
  decimal,       // of a decimal type, some with a fraction; of binary floating point, all whole
  measurement,   // binary floating point, some with a fraction
  moment,        // a date with a time of day
  day,           // a date, or a time of day, or both to the quarter of an hour
  other,         // uuid, inet, jsonb, arrays ...
};

// What speaks for an attribute naming persons.
enum class IdentifierEvidence {
  // A value of its own in every row.
  key_like,
  // Nearly as many distinct values as rows that have one.
  distinct_values,
  // Texts that contain what a pattern describes.
  pattern,
  // Texts that look like full names of persons.
  full_names,
  // Keys of JSON or hstore, elements of XML, or fields of composite types that are named like
  // columns of persons.
  keys,
  // Texts that contain an identifier of the same row.
  contained_identifier,
};

// A rule by which an attribute looks as if it named persons: of the rows or texts looked at, at
// least `share`, and at least `fewest`, are as the evidence says.
struct IdentifierRule {
  IdentifierEvidence evidence;
  // The kind of values that the rule is for. A pattern for whole numbers is looked for in texts
  // too.
  ValueKind kind;
  // Of patterns: what the texts contain, in the plural, and how to find it.
  const char* what;
  bool (*contains)(std::string_view text);
  std::uint64_t fewest;
  double share;

  bool holds(std::uint64_t count, std::uint64_t of) const {
    return count >= fewest && static_cast<double>(count) >= share * static_cast<double>(of);
  }
};

// All rules.
std::span<const IdentifierRule> identifier_rules();

// The rule by which so many distinct values, NULL apart, speak for themselves, in `rows` rows of
// which `with_value` have one; null where there is none.
const IdentifierRule* distinctness_rule(ValueKind kind, std::uint64_t distinct,
                                        std::uint64_t with_value, std::uint64_t rows);

// The fewest distinct values, and the least share of the rows that have one, of any such rule.
bool may_be_distinct(std::uint64_t distinct, std::uint64_t with_value);

const IdentifierRule& contained_identifier_rule();
const IdentifierRule& keys_rule();

// Whether a text can be looked for in others: neither so short that it occurs by chance nor so
// long that it is no name.
bool can_be_contained(std::string_view identifier);

}  // namespace microdata
