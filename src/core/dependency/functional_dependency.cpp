#include "core/dependency/functional_dependency.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "core/base/grouped.hpp"

namespace microdata {

namespace {

constexpr std::uint64_t fewest_rows = 30;
constexpr double least_lambda = 0.75;

// Counts codes of one set of rows at a time.
class Tally {
 public:
  explicit Tally(std::uint32_t distinct) : counts_(distinct) {}

  void add(Code code, std::uint64_t times) {
    if (counts_[code] == 0) seen_.push_back(code);
    const std::uint64_t count = counts_[code] += times;
    if (count > most_) {
      if (code != commonest_) second_ = most_;
      most_ = count;
      commonest_ = code;
    } else if (code != commonest_ && count > second_) {
      second_ = count;
    }
  }

  // Returns the number of rows that are guessed right from the others. A tie among the others is no
  // guess.
  std::uint64_t guessed_from_others() const { return most_ > second_ + 1 ? most_ : 0; }

  void clear() {
    for (const Code code : seen_)
      counts_[code] = 0;
    seen_.clear();
    most_ = second_ = 0;
    commonest_ = none;
  }

 private:
  static constexpr Code none = ~Code{0};

  std::vector<std::uint64_t> counts_;
  std::vector<Code> seen_;
  std::uint64_t most_ = 0;
  std::uint64_t second_ = 0;
  Code commonest_ = none;
};

// Counts the persons of some rows.
class PersonCount {
 public:
  explicit PersonCount(const RowMeaning& meaning)
      : meaning_(meaning), last_group_(meaning.person.distinct) {}

  // Returns true if the rows are of at least `meaning.fewest` persons.
  bool are_enough(std::span<const Row> rows) {
    if (!meaning_.times.empty()) {
      return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0},
                             [&](std::uint64_t sum, Row row) {
                               return sum + meaning_.times[row];
                             }) >= meaning_.fewest;
    }
    if (meaning_.person.codes.empty()) return rows.size() >= meaning_.fewest;
    ++group_;
    std::uint64_t persons = 0;
    for (const Row row : rows) {
      std::uint32_t& last = last_group_[meaning_.person.codes[row]];
      persons += last == group_ ? 0 : 1;
      last = group_;
      if (persons >= meaning_.fewest) return true;
    }
    return persons >= meaning_.fewest;
  }

 private:
  const RowMeaning& meaning_;
  std::vector<std::uint32_t> last_group_;
  std::uint32_t group_ = 0;
};

// Returns the number of rows of each pair of codes, first of the pairs with the first determinant
// code.
std::vector<std::uint64_t> rows_of_pairs(const CodedColumn& determinant,
                                         const CodedColumn& dependent,
                                         std::span<const std::uint32_t> times,
                                         const Progress& progress) {
  std::vector<std::uint64_t> rows(std::size_t{determinant.distinct} * dependent.distinct);
  for (std::size_t row = 0; row < determinant.codes.size(); ++row) {
    progress.checkpoint_at(row);
    const std::size_t pair =
        std::size_t{determinant.codes[row]} * dependent.distinct + dependent.codes[row];
    rows[pair] += times.empty() ? 1 : times[row];
  }
  return rows;
}

// Measures rows that are persons, by the numbers of rows of the pairs of codes.
Dependency measure_pairs(const CodedColumn& determinant, const CodedColumn& dependent,
                         const RowMeaning& meaning, const Progress& progress) {
  const std::vector<std::uint64_t> rows =
      rows_of_pairs(determinant, dependent, meaning.times, progress);
  Dependency dependency;
  Tally of_group(dependent.distinct);
  Tally of_all(dependent.distinct);
  for (std::size_t code = 0; code < determinant.distinct; ++code) {
    progress.checkpoint_at(code);
    const auto group = std::span(rows).subspan(code * dependent.distinct, dependent.distinct);
    const auto all = std::accumulate(group.begin(), group.end(), std::uint64_t{0});
    if (all < meaning.fewest) continue;
    for (Code told = 0; told < dependent.distinct; ++told) {
      if (group[told] == 0) continue;
      of_group.add(told, group[told]);
      of_all.add(told, group[told]);
    }
    dependency.rows += all;
    dependency.determined += of_group.guessed_from_others();
    of_group.clear();
  }
  dependency.guessed = of_all.guessed_from_others();
  return dependency;
}

