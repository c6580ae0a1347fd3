#include "postgres/inspection/conditions.hpp"

#include <algorithm>
#include <utility>

#include "postgres/inspection/label_shares.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t most_conjunctions = 64;

Error malformed_condition(const std::string& message) {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE, message)
      .hint(
          R"(As in '{"age": {">=": 30, "<": 40}, "race": {"not": ["white", null]}, "or": [{"sex": "F"}, {"zip": null}]}'.)");
}

std::optional<std::string> scalar(const std::string& attribute, const Json& value) {
  if (value.is_object() || value.is_array()) {
    throw malformed_condition("a value of attribute " + in_quotes(attribute) +
                              " in predicates is a JSON " + value.type());
  }
  return value.text();
}

ValueList list(const std::string& attribute, const Json& value) {
  ValueList values;
  if (!value.is_array()) return {scalar(attribute, value)};
  for (const Json& element : value.elements())
    values.push_back(scalar(attribute, element));
  return values;
}

std::string comparand(const std::string& attribute, const Json& value) {
  std::optional<std::string> text = scalar(attribute, value);
  if (!text) {
    throw malformed_condition("attribute " + in_quotes(attribute) +
                              " is compared with null in predicates");
  }
  return std::move(*text);
}

std::vector<Test> read_tests(const std::string& attribute, const Json& value);

Test read_between(const std::string& attribute, const Json& value) {
  if (!value.is_array()) {
    throw malformed_condition("between for attribute " + in_quotes(attribute) +
                              " in predicates must be an array of two ends");
  }
  ValueList ends = list(attribute, value);
  if (ends.size() != 2) {
    throw malformed_condition("between for attribute " + in_quotes(attribute) +
                              " in predicates must have two ends, not " +
                              std::to_string(ends.size()));
  }
  return {false, Interval{std::move(ends[0]), std::move(ends[1])}, false, false};
}

std::vector<Test> read_not(const std::string& attribute, const Json& value) {
  std::vector<Test> tests = read_tests(attribute, value);
  if (tests.size() != 1) {
    throw malformed_condition("not for attribute " + in_quotes(attribute) +
                              " in predicates must be of one test, not of " +
                              std::to_string(tests.size()));
  }
  tests.front().negated = !tests.front().negated;
  return tests;
}

std::vector<Test> read_operator(const std::string& attribute, const std::string& op,
                                const Json& member) {
  if (op == "between") return {read_between(attribute, member)};
  if (op == "not") return read_not(attribute, member);
  if (op == "in") {
    if (!member.is_array()) {
      throw malformed_condition("in for attribute " + in_quotes(attribute) +
                                " in predicates must be an array");
    }
    return {{false, list(attribute, member), false, false}};
  }
  if (op == "null") {
    if (!member.is_boolean()) {
      throw malformed_condition("null for attribute " + in_quotes(attribute) +
                                " in predicates must be true or false");
    }
    return {{!member.is_true(), ValueList{std::nullopt}, false, false}};
  }
  if (op == "=" || op == "<>") {
    return {{op == "<>", ValueList{comparand(attribute, member)}, false, false}};
  }
  if (op == "<" || op == "<=") {
    return {{false, Interval{std::nullopt, comparand(attribute, member)}, false, op == "<"}};
  }
  if (op == ">" || op == ">=") {
    return {{false, Interval{comparand(attribute, member), std::nullopt}, op == ">", false}};
  }
  throw malformed_condition("predicates have no test " + in_quotes(op) + ", as for attribute " +
                            in_quotes(attribute))
      .detail("Tests are =, <>, <, <=, >, >=, between, in, not and null.");
}

// Lower and upper ends of one attribute are one interval: of a generalized value, what lies in both
// is not what chance would have.
void join_ends(std::vector<Test>& tests) {
  const auto open_end = [](const Test& test, bool low) {
    const auto* interval = std::get_if<Interval>(&test.wanted);
    return interval != nullptr && !test.negated && interval->low.has_value() == low &&
           interval->high.has_value() != low;
  };
  const auto lower = std::find_if(tests.begin(), tests.end(),
                                  [&](const Test& test) { return open_end(test, true); });
  const auto upper = std::find_if(tests.begin(), tests.end(),
                                  [&](const Test& test) { return open_end(test, false); });
  if (lower == tests.end() || upper == tests.end()) return;
  std::get<Interval>(lower->wanted).high = std::get<Interval>(upper->wanted).high;
  lower->without_high = upper->without_high;
  tests.erase(upper);
}

