#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/server/json.hpp"
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

// The codes of dictionaries' values in a dictionary of all of them, which are of one type: those
// that the type takes for equal have the same code, wherever they come from.
std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            const Progress& progress);

// The same with the dictionary of all of them, which is given empty and comes back finished.
std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            Dictionary& all, const Progress& progress);

// How much of what published values stand for is what a predicate wants. Requires a SpiSession.

// How much of each label is what a predicate wants. Fails where the attribute's type has no order
// for an interval, or is not known any more.
std::vector<double> shares(const AttributeMeaning& meaning, const AttributePredicate& predicate,
                           const Progress& progress);

// The same for sets of values drawn from a domain, prepared once: each value of a run is the given
// share of its label.
class DomainShares {
 public:
  DomainShares(const AttributeMeaning& meaning, const Dictionary& domain, const Progress& progress);

  // By label; contains[code]: whether the value of the domain is in the set.
  std::vector<double> of(const std::vector<bool>& contains) const;

 private:
  struct Run {
    Code label;
    Code from;
    Code to;
    double share;
  };

  void add_values(const AttributeMeaning& meaning, const Dictionary& domain,
                  const Progress& progress);
  void add_range(Code label, const ValueRange& range, const Dictionary& domain);
  void add_masked(const AttributeMeaning& meaning, const Dictionary& domain,
                  const Progress& progress);

  Code labels_;
  std::vector<Run> runs_;
};

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
