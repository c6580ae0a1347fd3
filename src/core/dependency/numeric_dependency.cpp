#include "core/dependency/numeric_dependency.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "core/base/random.hpp"
#include "core/base/sort_at_checkpoints.hpp"

namespace microdata {

namespace {

constexpr double share_of_deviation = 0.1;

struct NumericRow {
  double known = 0;
  double told = 0;
  // Person of the row; the row itself if each row is a person.
  Code person = 0;

  bool operator<(const NumericRow& other) const {
    return std::tie(known, told, person) < std::tie(other.known, other.told, other.person);
  }
  bool operator==(const NumericRow& other) const = default;
};

// Returns the rows with finite numbers, each once, ascending. `known_of` returns the first
// attribute's number by row.
template <typename Known>
std::vector<NumericRow> finite_rows(const Known& known_of, const NumericColumn& dependent,
                                    const CodedColumn& person, const Progress& progress) {
  std::vector<NumericRow> rows;
  for (std::size_t row = 0; row < dependent.codes.size(); ++row) {
    progress.checkpoint_at(row);
    const double known = known_of(row);
    const double told = dependent.numbers[dependent.codes[row]];
    if (!std::isfinite(known) || !std::isfinite(told)) continue;
    rows.push_back(
        {known, told, person.codes.empty() ? static_cast<Code>(row) : person.codes[row]});
  }
  sort_at_checkpoints(rows, progress);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  progress.checkpoint();
  return rows;
}

std::vector<NumericRow> finite_rows(const NumericColumn& determinant,
                                    const NumericColumn& dependent, const CodedColumn& person,
                                    const Progress& progress) {
  std::vector<NumericRow> rows =
      finite_rows([&](std::size_t row) { return determinant.numbers[determinant.codes[row]]; },
                  dependent, person, progress);
  // Rows of one number are shuffled, so their order says nothing about the second number.
  Random random = Random::seeded(rows.size());
  for (std::size_t first = 0; first < rows.size();) {
    const double known = rows[first].known;
    std::size_t end = first;
    while (end < rows.size() && rows[end].known == known)
      ++end;
    random.shuffle(std::span(rows).subspan(first, end - first));
    first = end;
  }
  progress.checkpoint();
  return rows;
}

// Returns the second attribute's numbers, ascending.
std::vector<double> told_numbers(const std::vector<NumericRow>& rows, const Progress& progress) {
  std::vector<double> numbers;
  for (const NumericRow& row : rows)
    numbers.push_back(row.told);
  sort_at_checkpoints(numbers, progress);
  return numbers;
}

// Returns the standard deviation without the least and the greatest hundredth, because a single
// outlier would make every number near.
double deviation(std::span<const double> numbers) {
  constexpr std::size_t left_out = 100;
  const std::size_t at_each_end = (numbers.size() + left_out - 1) / left_out;
  if (numbers.size() <= 2 * at_each_end) return 0;
  const auto kept = numbers.subspan(at_each_end, numbers.size() - 2 * at_each_end);
  const auto count = static_cast<double>(kept.size());
  double mean = 0;
  for (const double number : kept)
    mean += number / count;
  double squares = 0;
  for (const double number : kept)
    squares += (number - mean) * (number - mean) / count;
  return std::sqrt(squares);
}

// Returns the number of the line between two neighbours, or the number of the only neighbour.
std::optional<double> guess(const NumericRow& row, const NumericRow* before,
                            const NumericRow* after) {
  if (before == nullptr && after == nullptr) return std::nullopt;
  if (before == nullptr) return after->told;
  if (after == nullptr) return before->told;
  const double width = after->known - before->known;
  const double place = width > 0 ? (row.known - before->known) / width : 0.5;
  return before->told + place * (after->told - before->told);
}

std::uint64_t most_near(std::span<const double> numbers, double tolerance) {
  std::size_t most = 0;
  for (std::size_t first = 0, last = 0; last < numbers.size(); ++last) {
    while (numbers[last] - numbers[first] > 2 * tolerance)
      ++first;
    most = std::max(most, last + 1 - first);
  }
  return most;
}

// Returns the number of persons of some rows.
std::size_t persons_of(std::span<const NumericRow> rows) {
  std::vector<Code> persons;
  for (const NumericRow& row : rows)
    persons.push_back(row.person);
  std::sort(persons.begin(), persons.end());
  return static_cast<std::size_t>(std::unique(persons.begin(), persons.end()) - persons.begin());
}

// Returns the median of the rows of others; rows ascend by the second number. `own` has the places
// of the row's person, ascending.
double median_of_others(std::span<const NumericRow> rows, std::span<const std::size_t> own) {
  std::size_t median = (rows.size() - own.size() - 1) / 2;
  for (const std::size_t place : own)
    median += place <= median ? 1 : 0;
  return rows[median].told;
}

}  // namespace

Dependency measure_numbers_by_value(const CodedColumn& determinant, const NumericColumn& dependent,
                                    const CodedColumn& person_of_row, const Progress& progress) {
  const std::vector<NumericRow> rows =
      finite_rows([&](std::size_t row) { return static_cast<double>(determinant.codes[row]); },
                  dependent, person_of_row, progress);
  const double tolerance = share_of_deviation * deviation(told_numbers(rows, progress));
  std::vector<NumericRow> shared;
  Dependency dependency;
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
    while (end < rows.size() && rows[end].known == rows[first].known)
      ++end;
    const auto alike = std::span(rows).subspan(first, end - first);
    if (persons_of(alike) < fewest_sharing) continue;
    progress.checkpoint();
    shared.insert(shared.end(), alike.begin(), alike.end());
    std::map<Code, std::vector<std::size_t>> places;
    for (std::size_t place = 0; place < alike.size(); ++place) {
      progress.checkpoint_at(place);
      places[alike[place].person].push_back(place);
    }
    for (const auto& [person, own] : places) {
      progress.checkpoint_at(own.front());
      const double guessed = median_of_others(alike, own);
      for (const std::size_t place : own)
        dependency.determined += std::abs(guessed - alike[place].told) <= tolerance ? 1 : 0;
    }
  }
  dependency.rows = shared.size();
  dependency.guessed = most_near(told_numbers(shared, progress), tolerance);
  return dependency;
}

Dependency measure_numeric_dependency(const NumericColumn& determinant,
                                      const NumericColumn& dependent,
                                      const CodedColumn& person_of_row, const Progress& progress) {
  const std::vector<NumericRow> rows = finite_rows(determinant, dependent, person_of_row, progress);
  const std::vector<double> numbers = told_numbers(rows, progress);
  const double tolerance = share_of_deviation * deviation(numbers);
  // Nearest rows of other persons, before and after each row.
  std::vector<const NumericRow*> before(rows.size());
  std::vector<const NumericRow*> after(rows.size());
  for (std::size_t i = 1; i < rows.size(); ++i)
    before[i] = rows[i - 1].person == rows[i].person ? before[i - 1] : &rows[i - 1];
  for (std::size_t i = rows.size(); i-- > 1;)
    after[i - 1] = rows[i].person == rows[i - 1].person ? after[i] : &rows[i];
  Dependency dependency;
  dependency.rows = rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    const std::optional<double> guessed = guess(rows[i], before[i], after[i]);
    if (guessed && std::abs(*guessed - rows[i].told) <= tolerance) ++dependency.determined;
  }
  dependency.guessed = most_near(numbers, tolerance);
  return dependency;
}

}  // namespace microdata
