#include "core/risk/singling_predicate.hpp"

#include <algorithm>

namespace microdata {

PredicateCounter::PredicateCounter(const PublishedTable& table, const PersonValues& persons,
                                   const Progress& progress)
    : persons_(persons) {
  for (std::size_t a = 0; a < table.attributes.size(); ++a)
    with_value_.push_back(rows_by(persons.of_attribute[a], table.attributes[a].values, progress));
}

namespace {

// Calls visit(value) for the values below `known`: regions number those that no person has beyond
// them.
template <typename Visit>
void for_each_known(const CodeSet& values, Code known, const Visit& visit) {
  values.for_each_run([&](Code from, Code to) {
    for (Code value = from; value < std::min(to, known); ++value)
      visit(value);
  });
}

}  // namespace

std::size_t PredicateCounter::persons_with(const SinglingPredicate::Term& term) const {
  const GroupedElements& with_value = with_value_[term.attribute];
  std::size_t sum = 0;
  for_each_known(term.values, with_value.groups(),
                 [&](Code value) { sum += with_value.of(value).size(); });
  return sum;
}

std::size_t PredicateCounter::count(const SinglingPredicate& predicate, std::size_t most,
                                    const Progress& progress) const {
  // Along the attribute that leaves the fewest persons to look at.
  const auto& terms = predicate.terms;
  std::size_t along = 0;
  std::size_t fewest = persons_with(terms.front());
  for (std::size_t t = 1; t < terms.size(); ++t) {
    const std::size_t persons = persons_with(terms[t]);
    if (persons >= fewest) continue;
    along = t;
    fewest = persons;
  }
  std::size_t found = 0;
  const GroupedElements& with_value = with_value_[terms[along].attribute];
  for_each_known(terms[along].values, with_value.groups(), [&](Code value) {
    progress.checkpoint();
    for (const std::uint32_t person : with_value.of(value)) {
      if (found >= most) return;
      const bool fits = std::all_of(terms.begin(), terms.end(), [&](const auto& term) {
        return term.values.contains(persons_.of_attribute[term.attribute][person]);
      });
      found += fits ? 1 : 0;
    }
  });
  return found;
}

}  // namespace microdata
