#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/column_role.hpp"
#include "postgres/source/identifying_values.hpp"

namespace microdata::postgres {

// As in: tells 45% of the rows apart and nothing of columns whose values repeat.
std::string separated_in_words(double share);

// Facts about a column beside its values.
struct ColumnContext {
  // By its name and those beside it (names_together.hpp).
  NamedFor named = {};
  bool key = false;
  bool foreign_key = false;
  // True for a foreign key that is one of codes (code_columns).
  bool code = false;
  // The column whose values repeat together with its own (repeating_together).
  std::optional<std::string> same_persons = {};
  // The share of rows that it tells apart, where it tells nothing else (separating_attributes).
  std::optional<double> separated = {};
  bool computed_from_identifier = false;
};

// A role for a column that nobody classified, and the reasons in words.
struct SuggestedRole {
  Role role = Role::quasi_identifier;
  bool must_be_chosen = false;
  std::vector<std::string> reasons = {};
};

// Returns the judgement of both classify() and the functions that publish.
SuggestedRole suggest_role(const ColumnValues& column, const ColumnContext& context,
                           const std::vector<Evidence>& evidence);

// Returns, for each of these columns of one table, one that determines it and is determined by it,
// nearly, where both repeat as the numbers of persons with a few rows each do.
std::vector<std::optional<std::string>> repeating_together(std::span<const ColumnValues> columns,
                                                           const std::string& table,
                                                           const Progress& progress);

// True if a column can be among those: by its name, its type and how often its values repeat.
bool may_repeat_together(const ColumnValues& column, const std::string& table);

}  // namespace microdata::postgres
