#include "property/local_recoding_oracle.hpp"

#include <algorithm>
#include <cmath>

namespace oracle {

namespace {

bool is_null(const Domain& domain, Value value) {
  return domain.nullable && static_cast<std::size_t>(value) + 1 == domain.values;
}

double number(const Domain& domain, Value value) {
  return domain.numbers[static_cast<std::size_t>(value)];
}

// Returns the largest matching of the rows from `row` on with the free tuples.
std::size_t match(const std::vector<std::vector<bool>>& may, std::size_t row,
                  std::vector<bool>& taken) {
  if (row == may.size()) return 0;
  std::size_t best = match(may, row + 1, taken);
  for (std::size_t tuple = 0; tuple < taken.size(); ++tuple) {
    if (taken[tuple] || !may[row][tuple]) continue;
    taken[tuple] = true;
    best = std::max(best, 1 + match(may, row + 1, taken));
    taken[tuple] = false;
  }
  return best;
}

}  // namespace

std::size_t common_level(const Labels& labels, const std::set<Value>& values) {
  std::size_t level = 0;
  while (true) {
    std::set<Value> there;
    for (const Value value : values)
      there.insert(labels[level][static_cast<std::size_t>(value)]);
    if (there.size() == 1) return level;
    ++level;
  }
}

std::set<Value> covered(const Domain& domain, const std::set<Value>& values) {
  std::set<Value> result = values;
  if (!domain.labels.empty()) {
    const Values& label = domain.labels[common_level(domain.labels, values)];
    const Value common = label[static_cast<std::size_t>(*values.begin())];
    for (std::size_t value = 0; value < domain.values; ++value) {
      if (label[value] == common) result.insert(static_cast<Value>(value));
    }
  } else if (!domain.numbers.empty()) {
    std::set<Value> numbers;
    for (const Value value : values) {
      if (!is_null(domain, value)) numbers.insert(value);
    }
    for (std::size_t value = 0; value < domain.values && !numbers.empty(); ++value) {
      const auto v = static_cast<Value>(value);
      if (*numbers.begin() <= v && v <= *numbers.rbegin()) result.insert(v);
    }
  }
  return result;
}

double certainty_penalty(const Domain& domain, const std::set<Value>& shown) {
  if (shown.size() == 1) return 0;
  if (domain.numbers.empty()) {
    return static_cast<double>(shown.size()) / static_cast<double>(domain.values);
  }
  std::vector<double> finite;
  for (const double n : domain.numbers) {
    if (std::isfinite(n)) finite.push_back(n);
  }
  std::vector<double> numbers;
  for (const Value value : shown) {
    if (!std::isfinite(number(domain, value))) return 1;
    numbers.push_back(number(domain, value));
  }
  const auto width = [](const std::vector<double>& of) {
    return *std::max_element(of.begin(), of.end()) - *std::min_element(of.begin(), of.end());
  };
  return width(finite) > 0 ? width(numbers) / width(finite) : 0;
}

double discernibility(const std::vector<std::vector<std::size_t>>& classes,
                      std::size_t suppressed) {
  std::size_t rows = suppressed;
  double sum = 0;
  for (const auto& tuples : classes) {
    rows += tuples.size();
    sum += static_cast<double>(tuples.size()) * static_cast<double>(tuples.size());
  }
  return sum + static_cast<double>(suppressed) * static_cast<double>(rows);
}

std::size_t greatest_matching(const std::vector<std::vector<bool>>& may) {
  if (may.empty()) return 0;
  std::vector<bool> taken(may.front().size());
  return match(may, 0, taken);
}

}  // namespace oracle
