#pragma once

#include <cstdint>
#include <string>

#include "core/classification/column_names.hpp"
#include "core/classification/identifier_rules.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Facts about a column.
struct ColumnFacts {
  NamedFor named;
  ValueKind kind = ValueKind::other;
  // Number of rows, number of rows with a value, and number of values. If all rows of each person
  // have the same value, persons count instead of rows.
  std::uint64_t rows = 0;
  std::uint64_t with_value = 0;
  std::uint64_t distinct = 0;
  // True if the column is part of a primary key, or unique by itself.
  bool key = false;
  bool foreign_key = false;
  // True for a foreign key to a table of codes, whose values repeat like codes.
  bool code = false;
  // True if the name announces dates of birth, and some are not the first day of a month.
  bool exact_days = false;
  // True if a rule of identifier_rules.hpp holds for the values.
  bool has_pattern = false;
  // True for IP addresses or URLs, which might not be about persons.
  bool has_trace = false;
  bool contains_identifier = false;
  bool has_distinct_values = false;
  // True if the values look like full names of persons.
  bool has_full_names = false;
  // True for points and other figures, on a map or in a plane.
  bool place = false;
  // True if the column determines an identifier that repeats, and the identifier determines the
  // column.
  bool follows_identifier = false;
};

// Role that an expert would give a column without a declared role.
struct ColumnRole {
  Role role = Role::quasi_identifier;
  // True if the name or the values indicate that the column names persons or has full dates of
  // birth. Such a column is published only if its role was chosen explicitly. Distinct values alone
  // are weaker evidence.
  bool must_be_chosen = false;
  // Reason for the role, beyond the rules of identifier_rules.hpp; empty if there is no further
  // reason.
  std::string reason = {};
};

ColumnRole column_role(const ColumnFacts& facts);

// True if values are codes: there are far more rows per value than values. Fewer rows suffice if
// the name is for things.
bool is_code(std::uint64_t rows, std::uint64_t values, bool named_for_things);

// True if texts that look like full names might be about persons: some share a name, or each has a
// few rows.
bool may_be_of_persons(std::uint64_t rows, std::uint64_t values);

// True if values repeat like numbers of persons with a few rows each. Another column that
// determines the values and is determined by them then numbers the same persons.
bool repeats_like_persons(std::uint64_t rows, std::uint64_t values);

}  // namespace microdata
