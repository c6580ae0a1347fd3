#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "subject.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// Returns {"name": value, ...} of attributes with values, for tuples and predicates.
std::string tuple_argument(Choice& choice, const std::vector<Attribute>& attributes);
std::string predicate_argument(Choice& choice, const std::vector<Attribute>& attributes);
// Returns the argument `arguments` of create_series().
std::string series_arguments(Choice& choice, const Subject& subject);

}  // namespace microdata::fuzz
