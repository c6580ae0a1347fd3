#include "core/risk/near_guess.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace microdata {

namespace {

// Relative tolerance that keeps numbers near each other whose difference is the tolerance, in spite
// of rounding.
constexpr double rounding_error = 1e-9;

double to_three_digits(double number) {
  if (!(number > 0) || !std::isfinite(number)) return 0;
  // A power below 1 has no exact value, but a power above 1 has.
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
  // NULL and other values without a number come after all numbers, so that numbers are consecutive.
  const auto key = [](double number) {
    return std::isnan(number) ? std::numeric_limits<double>::infinity() : number;
  };
  if (std::is_sorted(numbers.begin(), numbers.end(),
                     [&](double a, double b) { return key(a) < key(b); })) {
    find_last(numbers, tolerance);
    return;
  }
  in_order_.resize(numbers.size());
  std::iota(in_order_.begin(), in_order_.end(), Code{0});
  std::stable_sort(in_order_.begin(), in_order_.end(),
                   [&](Code a, Code b) { return key(numbers[a]) < key(numbers[b]); });
  places_.resize(numbers.size());
  std::vector<double> ascending;
  for (Code place = 0; place < in_order_.size(); ++place) {
    places_[in_order_[place]] = place;
    ascending.push_back(numbers[in_order_[place]]);
  }
  find_last(ascending, tolerance);
}

void NearValues::find_last(std::span<const double> numbers, const Tolerance& tolerance) {
  Code last = 0;
  for (Code first = 0; first < last_.size(); ++first) {
    last = std::max(last, first);
    last_[first] = first;
    if (!std::isfinite(numbers[first]) || !(tolerance.number > 0)) continue;
    const double of_first = reach(numbers[first], tolerance);
    while (last + std::size_t{1} < last_.size() && std::isfinite(numbers[last + 1])) {
      // The distances that a guess can have from both numbers overlap, so some number is near both.
      const double together = of_first + reach(numbers[last + 1], tolerance);
      if (!(numbers[last + 1] - numbers[first] <= together * (1 + rounding_error))) break;
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
  for (ValueChance& chance : chances)
    chance.value = near.place(chance.value);
  std::sort(chances.begin(), chances.end(),
            [](const ValueChance& a, const ValueChance& b) { return a.value < b.value; });
  std::uint32_t outcomes = 0;
  for (const ValueChance& chance : chances)
    outcomes = std::max(outcomes, chance.outcome + 1);
  // Number of values of each outcome between the first and the last.
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
    if (best.span.first > best.span.last || sum > best.probability)
      best = {near.span(first, last), sum};
    for (; begin < chances.size() && chances[begin].value == first; ++begin) {
      if (--between[chances[begin].outcome] == 0) sum -= chances[begin].probability;
    }
    // The sum is reset, so that no rounding error is left of it.
    if (begin == end) sum = 0;
  }
  return best;
}

NearGuess guess_near(std::span<const double> weights, const NearValues& near) {
  NearGuess best;
  if (weights.empty()) return best;
  const auto weight_at = [&](Code place) {
    const Code value = near.value_at(place);
    return value < weights.size() ? weights[value] : 0;
  };
  double sum = 0;
  Code end = 0;
  for (Code first = 0; first < near.values(); ++first) {
    const Code last = near.last(first);
    for (; end <= last; ++end)
      sum += weight_at(end);
    const bool occurs = near.value_at(first) < weights.size();
    if (occurs && (best.span.first > best.span.last || sum > best.probability))
      best = {near.span(first, last), sum};
    sum = first + Code{1} == end ? 0 : sum - weight_at(first);
  }
  return best;
}

NearSpan near_most(std::span<const std::uint64_t> rows, const NearValues& near) {
  const std::vector<double> weights(rows.begin(), rows.end());
  return guess_near(weights, near).span;
}

NearClasses::NearClasses(const ValueClasses& classes, const NearValues& near) {
  struct Extent {
    Code first = 0;
    Code last = 0;
    std::size_t runs = 0;
  };
  // Shares and classes are by place; values at the end need not occur.
  const std::size_t values = near.values();
  std::vector<double> share(values);
  std::vector<Code> class_of(values);
  for (Code place = 0; place < values; ++place) {
    const Code value = near.value_at(place);
    if (value >= classes.share.size()) continue;
    share[place] = classes.share[value];
    class_of[place] = classes.class_of[value];
  }
  std::vector<Extent> extents(classes.classes);
  std::optional<Code> before;
  for (Code place = 0; place < values; ++place) {
    if (!(share[place] > 0)) continue;
    const Code its_class = class_of[place];
    Extent& extent = extents[its_class];
    if (extent.runs == 0) extent.first = place;
    extent.last = place;
    if (before != its_class) {
      if (extent.runs++ == 0) intervals_.push_back(its_class);
      before = its_class;
    }
  }
  std::erase_if(intervals_, [&](Code c) { return extents[c].runs > 1; });
  before_.resize(intervals_.size() + 1);
  // Sums of shares before each place, of all intervals and of the class that is no interval.
  std::vector<double> of_intervals{0};
  std::vector<double> of_rest{0};
  std::optional<Code> rest;
  for (Code place = 0; place < values; ++place) {
    const bool is_rest = share[place] > 0 && extents[class_of[place]].runs > 1;
    if (is_rest) rest = class_of[place];
    of_intervals.push_back(of_intervals.back() + (is_rest ? 0 : share[place]));
    of_rest.push_back(of_rest.back() + (is_rest ? share[place] : 0));
  }
  const auto add = [&](Code first, Code last) {
    Candidate candidate{near.span(first, last), 0, 0, {}};
    for (std::size_t i = 0; i < intervals_.size(); ++i) {
      const Extent& extent = extents[intervals_[i]];
      const Code from = std::max(first, extent.first);
      const Code to = std::min(last, extent.last);
      if (from > to) continue;
      if (from == extent.first && to == extent.last) {
        if (candidate.begin == candidate.end) candidate.begin = i;
        candidate.end = i + 1;
      } else {
        candidate.parts.emplace_back(intervals_[i],
                                     of_intervals[to + std::size_t{1}] - of_intervals[from]);
      }
    }
    if (rest) candidate.parts.emplace_back(*rest, of_rest[last + std::size_t{1}] - of_rest[first]);
    candidates_.push_back(std::move(candidate));
  };
  const auto add_best_of = [&](Code its_class) {
    std::vector<double> weights(values);
    for (Code place = extents[its_class].first; place <= extents[its_class].last; ++place)
      weights[near.value_at(place)] = class_of[place] == its_class ? share[place] : 0;
    const NearSpan most = guess_near(weights, near).span;
    add(most.first, most.last);
  };
  for (const Code c : intervals_) {
    add(extents[c].first, near.last(extents[c].first));
    const Code first = near.first(extents[c].last);
    add(first, near.last(first));
    if (extents[c].first < extents[c].last) add_best_of(c);
  }
  if (rest) add_best_of(*rest);
}

NearGuess NearClasses::guess(std::span<const double> of_classes) {
  for (std::size_t i = 0; i < intervals_.size(); ++i)
    before_[i + 1] = before_[i] + of_classes[intervals_[i]];
  NearGuess best;
  for (const Candidate& candidate : candidates_) {
    double probability = before_[candidate.end] - before_[candidate.begin];
    for (const auto& [part, share] : candidate.parts)
      probability += of_classes[part] * share;
    if (best.span.first > best.span.last || probability > best.probability)
      best = {candidate.span, probability};
  }
  return best;
}

}  // namespace microdata
