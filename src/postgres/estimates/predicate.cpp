#include "postgres/estimates/predicate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Returns the values of literals, merged by the type's equality.
Dictionary read_literals(const AttributeType& type, const ValueList& literals,
                         const Progress& progress) {
  Dictionary values(type);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    progress.checkpoint_at(i);
    values.encode(literals[i] ? make_key(type, read_value(type, *literals[i])) : Key{true, 0, {}});
  }
  values.finish(progress);
  return values;
}

}  // namespace

std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            const Progress& progress) {
  Dictionary all(dictionaries.front()->type());
  return common_codes(dictionaries, all, progress);
}

std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            Dictionary& all, const Progress& progress) {
  const AttributeType& type = all.type();
  std::vector<std::vector<Code>> result;
  for (const Dictionary* dictionary : dictionaries) {
    std::vector<Code>& codes = result.emplace_back();
    for (Code code = 0; code < dictionary->distinct(); ++code) {
      progress.checkpoint_at(code);
      codes.push_back(all.encode(
          dictionary->is_null(code) ? Key{true, 0, {}} : make_key(type, dictionary->datum(code))));
    }
  }
  all.finish(progress);
  for (std::vector<Code>& codes : result)
    all.translate(codes, progress);
  return result;
}

namespace {

// Ends of an interval, as values of the attribute's type.
struct ReadInterval {
  std::optional<Dictionary> low;
  std::optional<Dictionary> high;

  // Return the ends as numbers; an interval without a high end ends at NaN, the largest number.
  double from() const {
    return low ? low->projection().front() : -std::numeric_limits<double>::infinity();
  }
  double to() const {
    return high ? high->projection().front() : std::numeric_limits<double>::quiet_NaN();
  }
};

// Returns true for each value of a dictionary that lies in the interval, by code.
std::vector<bool> in_interval(const ReadInterval& interval, const Dictionary& values,
                              const Progress& progress) {
  std::vector<const Dictionary*> dictionaries{&values};
  if (interval.low) dictionaries.push_back(&*interval.low);
  if (interval.high) dictionaries.push_back(&*interval.high);
  const std::vector<std::vector<Code>> codes = common_codes(dictionaries, progress);
  const Code low = interval.low ? codes[1].front() : 0;
  const Code high = interval.high ? codes.back().front() : std::numeric_limits<Code>::max();
  std::vector<bool> result;
  for (Code code = 0; code < values.distinct(); ++code) {
    result.push_back(!values.is_null(code) && low <= codes[0][code] && codes[0][code] <= high);
  }
  return result;
}

// Returns the share of a prefix's texts that lie in the interval. The texts are divided into a
// hundred parts by the next two digits, or ten by one digit; each part counts by its first text.
double share_of_masked(const MaskedText& text, const AttributeType& type,
                       const ReadInterval& interval, const std::string& attribute,
                       const Progress& progress) {
  if (!type.is_text && type.projection != Projection::integer) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "between cannot be judged on attribute " + in_quotes(attribute) + " of type " +
                    type_name(type) + ", which was published by prefixes");
  }
  ValueList parts;
  for (int part = 0; part < (text.masked > 1 ? 100 : 10); ++part) {
    std::string digits = std::to_string(part);
    if (text.masked > 1 && part < 10) digits.insert(0, 1, '0');
    digits.append(text.masked - digits.size(), '0');
    parts.emplace_back(text.prefix + digits);
  }
  const Dictionary values = read_literals(type, parts, progress);
  const std::vector<bool> inside = in_interval(interval, values, progress);
  return static_cast<double>(std::count(inside.begin(), inside.end(), true)) /
         static_cast<double>(inside.size());
}

ReadInterval read_interval(const AttributeMeaning& meaning, const std::string& attribute,
                           const Interval& interval, const Progress& progress) {
  const AttributeType& type = meaning.type;
  if (!meaning.type_known) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the type of attribute " + in_quotes(attribute) + " is not known any more")
        .detail("Its source, or the hierarchy that it was generalized with, is gone.")
        .hint("Name the values instead: they are compared as texts.");
  }
  if (type.comparison != Comparison::order) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " + in_quotes(attribute) +
                                                     " is of type " + type_name(type) +
                                                     ", which has no order for between")
        .hint("Name the values instead.");
  }
  ReadInterval read;
  if (interval.low) read.low = read_literals(type, {interval.low}, progress);
  if (interval.high) read.high = read_literals(type, {interval.high}, progress);
  return read;
}

