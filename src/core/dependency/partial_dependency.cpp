#include "core/dependency/partial_dependency.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/microdata/combination.hpp"

namespace microdata {

namespace {

// A value of each attribute, and the number of rows with both. Equal rows of one person count once.
struct CodePair {
  Code a = 0;
  Code s = 0;
  std::uint64_t rows = 0;
};

// Returns the rows; only one of a person's equal rows.
std::vector<Row> once_a_person(std::span<const CodedColumn> columns, const RowMeaning& meaning,
                               const Progress& progress) {
  std::vector<std::span<const Code>> codes;
  std::vector<Code> domains;
  for (const CodedColumn& column : columns) {
    codes.push_back(column.codes);
    domains.push_back(column.distinct);
  }
  const auto rows = static_cast<Row>(codes.front().size());
  if (meaning.person.codes.empty()) {
    std::vector<Row> all(rows);
    for (Row row = 0; row < rows; ++row)
      all[row] = row;
    return all;
  }
  codes.push_back(meaning.person.codes);
  domains.push_back(meaning.person.distinct);
  return representatives(combine(rows, codes, domains, progress));
}

std::uint64_t times(const RowMeaning& meaning, Row row) {
  return meaning.times.empty() ? 1 : meaning.times[row];
}

// Returns the pairs of codes in the order of the codes of `a`.
std::vector<CodePair> code_pairs_of(const CodedColumn& a, const CodedColumn& s,
                                    const RowMeaning& meaning, const Progress& progress) {
  const std::vector<std::span<const Code>> codes{a.codes, s.codes};
  const std::vector<Code> domains{a.distinct, s.distinct};
  const Combinations combinations =
      combine(static_cast<Row>(a.codes.size()), codes, domains, progress);
  std::vector<CodePair> pairs(combinations.distinct);
  const CodedColumn both[] = {a, s};
  for (const Row row : once_a_person(both, meaning, progress)) {
    CodePair& pair = pairs[combinations.of_row[row]];
    pair = {a.codes[row], s.codes[row], pair.rows + times(meaning, row)};
  }
  return pairs;
}

// Returns the number of rows, or persons, with each value of an attribute, or 0 if too few share
// the value.
std::vector<std::uint64_t> sharing(const CodedColumn& a, const RowMeaning& meaning,
                                   const Progress& progress) {
  std::vector<std::uint64_t> count(a.distinct);
  for (const Row row : once_a_person({&a, 1}, meaning, progress))
    count[a.codes[row]] += times(meaning, row);
  for (std::uint64_t& rows : count)
    rows = rows < fewest_sharing ? 0 : rows;
  return count;
}

// Returns the number of rows that are guessed right from the others. A tie among the others is no
// guess.
std::uint64_t guessed(std::uint64_t most, std::uint64_t second) {
  return most > second + 1 ? most : 0;
}

std::uint64_t guessed_of_two(std::uint64_t with, std::uint64_t without) {
  return guessed(std::max(with, without), std::min(with, without));
}

// Number of rows of each value of `a`, and number of right guesses among them.
struct OfValue {
  std::uint64_t rows = 0;
  std::uint64_t most = 0;
  std::uint64_t second = 0;

  void add(std::uint64_t more) {
    rows += more;
    second = std::max(second, std::min(most, more));
    most = std::max(most, more);
  }
  std::uint64_t determined() const { return guessed(most, second); }
};

}  // namespace

Dependency measure_one_value(const CodedColumn& determinant, const CodedColumn& dependent,
                             const RowMeaning& rows, const Progress& progress) {
  constexpr std::uint64_t fewest_wrong = 10;
  const std::vector<std::uint64_t> shared = sharing(determinant, rows, progress);
  std::uint64_t all = 0;
  for (const std::uint64_t count : shared)
    all += count;
  // `with` counts the rows with each value of the dependent attribute. `more` is the number of
  // additional right guesses, compared with the case that no row has the value.
  std::vector<std::uint64_t> with(dependent.distinct);
  std::vector<std::int64_t> more(dependent.distinct);
  for (const CodePair& pair : code_pairs_of(determinant, dependent, rows, progress)) {
    const std::uint64_t sharing_it = shared[pair.a];
    if (sharing_it == 0) continue;
    with[pair.s] += pair.rows;
    more[pair.s] += static_cast<std::int64_t>(guessed_of_two(pair.rows, sharing_it - pair.rows)) -
                    static_cast<std::int64_t>(sharing_it);
  }
  Dependency best;
  for (Code value = 0; value < dependent.distinct; ++value) {
    Dependency one;
    one.rows = all;
    one.determined = static_cast<std::uint64_t>(static_cast<std::int64_t>(all) + more[value]);
    one.guessed = guessed_of_two(with[value], all - with[value]);
    if (one.rows >= one.guessed + fewest_wrong && one.lambda() > best.lambda()) best = one;
  }
  return best;
}

std::optional<DependencyOfRest> measure_rest(const CodedColumn& determinant,
                                             const CodedColumn& dependent, const RowMeaning& rows,
                                             const Progress& progress) {
  const std::vector<std::uint64_t> shared = sharing(determinant, rows, progress);
  const std::vector<CodePair> pairs = code_pairs_of(determinant, dependent, rows, progress);
  std::vector<OfValue> of_value(determinant.distinct);
  std::vector<std::uint64_t> with(dependent.distinct);
  for (const CodePair& pair : pairs) {
    if (shared[pair.a] == 0) continue;
    of_value[pair.a].add(pair.rows);
    with[pair.s] += pair.rows;
  }
  std::optional<Code> least;
  std::size_t values = 0;
  const auto wrong = [&](Code a) { return of_value[a].rows - of_value[a].determined(); };
  for (Code a = 0; a < determinant.distinct; ++a) {
    if (shared[a] == 0) continue;
    ++values;
    if (!least || wrong(a) > wrong(*least)) least = a;
  }
  if (values < 2) return std::nullopt;
  const auto commonest =
      static_cast<Code>(std::max_element(with.begin(), with.end()) - with.begin());
  DependencyOfRest rest;
  for (Code a = 0; a < determinant.distinct; ++a) {
    if (a == *least) continue;
    rest.dependency.rows += of_value[a].rows;
    rest.dependency.determined += of_value[a].determined();
  }
  for (const CodePair& pair : pairs) {
    if (shared[pair.a] != 0 && pair.a != *least && pair.s == commonest)
      rest.dependency.guessed += pair.rows;
  }
  for (std::size_t row = 0; row < determinant.codes.size(); ++row) {
    if (determinant.codes[row] != *least) rest.rows.push_back(static_cast<Row>(row));
  }
  return rest;
}

}  // namespace microdata
