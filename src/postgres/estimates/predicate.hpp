#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Interval of values. Both ends are included, and an absent end is open. NULL is in no interval.
struct Interval {
  std::optional<std::string> low;
  std::optional<std::string> high;
};

template <typename Asked>
auto members(Asked& interval, const Interval* /*type*/) {
  return std::tie(interval.low, interval.high);
}

// Values as text; nothing stands for NULL.
using ValueList = std::vector<std::optional<std::string>>;

// Values of one attribute that a predicate asks for. Literals are read by the attribute's type.
struct AttributePredicate {
  std::string attribute;
  std::variant<Interval, ValueList> wanted;
};

// Returns the codes of the dictionaries' values in a common dictionary, by dictionary and code. All
// dictionaries are of one type; values that the type takes for equal have the same code.
std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            const Progress& progress);

// Returns common_codes(), and adds all values to `all`, which must be empty and is then finished.
std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            Dictionary& all, const Progress& progress);

// Shares of published values that satisfy a predicate. Requires a SpiSession.

// Returns, by label, the share of the label's values that the predicate asks for. Fails for an
// interval if the attribute's type is no longer known, has no order, or has prefixes that cannot be
// compared.
std::vector<double> shares(const AttributeMeaning& meaning, const AttributePredicate& predicate,
                           const Progress& progress);

// Shares of labels that sets of values drawn from a domain have, prepared once for many sets. Each
// value of a run has the given share of its label.
class DomainShares {
 public:
  DomainShares(const AttributeMeaning& meaning, const Dictionary& domain, const Progress& progress);

  // Returns the share of each label, by label; contains[code] is true if the set has the domain's
  // value.
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

// Test of one attribute: a list of values, or an interval with or without its ends; all other
// values if negated. As in SQL, NULL passes no test that does not name it.
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

// Condition on an attribute, which must pass all of the tests.
struct Condition {
  std::string attribute;
  std::vector<Test> tests;
};

template <typename Asked>
auto members(Asked& condition, const Condition* /*type*/) {
  return std::tie(condition.attribute, condition.tests);
}

// Conditions that must all hold; an attribute can have several.
using Conjunction = std::vector<Condition>;

// Reads predicates such as {"age": {"between": [30, 40]}, "race": ["white", "asian"], "sex": "F",
// "zipcode": null}. An attribute can have an object of comparisons, between, in, not and null; "or"
// stands beside attributes, with an array of predicates. The predicates hold if one of the returned
// conjunctions holds. Fails with SQLSTATE 22023 for JSON of another shape, and with 54000 for too
// many values or conjunctions.
std::vector<Conjunction> read_conjunctions(const Json& json);

// Returns, by label, the share of the label's values that pass the condition. Fails for an interval
// if the attribute's type is no longer known, has no order, or has prefixes that cannot be
// compared. Requires a SpiSession.
std::vector<double> shares(const AttributeMeaning& meaning, const Condition& condition,
                           const Progress& progress);

}  // namespace microdata::postgres