std::vector<double> interval_shares(const AttributeMeaning& meaning, const std::string& attribute,
                                    const Interval& wanted, const Progress& progress) {
  const ReadInterval interval = read_interval(meaning, attribute, wanted, progress);
  const std::vector<bool> inside = in_interval(interval, meaning.values.front(), progress);
  if (meaning.labels.empty()) return {inside.begin(), inside.end()};
  std::vector<double> result;
  for (const LabelMeaning& label : meaning.labels) {
    progress.checkpoint();
    double share = 0;
    if (const auto* elements = std::get_if<std::vector<Element>>(&label)) {
      for (const Element& element : *elements)
        share += inside[element.value] ? element.share : 0;
    } else if (const auto* range = std::get_if<ValueRange>(&label)) {
      share = share_between(*range, interval.from(), interval.to(), meaning.whole);
    } else if (const auto* text = std::get_if<MaskedText>(&label)) {
      share = share_of_masked(*text, meaning.type, interval, attribute, progress);
    } else {
      share = 1;
    }
    result.push_back(share);
  }
  return result;
}

// Returns the text with its last `masked` characters masked, as in a prefix hierarchy; nothing if
// no character would stay unmasked.
std::optional<std::string> masked_text(const std::string& text, std::size_t masked) {
  const auto size = static_cast<int>(text.size());
  const int kept = guarded([&] {
    const int characters = pg_mbstrlen_with_len(text.c_str(), size);
    const int keep = characters - static_cast<int>(masked);
    return keep < 1 ? -1 : pg_mbcharcliplen(text.c_str(), size, keep);
  });
  if (kept < 0) return std::nullopt;
  return text.substr(0, static_cast<std::size_t>(kept)) + std::string(masked, '*');
}

}  // namespace

DomainShares::DomainShares(const AttributeMeaning& meaning, const Dictionary& domain,
                           const Progress& progress)
    : labels_(meaning.distinct()) {
  add_values(meaning, domain, progress);
  add_masked(meaning, domain, progress);
  const std::vector<LabelMeaning>& labels = meaning.labels;
  for (Code label = 0; label < labels.size(); ++label) {
    progress.checkpoint_at(label);
    if (const auto* range = std::get_if<ValueRange>(&labels[label])) {
      add_range(label, *range, domain);
    } else if (std::holds_alternative<Anything>(labels[label])) {
      runs_.push_back({label, 0, domain.distinct(), 1});
    }
  }
}

void DomainShares::add_values(const AttributeMeaning& meaning, const Dictionary& domain,
                              const Progress& progress) {
  const std::vector<LabelMeaning>& labels = meaning.labels;
  const Dictionary& values = meaning.values.front();
  const Code nowhere = domain.distinct();
  std::vector<Code> in_domain(values.distinct(), nowhere);
  if (values.type().base == domain.type().base) {
    const std::vector<std::vector<Code>> codes = common_codes({&values, &domain}, progress);
    std::unordered_map<Code, Code> of_common;
    for (Code code = 0; code < domain.distinct(); ++code)
      of_common.emplace(codes[1][code], code);
    for (Code value = 0; value < values.distinct(); ++value) {
      const auto found = of_common.find(codes[0][value]);
      if (found != of_common.end()) in_domain[value] = found->second;
    }
  } else if (values.nullable() && domain.nullable()) {
    in_domain[values.distinct() - 1] = domain.distinct() - 1;
  }
  const auto add = [&](Code label, Code value, double share) {
    const Code code = in_domain[value];
    if (code != nowhere) runs_.push_back({label, code, code + 1, share});
  };
  if (labels.empty()) {
    for (Code value = 0; value < values.distinct(); ++value)
      add(value, value, 1);
  }
  for (Code label = 0; label < labels.size(); ++label) {
    progress.checkpoint_at(label);
    if (const auto* elements = std::get_if<std::vector<Element>>(&labels[label])) {
      for (const Element& element : *elements)
        add(label, element.value, element.share);
    }
  }
}

