#include "core/dependency/held_value.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace microdata {

namespace {

// Values of each person, each once.
using ValuesOfPersons = std::vector<std::vector<Code>>;

ValuesOfPersons values_of_persons(const CodedColumn& column, const CodedColumn& person_of_row) {
  ValuesOfPersons values(person_of_row.distinct);
  for (std::size_t row = 0; row < column.codes.size(); ++row)
    values[person_of_row.codes[row]].push_back(column.codes[row]);
  for (std::vector<Code>& of_person : values) {
    std::sort(of_person.begin(), of_person.end());
    of_person.erase(std::unique(of_person.begin(), of_person.end()), of_person.end());
  }
  return values;
}

// Counts the persons of a group whose guess from the others of the group is right.
class Guesses {
 public:
  explicit Guesses(Code distinct) : count_(distinct), is_held_(distinct) {}

  std::uint64_t right(const ValuesOfPersons& values, std::span<const Code> persons,
                      const Progress& progress) {
    std::vector<Code> seen;
    for (const Code person : persons) {
      progress.checkpoint();
      for (const Code value : values[person]) {
        if (count_[value]++ == 0) seen.push_back(value);
      }
    }
    std::sort(seen.begin(), seen.end(), [&](Code a, Code b) { return count_[a] > count_[b]; });
    std::uint64_t right = 0;
    for (const Code person : persons) {
      progress.checkpoint();
      right += is_right(values[person], seen) ? 1 : 0;
    }
    for (const Code value : seen)
      count_[value] = 0;
    return right;
  }

 private:
  // True if the guess for a person is right. `seen` has the values of the group, most frequent
  // first.
  bool is_right(const std::vector<Code>& own, const std::vector<Code>& seen) {
    std::uint64_t most_held = 0;
    for (const Code value : own) {
      is_held_[value] = true;
      most_held = std::max(most_held, count_[value] - 1);
    }
    const auto missing =
        std::find_if(seen.begin(), seen.end(), [&](Code value) { return !is_held_[value]; });
    for (const Code value : own)
      is_held_[value] = false;
    return most_held > (missing == seen.end() ? 0 : count_[*missing]);
  }

  std::vector<std::uint64_t> count_;
  std::vector<bool> is_held_;
};

// Persons with a value of the determinant, and the number of right guesses.
struct GuessedGroup {
  std::vector<Code> persons;
  std::uint64_t right = 0;

  std::uint64_t wrong() const { return persons.size() - right; }
};

std::vector<GuessedGroup> groups_of(const CodedColumn& determinant,
                                    const CodedColumn& person_of_row) {
  std::vector<GuessedGroup> groups(determinant.distinct);
  const ValuesOfPersons values = values_of_persons(determinant, person_of_row);
  for (Code person = 0; person < person_of_row.distinct; ++person) {
    for (const Code value : values[person])
      groups[value].persons.push_back(person);
  }
  std::erase_if(groups,
                [](const GuessedGroup& group) { return group.persons.size() < fewest_sharing; });
  return groups;
}

Dependency added(std::span<const GuessedGroup> groups, const ValuesOfPersons& values,
                 Guesses& guesses, const Progress& progress) {
  constexpr std::uint64_t fewest_wrong = 10;
  Dependency held;
  std::vector<Code> all;
  for (const GuessedGroup& group : groups) {
    held.determined += group.right;
    all.insert(all.end(), group.persons.begin(), group.persons.end());
  }
  held.rows = all.size();
  held.guessed = guesses.right(values, all, progress);
  return held.rows >= held.guessed + fewest_wrong ? held : Dependency();
}

// Removes values that nearly all persons have, such as keys of JSON, because they hide all others.
ValuesOfPersons telling_values(ValuesOfPersons values, Code distinct) {
  std::vector<std::size_t> persons(distinct);
  for (const std::vector<Code>& own : values) {
    for (const Code value : own)
      ++persons[value];
  }
  for (std::vector<Code>& own : values)
    std::erase_if(own, [&](Code value) { return 10 * persons[value] > 9 * values.size(); });
  return values;
}

}  // namespace

HeldValue measure_held_value(const CodedColumn& determinant, const CodedColumn& dependent,
                             const CodedColumn& person_of_row, const Progress& progress) {
  const ValuesOfPersons values =
      telling_values(values_of_persons(dependent, person_of_row), dependent.distinct);
  std::vector<GuessedGroup> groups = groups_of(determinant, person_of_row);
  Guesses guesses(dependent.distinct);
  for (GuessedGroup& group : groups)
    group.right = guesses.right(values, group.persons, progress);
  HeldValue held{added(groups, values, guesses, progress), {}};
  if (groups.size() < 2) return held;
  groups.erase(std::max_element(
      groups.begin(), groups.end(),
      [](const GuessedGroup& a, const GuessedGroup& b) { return a.wrong() < b.wrong(); }));
  held.rest = added(groups, values, guesses, progress);
  return held;
}

}  // namespace microdata
