#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// The rows that a function returns, given in text form as PostgreSQL reads them. Made before SPI is
// connected to, since it outlives the connection.
class ResultSet {
 public:
  explicit ResultSet(FunctionCallInfo fcinfo, compat::SetOf what = compat::SetOf::rows);

  void add(const std::vector<std::optional<std::string>>& row);

 private:
  Tuplestorestate* store_;
  AttInMetadata* input_;
  // For what a row's values take: there may be a row for every person.
  MemoryContext scratch_;
};

// A text as an element of an array literal.
std::string array_element(const std::string& text);

// An array literal of names.
std::string to_name_array(const std::vector<std::string>& names);

// Returns names as a list that a call in SQL has, as in identifiers => '{name,phone}'.
std::string to_list_argument(const std::vector<std::string>& names);

}  // namespace microdata::postgres
