#include "core/risk/singling_out.hpp"

#include <cmath>

#include "core/risk/singled_out_share.hpp"

namespace microdata {

AttackOutcome judge_predicates(std::span<const SinglingPredicate> predicates,
                               const PredicateCounter& persons, const Progress& progress) {
  AttackOutcome outcome{predicates.size(), 0};
  for (const SinglingPredicate& predicate : predicates)
    outcome.successes += persons.count(predicate, 2, progress) == 1 ? 1 : 0;
  return outcome;
}

AttackOutcome judge_for_size(std::span<const SinglingPredicate> predicates,
                             const PredicateCounter& persons, std::size_t size,
                             const Progress& progress) {
  PredicatesByCount by_count;
  for (const SinglingPredicate& predicate : predicates)
    ++by_count[persons.count(predicate, persons.persons(), progress)];
  const double expected = expected_singled_out(by_count, persons.persons(), size);
  return {predicates.size(), static_cast<std::size_t>(std::lround(expected))};
}

}  // namespace microdata
