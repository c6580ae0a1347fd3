#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace microdata::postgres {

// Facts about the persons of a whole table, who can have several rows each.
struct PersonFacts {
  std::int64_t rows = 0;
  std::int64_t persons = 0;
  std::int64_t with_several_rows = 0;
  std::int64_t most_rows = 0;
  // Published columns that are constant within every person.
  std::vector<std::string> of_person;
};

// Reports a NOTICE with the attributes of persons and of their rows.
void report_persons(const std::vector<std::string>& of_person,
                    const std::vector<std::string>& of_rows, const PersonFacts& facts);

// Fail if rows have no person, or if a declared attribute of persons has several values for
// `several` of them.
[[noreturn]] void fail_without_person(std::int64_t unknown, std::int64_t rows,
                                      const std::vector<std::string>& names);
[[noreturn]] void fail_not_of_person(const std::string& name, std::int64_t several,
                                     std::int64_t persons);

// Fails because a person has several rows: `what`, as the user calls it, cannot keep them together.
inline constexpr const char* one_row_hint =
    "Publish a view with one row of each person, or use bucketize_table() without "
    "in_place and format.";
[[noreturn]] void fail_several_rows_each(const PersonFacts& facts, const std::string& what,
                                         const char* hint = one_row_hint);

}  // namespace microdata::postgres
