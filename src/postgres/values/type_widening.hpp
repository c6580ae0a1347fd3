#pragma once

#include <string>

namespace microdata::postgres {

// True if values of the type `before` keep their equality, their order and their text as values of
// the type `after`, which holds all of them: a wider varchar, text, a wider integer, numeric of
// more digits. Types are written as type_in_ddl() does; equal ones are no widening.
bool widens(const std::string& before, const std::string& after);

}  // namespace microdata::postgres
