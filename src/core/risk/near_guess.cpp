#include "core/risk/near_guess.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

// Keeps numbers whose difference is the tolerance near each other, whatever rounding makes of it.
constexpr double rounding = 1e-9;

double to_three_digits(double number) {
  if (!(number > 0) || !std::isfinite(number)) return 0;
  // A power below 1 has no exact value, but one above has.
  const int power = 2 - static_cast<int>(std::floor(std::log10(number)));
  const double times = std::pow(10.0, std::abs(power));
  const double rounded =
      power >= 0 ? std::round(number * times) / times : std::round(number / times) * times;
  return std::isfinite(rounded) ? rounded : 0;
}

double reach(double number, const Tolerance& tolerance) {
  return tolerance.is_share ? tolerance.number * std::abs(number) : tolerance.number;
}

}  // namespace

Tolerance default_tolerance(double deviation) {
  return {to_three_digits(deviation / 10), false};
}

Tolerance default_tolerance(std::span<const double> numbers, std::span<const std::uint64_t> times) {
  double count = 0;
  double mean = 0;
  double squares = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i]) || times[i] == 0) continue;
    const auto more = static_cast<double>(times[i]);
    const double from_mean = numbers[i] - mean;
    count += more;
    mean += from_mean * more / count;
    squares += from_mean * (numbers[i] - mean) * more;
  }
  return default_tolerance(count > 0 ? std::sqrt(squares / count) : 0);
}

bool NearSpan::has_any(std::span<const Code> values) const {
  return std::any_of(values.begin(), values.end(), [&](Code value) { return has(value); });
}

NearValues::NearValues(std::span<const double> numbers, const Tolerance& tolerance)
    : last_(numbers.size()) {
  Code last = 0;
  for (Code first = 0; first < last_.size(); ++first) {
    last = std::max(last, first);
    last_[first] = first;
    if (!std::isfinite(numbers[first]) || !(tolerance.number > 0)) continue;
    const double of_first = reach(numbers[first], tolerance);
    while (last + std::size_t{1} < last_.size() && std::isfinite(numbers[last + 1])) {
      // Some number is near both: the ways that a guess may be from each of them overlap.
      const double together = of_first + reach(numbers[last + 1], tolerance);
      if (!(numbers[last + 1] - numbers[first] <= together * (1 + rounding))) break;
      ++last;
    }
    last_[first] = last;
    if (last > first) is_exact_ = false;
  }
}

Code NearValues::first(Code last) const {
  return static_cast<Code>(std::lower_bound(last_.begin(), last_.end(), last) - last_.begin());
}

NearGuess guess_near(std::vector<ValueChance>& chances, const NearValues& near) {
  std::sort(chances.begin(), chances.end(),
            [](const ValueChance& a, const ValueChance& b) { return a.value < b.value; });
  std::uint32_t outcomes = 0;
  for (const ValueChance& chance : chances)
    outcomes = std::max(outcomes, chance.outcome + 1);
  // Of each outcome, how many of its values are between the first and the last.
  std::vector<std::uint32_t> between(outcomes);
  NearGuess best;
  double sum = 0;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < chances.size();) {
    const Code first = chances[begin].value;
    const Code last = near.last(first);
    for (; end < chances.size() && chances[end].value <= last; ++end) {
      if (between[chances[end].outcome]++ == 0) sum += chances[end].probability;
    }
    if (best.span.first > best.span.last || sum > best.probability) best = {{first, last}, sum};
    for (; begin < chances.size() && chances[begin].value == first; ++begin) {
      if (--between[chances[begin].outcome] == 0) sum -= chances[begin].probability;
    }
    // Nothing is left of what rounding made of the sum.
    if (begin == end) sum = 0;
  }
  return best;
}

NearGuess guess_near(std::span<const double> weights, const NearValues& near) {
  NearGuess best;
  double sum = 0;
  Code end = 0;
  for (Code first = 0; first < weights.size(); ++first) {
    const Code last = near.last(first);
    for (; end < weights.size() && end <= last; ++end)
      sum += weights[end];
    if (best.span.first > best.span.last || sum > best.probability) best = {{first, last}, sum};
    sum = first + std::size_t{1} == end ? 0 : sum - weights[first];
  }
  return best;
}

NearClasses::NearClasses(const ValueClasses& classes, const NearValues& near) {
  std::vector<double> rest(classes.share.size());
  std::vector<Code> values;
  for (Code value = 0; value < classes.share.size(); ++value) {
    if (classes.share[value] == 1) {
      values.push_back(value);
      alone_.push_back(classes.class_of[value]);
    } else if (classes.share[value] > 0) {
      rest[value] = classes.share[value];
      rest_ = classes.class_of[value];
      has_rest_ = true;
    }
  }
  before_.resize(alone_.size() + 1);
  std::vector<double> rest_before{0};
  for (const double share : rest)
    rest_before.push_back(rest_before.back() + share);
  const auto add = [&](Code first, Code last) {
    const auto place = [&](std::size_t value) {
      return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) -
                                      values.begin());
    };
    const std::size_t end = std::min(last + std::size_t{1}, rest.size());
    candidates_.push_back(
        {{first, last}, place(first), place(end), rest_before[end] - rest_before[first]});
  };
  for (const Code value : values) {
    add(value, near.last(value));
    const Code first = near.first(value);
    add(first, near.last(first));
  }
  if (has_rest_) {
    const NearSpan most = guess_near(rest, near).span;
    add(most.first, most.last);
  }
}

NearGuess NearClasses::guess(std::span<const double> of_classes) {
  for (std::size_t i = 0; i < alone_.size(); ++i)
    before_[i + 1] = before_[i] + of_classes[alone_[i]];
  const double of_rest = has_rest_ ? of_classes[rest_] : 0;
  NearGuess best;
  for (const Candidate& candidate : candidates_) {
    const double probability =
        before_[candidate.end] - before_[candidate.begin] + of_rest * candidate.share_of_rest;
    if (best.span.first > best.span.last || probability > best.probability)
      best = {candidate.span, probability};
  }
  return best;
}

}  // namespace microdata