std::vector<Test> read_tests(const std::string& attribute, const Json& value) {
  if (!value.is_object()) return {{false, list(attribute, value), false, false}};
  std::vector<Test> tests;
  for (const auto& [op, member] : value.members()) {
    for (Test& test : read_operator(attribute, op, member))
      tests.push_back(std::move(test));
  }
  if (tests.empty()) {
    throw malformed_condition("an object for attribute " + in_quotes(attribute) +
                              " in predicates has no test");
  }
  join_ends(tests);
  return tests;
}

std::vector<Conjunction> read_object(const Json& json);

// A list of values may be asked of an attribute of the name.
bool is_disjunction(const JsonMember& member) {
  const Json::Array& elements = member.value.elements();
  return member.key == "or" && !elements.empty() &&
         std::all_of(elements.begin(), elements.end(), [](const Json& e) { return e.is_object(); });
}

std::vector<Conjunction> read_disjunction(const Json& array) {
  std::vector<Conjunction> any;
  for (const Json& element : array.elements()) {
    for (Conjunction& one : read_object(element))
      any.push_back(std::move(one));
  }
  return any;
}

std::vector<Conjunction> read_object(const Json& json) {
  std::vector<Conjunction> result{{}};
  for (const JsonMember& member : json.members()) {
    std::vector<Conjunction> any;
    if (is_disjunction(member)) {
      any = read_disjunction(member.value);
    } else {
      any.push_back({Condition{member.key, read_tests(member.key, member.value)}});
    }
    if (result.size() * any.size() > most_conjunctions) {
      throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "predicates have more than " +
                                                      std::to_string(most_conjunctions) +
                                                      " conjunctions when they are multiplied out");
    }
    std::vector<Conjunction> both;
    for (const Conjunction& left : result) {
      for (const Conjunction& right : any) {
        both.push_back(left);
        both.back().insert(both.back().end(), right.begin(), right.end());
      }
    }
    result = std::move(both);
  }
  return result;
}

std::vector<double> shares_of(const AttributeMeaning& meaning, const std::string& attribute,
                              const std::variant<Interval, ValueList>& wanted,
                              const Progress& progress) {
  return shares(meaning, AttributePredicate{attribute, wanted}, progress);
}

void take_away(std::vector<double>& from, const std::vector<double>& share) {
  for (std::size_t label = 0; label < from.size(); ++label)
    from[label] = std::max(0.0, from[label] - share[label]);
}

bool names_null(const std::variant<Interval, ValueList>& wanted) {
  const auto* values = std::get_if<ValueList>(&wanted);
  return values != nullptr &&
         std::find(values->begin(), values->end(), std::nullopt) != values->end();
}

// Counts what stands between elements and between members.
std::size_t separators_in(const Json& json) {
  std::size_t separators = 0;
  for (const Json& element : json.elements())
    separators += separators_in(element) + (&element == json.elements().data() ? 0 : 1);
  for (const JsonMember& member : json.members())
    separators += separators_in(member.value) + (&member == json.members().data() ? 0 : 1);
  return separators;
}

std::vector<double> shares_of_test(const AttributeMeaning& meaning, const std::string& attribute,
                                   const Test& test, const Progress& progress) {
  std::vector<double> share = shares_of(meaning, attribute, test.wanted, progress);
  if (const auto* interval = std::get_if<Interval>(&test.wanted)) {
    if (test.without_low) {
      take_away(share, shares_of(meaning, attribute, ValueList{interval->low}, progress));
    }
    // An interval of one value has both ends in it.
    if (test.without_high) {
      take_away(share, shares_of(meaning, attribute, ValueList{interval->high}, progress));
    }
  }
  if (!test.negated) return share;
  std::vector<double> others(share.size(), 1);
  take_away(others, share);
  if (!names_null(test.wanted)) {
    take_away(others, shares_of(meaning, attribute, ValueList{std::nullopt}, progress));
  }
  return others;
}

}  // namespace

std::vector<Conjunction> read_conjunctions(const Json& json) {
  // Each value takes many times the memory of its text.
  constexpr std::size_t most_values = 100'000;
  if (separators_in(json) >= most_values) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "a predicate has more than " + std::to_string(most_values) + " values")
        .hint("Ask for an interval, or for fewer values at a time.");
  }
  if (!json.is_object()) throw malformed_condition("predicates must be a JSON object");
  return read_object(json);
}

std::vector<double> shares(const AttributeMeaning& meaning, const Condition& condition,
                           const Progress& progress) {
  std::vector<double> result(meaning.distinct(), 1);
  for (const Test& test : condition.tests) {
    const std::vector<double> share = shares_of_test(meaning, condition.attribute, test, progress);
    for (std::size_t label = 0; label < result.size(); ++label)
      result[label] *= share[label];
  }
  return result;
}

}  // namespace microdata::postgres
