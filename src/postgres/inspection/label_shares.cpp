#include "postgres/inspection/label_shares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// What an interval wants, beside the values of an attribute.
struct ReadInterval {
  std::optional<Dictionary> low;
  std::optional<Dictionary> high;

  // NaN is the largest number.
  double from() const {
    return low ? low->projection().front() : -std::numeric_limits<double>::infinity();
  }
  double to() const {
    return high ? high->projection().front() : std::numeric_limits<double>::quiet_NaN();
  }
};

// For each value of a dictionary whether it lies in the interval.
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

// Of the texts that begin with the prefix those of its hundred or ten parts, in numbers, that lie
// in the interval.
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

// A text with all but its first characters masked, as a prefix hierarchy has it; nothing where it
// has no more characters than are to be masked.
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
  // NaN is the largest number, and last.
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
  // Of each masked text by how it reads; of each number of masked characters once.
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

}  // namespace microdata::postgres
