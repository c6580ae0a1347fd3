#include "core/risk/value_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace microdata {

namespace {

// Returns the last covered code with a number, because numbers are in the order of codes; nothing
// if no covered code has a number.
std::optional<Code> greatest_number(const PublishedTable::Attribute& attribute,
                                    const CodeSet& covered) {
  if (covered.empty()) return std::nullopt;
  if (std::isfinite(attribute.numbers[covered.back()])) return covered.back();
  std::optional<Code> last;
  covered.for_each([&](Code code) {
    if (std::isfinite(attribute.numbers[code])) last = code;
  });
  return last;
}

}  // namespace

void NumbersShown::add(const NumbersShown& others) {
  least = std::min(least, others.least);
  greatest = std::max(greatest, others.greatest);
}

NumbersShown numbers_shown(const PublishedTable::Attribute& attribute) {
  NumbersShown shown;
  if (!attribute.numeric()) return shown;
  std::vector<bool> occurs(attribute.labels());
  for (const Code label : attribute.published)
    occurs[label] = true;
  for (Code label = 0; label < attribute.labels(); ++label) {
    const CodeSet& covered = attribute.covers[label];
    const std::optional<Code> last =
        occurs[label] ? greatest_number(attribute, covered) : std::nullopt;
    if (!last) continue;
    shown.greatest = std::max(shown.greatest, attribute.numbers[*last]);
    if (std::isfinite(attribute.numbers[covered.front()])) {
      shown.least = std::min(shown.least, attribute.numbers[covered.front()]);
    }
  }
  return shown;
}

ValueDistance::ValueDistance(const PublishedTable::Attribute& attribute)
    : attribute_(attribute),
      extent_(attribute.extent ? *attribute.extent : numbers_shown(attribute).extent()) {}

double ValueDistance::way_to(const CodeSet& covered, double number) const {
  const std::optional<Code> last = greatest_number(attribute_, covered);
  if (!last) return std::numeric_limits<double>::infinity();
  const double least = attribute_.numbers[covered.front()];
  const double greatest = attribute_.numbers[*last];
  if (number <= least) return least - number;
  if (number >= greatest) return number - greatest;
  double nearest = std::numeric_limits<double>::infinity();
  covered.for_each([&](Code code) {
    const double way = std::abs(attribute_.numbers[code] - number);
    if (way < nearest) nearest = way;
  });
  return nearest;
}

float ValueDistance::to(const CodeSet& covered, Code value) const {
  if (covered.contains(value)) return 0;
  const double number = attribute_.numeric() ? attribute_.numbers[value] : std::nan("");
  if (!std::isfinite(number) || !(extent_ > 0)) return 1;
  return static_cast<float>(std::min(way_to(covered, number) / extent_, 1.0));
}

// Computes the distances of to() for labels that are single values.
void ValueDistance::measure_exact(Code value, std::vector<float>& distances) const {
  const std::vector<double>& numbers = attribute_.numbers;
  if (!numbers.empty() && std::isfinite(numbers[value]) && extent_ > 0) {
    for (Code label = 0; label < distances.size(); ++label) {
      const double share = std::abs(numbers[label] - numbers[value]) / extent_;
      distances[label] = share < 1 ? static_cast<float>(share) : 1;
    }
  }
  distances[value] = 0;
}

void ValueDistance::measure(Code value, std::vector<float>& distances) const {
  distances.assign(attribute_.labels(), 1);
  if (attribute_.exact) {
    measure_exact(value, distances);
    return;
  }
  for (Code label = 0; label < attribute_.labels(); ++label)
    distances[label] = to(attribute_.covers[label], value);
}

}  // namespace microdata
