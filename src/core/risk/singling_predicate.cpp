#include "core/risk/singling_predicate.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/base/grouped.hpp"

namespace microdata {

namespace {

// Calls visit(value) for the values below `known`. Regions number values that no person has from
// `known` on.
template <typename Visit>
void for_each_known(const CodeSet& values, Code known, const Visit& visit) {
  values.for_each_run([&](Code from, Code to) {
    for (Code value = from; value < std::min(to, known); ++value)
      visit(value);
  });
}

// Returns the persons who have each set.
Grouped<std::uint32_t> persons_by_set(const Grouped<std::uint32_t>& sets, Code distinct,
                                      const Progress& progress) {
  std::vector<std::uint32_t> persons;
  for (std::uint32_t person = 0; person < sets.groups(); ++person)
    persons.insert(persons.end(), sets[person].size(), person);
  return group_elements(sets.items, distinct, persons, sets.groups(), progress);
}

std::vector<Code> values_in(const PublishedTable& table) {
  std::vector<Code> values;
  for (const PublishedTable::Attribute& attribute : table.attributes)
    values.push_back(attribute.values);
  return values;
}

}  // namespace

PredicateCounter::PredicateCounter(std::span<const Code> values, const PersonValues& persons,
                                   const Progress& progress)
    : persons_(persons) {
  for (std::size_t a = 0; a < values.size(); ++a) {
    with_value_.push_back(persons.has_sets(a)
                              ? persons_by_set(persons.sets[a], values[a], progress)
                              : group_numbers(persons.of_attribute[a], values[a], progress));
  }
}

PredicateCounter::PredicateCounter(const PublishedTable& table, const PersonValues& persons,
                                   const Progress& progress)
    : PredicateCounter(values_in(table), persons, progress) {}

bool PredicateCounter::fits(const SinglingPredicate::Term& term, std::uint32_t person) const {
  if (!persons_.has_sets(term.attribute))
    return term.values.contains(persons_.of_attribute[term.attribute][person]);
  const std::span<const std::uint32_t> sets = persons_.sets[term.attribute][person];
  return std::any_of(sets.begin(), sets.end(), [&](Code set) { return term.values.contains(set); });
}

std::size_t PredicateCounter::persons_with(const SinglingPredicate::Term& term) const {
  const Grouped<std::uint32_t>& with_value = with_value_[term.attribute];
  std::size_t sum = 0;
  for_each_known(term.values, with_value.groups(),
                 [&](Code value) { sum += with_value[value].size(); });
  return sum;
}

std::vector<std::uint32_t> PredicateCounter::fitting(const SinglingPredicate& predicate,
                                                     std::size_t most,
                                                     const Progress& progress) const {
  // The search goes along the attribute that leaves the fewest persons to look at.
  const auto& terms = predicate.terms;
  std::size_t along = 0;
  std::size_t fewest = persons_with(terms.front());
  for (std::size_t t = 1; t < terms.size(); ++t) {
    const std::size_t persons = persons_with(terms[t]);
    if (persons >= fewest) continue;
    along = t;
    fewest = persons;
  }
  std::vector<std::uint32_t> found;
  // A person with several of the sets is looked at several times.
  const bool along_sets = persons_.has_sets(terms[along].attribute);
  std::unordered_set<std::uint32_t> known;
  const Grouped<std::uint32_t>& with_value = with_value_[terms[along].attribute];
  for_each_known(terms[along].values, with_value.groups(), [&](Code value) {
    progress.checkpoint();
    for (const std::uint32_t person : with_value[value]) {
      if (found.size() >= most) return;
      const bool fitting = std::all_of(terms.begin(), terms.end(),
                                       [&](const auto& term) { return fits(term, person); });
      if (fitting && (!along_sets || known.insert(person).second)) found.push_back(person);
    }
  });
  return found;
}

}  // namespace microdata
