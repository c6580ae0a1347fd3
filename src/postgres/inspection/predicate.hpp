#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Both ends belong to it; one that is absent is open. NULL lies in none.
struct Interval {
  std::optional<std::string> low;
  std::optional<std::string> high;
};

template <typename Asked>
auto members(Asked& interval, const Interval* /*type*/) {
  return std::tie(interval.low, interval.high);
}

// Values as text; nothing: NULL.
using ValueList = std::vector<std::optional<std::string>>;

// What a predicate wants of one attribute. Literals are read as the attribute's type reads them.
struct AttributePredicate {
  std::string attribute;
  std::variant<Interval, ValueList> wanted;
};

// The values that literals stand for, by the type's equality.
Dictionary read_literals(const AttributeType& type, const ValueList& literals,
                         const Progress& progress);

// The codes of dictionaries' values in a dictionary of all of them, which are of one type: those
// that the type takes for equal have the same code, wherever they come from.
std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            const Progress& progress);

// The same with the dictionary of all of them, which is given empty and comes back finished.
std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            Dictionary& all, const Progress& progress);

}  // namespace microdata::postgres
