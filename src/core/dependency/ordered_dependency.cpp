#include "core/dependency/ordered_dependency.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "core/base/random.hpp"
#include "core/base/sort_at_checkpoints.hpp"

namespace microdata {

namespace {

struct OrderedRow {
  double place = 0;
  Code told = 0;
  // Person of the row; the row itself if each row is a person.
  Code person = 0;

  bool operator<(const OrderedRow& other) const {
    return std::tie(place, told, person) < std::tie(other.place, other.told, other.person);
  }
  bool operator==(const OrderedRow& other) const = default;
};

// Shuffles the rows of each place, so their order says nothing about the value.
void shuffle_ties(std::vector<OrderedRow>& rows) {
  Random random = Random::seeded(rows.size());
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
    while (end < rows.size() && rows[end].place == rows[first].place)
      ++end;
    random.shuffle(std::span(rows).subspan(first, end - first));
  }
}

std::vector<OrderedRow> ordered_rows(const CodedColumn& determinant,
                                     std::span<const double> order_of_code,
                                     const CodedColumn& dependent, const RowMeaning& meaning,
                                     const Progress& progress) {
  constexpr std::uint32_t most_copies = 7;
  std::vector<OrderedRow> rows;
  for (std::size_t row = 0; row < determinant.codes.size(); ++row) {
    progress.checkpoint_at(row);
    const Code code = determinant.codes[row];
    double place = order_of_code.empty() ? code : order_of_code[code];
    // Values without a place, such as NULL, come after all others.
    if (std::isnan(place)) place = std::numeric_limits<double>::infinity();
    rows.push_back(
        {place, dependent.codes[row],
         meaning.person.codes.empty() ? static_cast<Code>(row) : meaning.person.codes[row]});
  }
  sort_at_checkpoints(rows, progress);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  if (!meaning.times.empty()) {
    std::vector<OrderedRow> copies;
    for (const OrderedRow& row : rows)
      copies.insert(copies.end(), std::min(meaning.times[row.person], most_copies), row);
    rows = std::move(copies);
    // Copies belong to different persons.
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i].person = static_cast<Code>(i);
  }
  progress.checkpoint();
  shuffle_ties(rows);
  progress.checkpoint();
  return rows;
}

// Counts the values of a few rows.
class Votes {
 public:
  explicit Votes(Code distinct) : count_(distinct) {}

  void add(Code value) {
    if (count_[value]++ == 0) values_.push_back(value);
  }
  // Returns true if a value is commoner than every other, and then clears the counts.
  bool elect_and_clear(Code value) {
    const std::uint32_t own = count_[value];
    bool elected = own > 0;
    for (const Code other : values_) {
      elected = elected && (other == value || count_[other] < own);
      count_[other] = 0;
    }
    values_.clear();
    return elected;
  }

 private:
  std::vector<std::uint32_t> count_;
  std::vector<Code> values_;
};

std::uint64_t rightly_guessed(const std::vector<OrderedRow>& rows, std::size_t at_each_side,
                              Votes& votes, const Progress& progress) {
  std::uint64_t right = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    std::size_t seen = 0;
    for (std::size_t j = i; j-- > 0 && seen < at_each_side;) {
      if (rows[j].person == rows[i].person) continue;
      votes.add(rows[j].told);
      ++seen;
    }
    seen = 0;
    for (std::size_t j = i + 1; j < rows.size() && seen < at_each_side; ++j) {
      if (rows[j].person == rows[i].person) continue;
      votes.add(rows[j].told);
      ++seen;
    }
    right += votes.elect_and_clear(rows[i].told) ? 1 : 0;
  }
  return right;
}

}  // namespace

Dependency measure_ordered_dependency(const CodedColumn& determinant,
                                      std::span<const double> order_of_code,
                                      const CodedColumn& dependent, const RowMeaning& meaning,
                                      const Progress& progress) {
  const std::vector<OrderedRow> rows =
      ordered_rows(determinant, order_of_code, dependent, meaning, progress);
  Votes votes(dependent.distinct);
  Dependency dependency;
  dependency.rows = rows.size();
  for (const std::size_t at_each_side : {1, 3})
    dependency.determined =
        std::max(dependency.determined, rightly_guessed(rows, at_each_side, votes, progress));
  std::vector<std::uint64_t> frequency(dependent.distinct);
  for (const OrderedRow& row : rows)
    dependency.guessed = std::max(dependency.guessed, ++frequency[row.told]);
  return dependency;
}

}  // namespace microdata
