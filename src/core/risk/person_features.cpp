#include "core/risk/person_features.hpp"

#include <algorithm>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

namespace {

// Returns numbers as an attribute; all numbers from the largest code on are equal.
KnownAttribute known_number(std::vector<Code> numbers) {
  constexpr Code most = 1000;
  for (Code& number : numbers)
    number = std::min(number, most);
  return {std::move(numbers), most + 1, true};
}

// Returns the most frequent value, the first of several, and the number of different values.
std::pair<Code, Code> most_frequent_and_number(std::span<const std::uint32_t> ascending) {
  Code best = 0;
  Code distinct = 0;
  std::ptrdiff_t times = 0;
  for (auto begin = ascending.begin(); begin != ascending.end();) {
    const auto end = std::upper_bound(begin, ascending.end(), *begin);
    if (end - begin > times) {
      times = end - begin;
      best = *begin;
    }
    ++distinct;
    begin = end;
  }
  return {best, distinct};
}

}  // namespace

std::vector<KnownAttribute> known_by_rows(std::span<const KnownAttribute> rows,
                                          std::span<const std::uint32_t> person_of,
                                          std::size_t persons, const Progress& progress) {
  std::vector<Code> numbers(persons);
  for (const std::uint32_t person : person_of)
    ++numbers[person];
  std::vector<KnownAttribute> known{known_number(std::move(numbers))};
  for (const KnownAttribute& attribute : rows) {
    const Grouped<std::uint32_t> values =
        group_elements(person_of, static_cast<std::uint32_t>(persons), attribute.codes,
                       attribute.distinct, progress);
    KnownAttribute frequent{{}, attribute.distinct, attribute.numeric};
    std::vector<Code> distinct;
    for (std::uint32_t person = 0; person < persons; ++person) {
      progress.checkpoint_at(person);
      const auto [value, number] = most_frequent_and_number(values[person]);
      frequent.codes.push_back(value);
      distinct.push_back(number);
    }
    known.push_back(std::move(frequent));
    known.push_back(known_number(std::move(distinct)));
  }
  return known;
}

}  // namespace microdata