void DomainShares::add_range(Code label, const ValueRange& range, const Dictionary& domain) {
  const std::vector<double>& numbers = domain.projection();
  const auto end = numbers.end() - (domain.nullable() ? 1 : 0);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  // NaN is the largest number and therefore the last.
  const auto precedes = [](double a, double b) {
    return !std::isnan(a) && (std::isnan(b) || a < b);
  };
  const auto add = [&](double low, double high) {
    const auto first = std::lower_bound(numbers.begin(), end, low, precedes);
    const auto last = std::upper_bound(first, end, high, precedes);
    const auto code = [&](auto place) { return static_cast<Code>(place - numbers.begin()); };
    runs_.push_back({label, code(first), code(last), share_of_value(range)});
  };
  add(range.low, range.high == infinity ? nan : range.high);
  if (range.not_finite.lowest && range.low != -infinity) add(-infinity, -infinity);
  if (range.high != infinity) {
    if (range.not_finite.infinity) add(infinity, infinity);
    if (range.not_finite.nan) add(nan, nan);
  }
  if (range.with_null && domain.nullable()) {
    runs_.push_back({label, domain.distinct() - 1, domain.distinct(), share_of_value(range)});
  }
}

void DomainShares::add_masked(const AttributeMeaning& meaning, const Dictionary& domain,
                              const Progress& progress) {
  // Masked texts are found by label; lengths of masks are collected so that each value is masked
  // once for each length.
  std::unordered_map<std::string, Code> label_of;
  std::map<std::size_t, double> share_of;
  for (Code label = 0; label < meaning.labels.size(); ++label) {
    const auto* text = std::get_if<MaskedText>(&meaning.labels[label]);
    if (text == nullptr) continue;
    label_of.emplace(text->prefix + std::string(text->masked, '*'), label);
    share_of[text->masked] = std::pow(text->alphabet, -static_cast<double>(text->masked));
  }
  if (label_of.empty()) return;
  for (Code code = 0; code < domain.distinct(); ++code) {
    progress.checkpoint();
    if (domain.is_null(code)) continue;
    const std::string text = without_padding(domain.type(), domain.text(code));
    for (const auto& [masked, share] : share_of) {
      const std::optional<std::string> label = masked_text(text, masked);
      const auto found = label ? label_of.find(*label) : label_of.end();
      if (found != label_of.end()) runs_.push_back({found->second, code, code + 1, share});
    }
  }
}

std::vector<double> DomainShares::of(const std::vector<bool>& contains) const {
  std::vector<std::uint32_t> before{0};
  for (const bool one : contains)
    before.push_back(before.back() + (one ? 1 : 0));
  std::vector<double> result(labels_);
  for (const Run& run : runs_)
    result[run.label] += run.share * (before[run.to] - before[run.from]);
  for (double& share : result)
    share = std::min(share, 1.0);
  return result;
}

std::vector<double> shares(const AttributeMeaning& meaning, const AttributePredicate& predicate,
                           const Progress& progress) {
  if (const auto* interval = std::get_if<Interval>(&predicate.wanted)) {
    return interval_shares(meaning, predicate.attribute, *interval, progress);
  }
  const Dictionary wanted =
      read_literals(meaning.type, std::get<ValueList>(predicate.wanted), progress);
  return DomainShares(meaning, wanted, progress).of(std::vector<bool>(wanted.distinct(), true));
}

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

// Joins a lower and an upper end of one attribute to one interval. The shares of a generalized
// value that two ends leave are not independent, and must not be multiplied.
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

// Returns true if the member is a disjunction; a list of values instead is a test of an attribute
// named "or".
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
    if (member.key == "or" && member.value.is_array() && member.value.elements().empty())
      throw malformed_condition("\"or\" in predicates has no alternative");
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

// Returns the number of separators between elements and between members.
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
    // Equal ends are taken away twice, but take_away() stops at 0.
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
