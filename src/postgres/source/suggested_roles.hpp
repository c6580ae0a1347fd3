#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/classification/column_role.hpp"
#include "postgres/source/identifying_values.hpp"

namespace microdata::postgres {

// Returns words such as: tells 45% of the rows apart and nothing of columns whose values repeat.
std::string separated_in_words(double share);

// Facts about a column other than its values.
struct ColumnContext {
  // Meaning of the column's name and the names next to it (names_together.hpp).
  NamedFor named = {};
  bool key = false;
  bool foreign_key = false;
  // True for a foreign key with the values of codes (code_columns).
  bool code = false;
  // Name of the column whose values repeat together with this one's (repeating_together).
  std::optional<std::string> same_persons = {};
  // Fraction of rows that the column distinguishes, if it has no other information
  // (separating_attributes).
  std::optional<double> separated = {};
  bool computed_from_identifier = false;
};

// Role for a column without a chosen role, and the reasons in words.
struct SuggestedRole {
  Role role = Role::quasi_identifier;
  bool must_be_chosen = false;
  std::vector<std::string> reasons = {};
};

// Returns the role that both classify() and the publishing functions use.
SuggestedRole suggest_role(const ColumnValues& column, const ColumnContext& context,
                           const std::vector<Evidence>& evidence);

// Returns, for each of these columns of one table, another one such that both nearly determine each
// other. Both must repeat like the numbers of persons with a few rows each.
std::vector<std::optional<std::string>> repeating_together(std::span<const ColumnValues> columns,
                                                           const std::string& table,
                                                           const Progress& progress);

// True if a column can repeat together with another: by its name, its type and the repetition of
// its values.
bool may_repeat_together(const ColumnValues& column, const std::string& table);

}  // namespace microdata::postgres
