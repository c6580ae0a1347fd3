#pragma once

#include <cstdint>
#include <string>

#include "core/microdata/microdata.hpp"
#include "core/privacy/column_names.hpp"
#include "core/privacy/identifier_rules.hpp"

namespace microdata {

// Facts about a column.
struct ColumnFacts {
  NamedFor named;
  ValueKind kind = ValueKind::other;
  // Rows, or persons where all rows of each have the same value; those that have one; values.
  std::uint64_t rows = 0;
  std::uint64_t with_value = 0;
  std::uint64_t distinct = 0;
  // Part of a primary key, or unique by itself.
  bool key = false;
  bool foreign_key = false;
  // True for a foreign key to a table of codes, whose values repeat as codes do.
  bool code = false;
  // Dates of birth, by the name, some of which are not the first day of a month.
  bool exact_days = false;
  // Rules that hold for the values (identifier_rules.hpp).
  bool has_pattern = false;
  // IP addresses or URLs, which need not be of persons.
  bool has_trace = false;
  bool contains_identifier = false;
  bool has_distinct_values = false;
  // True if the values look like full names of persons.
  bool has_full_names = false;
  // Points and other figures, on a map or in a plane.
  bool place = false;
  // It determines an identifier that repeats, and is determined by it.
  bool follows_identifier = false;
};

// The role that an expert would give a column that nobody classified.
struct ColumnRole {
  Role role = Role::quasi_identifier;
  // True if its name or its values say that it names persons, or that it has full dates of birth:
  // then nobody publishes it unless somebody chose a role for it. That its values are distinct does
  // not say so much.
  bool must_be_chosen = false;
  // Why, beyond what the rules of identifier_rules.hpp say; empty for nothing to say.
  std::string reason = {};
};

ColumnRole column_role(const ColumnFacts& facts);

// True if values are those of a code: far more rows to a value than values; fewer do where the name
// is one of things.
bool is_code(std::uint64_t rows, std::uint64_t values, bool named_for_things);

// True if texts that look like full names may be of persons: some share a name, or have a few rows
// each.
bool may_be_of_persons(std::uint64_t rows, std::uint64_t values);

// True if values repeat as the numbers of persons do who have a few rows each, so that another
// column that determines them and is determined by them is a number of the same persons.
bool repeats_like_persons(std::uint64_t rows, std::uint64_t values);

}  // namespace microdata
