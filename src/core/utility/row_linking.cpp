#include "core/utility/row_linking.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "core/utility/group_estimate.hpp"

namespace microdata {

namespace {

// Limit on the numbers of rows by kind that values can leave.
constexpr std::size_t most_states = 20'000;

double total(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

double link(const RowLinking& linking, std::size_t row, std::size_t value) {
  return linking.link[row * linking.values.size() + value];
}

// Returns a lower bound of the sum over the rows times `sign`, by the least that each row can add,
// and by the least that each value, and each row without a value of its own, can.
double least_sum(const RowLinking& linking, double sign) {
  const double others = total(linking.rows) - total(linking.values);
  std::vector<double> of_value(linking.values.size(), std::numeric_limits<double>::infinity());
  double by_rows = 0;
  for (std::size_t row = 0; row < linking.rows.size(); ++row) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t value = 0; value < of_value.size(); ++value) {
      const double one = sign * link(linking, row, value);
      least = std::min(least, one);
      of_value[value] = std::min(of_value[value], one);
    }
    by_rows += linking.rows[row] * least;
  }
  if (others < 0) return by_rows;
  const double by_values =
      std::inner_product(of_value.begin(), of_value.end(), linking.values.begin(),
                         others * *std::min_element(of_value.begin(), of_value.end()));
  return std::max(by_rows, by_values);
}

// Values of one kind, and their links by kind of row.
struct LinkedValues {
  double values = 0;
  std::vector<double> link;
};

// Returns the values that can satisfy the question; rows without a value of their own have any.
std::vector<LinkedValues> values_to_link(const RowLinking& linking) {
  const double values = total(linking.values);
  std::vector<LinkedValues> result;
  LinkedValues any{total(linking.rows) - values, std::vector<double>(linking.rows.size())};
  for (std::size_t value = 0; value < linking.values.size(); ++value) {
    LinkedValues one{linking.values[value], {}};
    for (std::size_t row = 0; row < linking.rows.size(); ++row) {
      one.link.push_back(link(linking, row, value));
      any.link[row] += one.values / values * one.link.back();
    }
    result.push_back(std::move(one));
  }
  if (any.values > 0) result.push_back(std::move(any));
  std::erase_if(result, [](const LinkedValues& one) {
    return std::all_of(one.link.begin(), one.link.end(), [](double link) { return link == 0; });
  });
  return result;
}

// Returns the probability that no row satisfies the question. Values get a place one after the
// other, each any place that is left. The places are the rows and, if there are more values,
// places without a row.
double none_satisfies(const RowLinking& linking, const Progress& progress) {
  using Places = std::vector<double>;
  const double rows = total(linking.rows);
  double left = std::max(rows, total(linking.values));
  Places all = linking.rows;
  all.push_back(left - rows);
  std::map<Places, double> states{{all, 1}};
  for (const LinkedValues& values : values_to_link(linking)) {
    for (double value = 0; value < values.values; ++value, --left) {
      progress.checkpoint();
      std::map<Places, double> next;
      for (const auto& [free, probability] : states) {
        for (std::size_t row = 0; row < free.size(); ++row) {
          const double satisfies = row < values.link.size() ? values.link[row] : 0;
          const double chance = free[row] / left * (1 - satisfies);
          if (chance <= 0) continue;
          Places fewer = free;
          --fewer[row];
          next[std::move(fewer)] += probability * chance;
        }
      }
      if (next.size() > most_states) throw TooManyLinks();
      states = std::move(next);
    }
  }
  double result = 0;
  for (const auto& [free, probability] : states)
    result += probability;
  return result;
}

}  // namespace

LinkedFigure sum_of_rows(const RowLinking& linking) {
  const double rows = total(linking.rows);
  const double values = total(linking.values);
  std::vector<double> of_row(linking.rows.size());
  std::vector<double> of_value(linking.values.size());
  double sum = 0;
  double largest = 0;
  for (std::size_t row = 0; row < of_row.size(); ++row) {
    for (std::size_t value = 0; value < of_value.size(); ++value) {
      const double one = link(linking, row, value);
      of_row[row] += linking.values[value] / values * one;
      of_value[value] += linking.rows[row] / rows * one;
      largest = std::max(largest, std::abs(one));
    }
    sum += linking.rows[row] * of_row[row];
  }
  constexpr double rounding = 1e-12;
  if (rows != values) {
    const double below = sum - least_sum(linking, 1);
    const double above = -least_sum(linking, -1) - sum;
    const double noise = rounding * largest * rows;
    return {sum, below > noise && above > noise ? below * above : 0};
  }
  // Only what depends on both the row and the value varies.
  double squares = 0;
  for (std::size_t row = 0; row < of_row.size(); ++row) {
    for (std::size_t value = 0; value < of_value.size(); ++value) {
      const double left = link(linking, row, value) - of_row[row] - of_value[value] + sum / rows;
      if (std::abs(left) > rounding * largest)
        squares += linking.rows[row] * linking.values[value] * left * left;
    }
  }
  return {sum, squares > 0 ? squares / (rows - 1) : 0};
}

LinkedFigure any_row(const RowLinking& linking, const Progress& progress) {
  const double any = 1 - none_satisfies(linking, progress);
  return {any, any * (1 - any)};
}

}  // namespace microdata
