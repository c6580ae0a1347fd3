#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/inspection/predicate.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/server/json.hpp"

namespace microdata::postgres {

// A test of one attribute: values of a list, or of an interval whose ends belong to it unless they
// are left out; or all other values. As in SQL, NULL passes no test that does not name it.
struct Test {
  bool negated = false;
  std::variant<Interval, ValueList> wanted;
  bool without_low = false;
  bool without_high = false;
};

template <typename Asked>
auto members(Asked& test, const Test* /*type*/) {
  return std::tie(test.negated, test.wanted, test.without_low, test.without_high);
}

// An attribute passes all of the tests.
struct Condition {
  std::string attribute;
  std::vector<Test> tests;
};

template <typename Asked>
auto members(Asked& condition, const Condition* /*type*/) {
  return std::tie(condition.attribute, condition.tests);
}

// All conditions hold. An attribute may have several.
using Conjunction = std::vector<Condition>;

// Reads {"age": {"between": [30, 40]}, "race": ["white", "asian"], "sex": "F", "zipcode": null}.
// An attribute may have an object of comparisons, between, in, not and null; "or" stands beside
// attributes, with an array of predicates. One of the conjunctions holds.
// Fails, with SQLSTATE 22023, for anything of another shape.
std::vector<Conjunction> read_conjunctions(const Json& json);

// How much of each label passes. Fails where the attribute's type has no order for an interval, or
// is not known any more. Requires a SpiSession.
std::vector<double> shares(const AttributeMeaning& meaning, const Condition& condition,
                           const Progress& progress);

}  // namespace microdata::postgres