Dependency measure_rows(const CodedColumn& determinant, const CodedColumn& dependent,
                        const RowMeaning& meaning, const Progress& progress) {
  // A table of the pairs needs no grouped rows. It may have one cell for each row.
  if (meaning.person.codes.empty() &&
      std::uint64_t{determinant.distinct} * dependent.distinct <= determinant.codes.size())
    return measure_pairs(determinant, dependent, meaning, progress);
  Dependency dependency;
  const Grouped<Row> grouped = group_numbers(determinant.codes, determinant.distinct, progress);
  Tally of_group(dependent.distinct);
  Tally of_all(dependent.distinct);
  PersonCount persons(meaning);
  for (std::size_t code = 0; code < determinant.distinct; ++code) {
    const std::span<const Row> rows = grouped[code];
    progress.checkpoint_at(grouped.first[code]);
    if (rows.empty() || !persons.are_enough(rows)) continue;
    for (const Row row : rows) {
      const std::uint32_t times = meaning.times.empty() ? 1 : meaning.times[row];
      of_group.add(dependent.codes[row], times);
      of_all.add(dependent.codes[row], times);
      dependency.rows += times;
    }
    dependency.determined += of_group.guessed_from_others();
    of_group.clear();
  }
  dependency.guessed = of_all.guessed_from_others();
  return dependency;
}

}  // namespace

double Dependency::share() const {
  return rows == 0 ? 0 : static_cast<double>(determined) / static_cast<double>(rows);
}

double Dependency::lambda() const {
  if (determined <= guessed) return 0;
  return static_cast<double>(determined - guessed) / static_cast<double>(rows - guessed);
}

Dependency measure_dependency(const CodedColumn& determinant, const CodedColumn& dependent,
                              const RowMeaning& rows, const Progress& progress) {
  const CodedColumn& person_of_row = rows.person;
  if (person_of_row.codes.empty()) return measure_rows(determinant, dependent, rows, progress);
  // Each person has each pair of values once. Few rows are compared faster than sorted.
  constexpr unsigned bits_of_code = 32;
  constexpr std::size_t few_rows = 8;
  const Grouped<Row> rows_of = group_numbers(person_of_row.codes, person_of_row.distinct, progress);
  std::vector<Code> a;
  std::vector<Code> s;
  std::vector<Code> persons;
  for (std::vector<Code>* codes : {&a, &s, &persons})
    codes->reserve(determinant.codes.size());
  std::vector<std::uint64_t> pairs;
  for (Code person = 0; person < person_of_row.distinct; ++person) {
    progress.checkpoint_at(rows_of.first[person]);
    pairs.clear();
    const bool are_few = rows_of.size(person) <= few_rows;
    for (const Row row : rows_of[person]) {
      const std::uint64_t pair =
          std::uint64_t{determinant.codes[row]} << bits_of_code | dependent.codes[row];
      if (are_few && std::find(pairs.begin(), pairs.end(), pair) != pairs.end()) continue;
      pairs.push_back(pair);
    }
    if (!are_few) {
      std::sort(pairs.begin(), pairs.end());
      pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    }
    for (const std::uint64_t pair : pairs) {
      a.push_back(static_cast<Code>(pair >> bits_of_code));
      s.push_back(static_cast<Code>(pair));
      persons.push_back(person);
    }
  }
  return measure_rows({a, determinant.distinct}, {s, dependent.distinct},
                      {{persons, person_of_row.distinct}, {}, rows.fewest}, progress);
}

bool is_determining(const Dependency& dependency) {
  return dependency.rows >= fewest_rows && dependency.lambda() >= least_lambda;
}

}  // namespace microdata
