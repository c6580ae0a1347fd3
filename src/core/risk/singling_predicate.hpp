#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/published_table.hpp"

namespace microdata {

// A conjunction: of each of some attributes, the values that fit.
struct SinglingPredicate {
  struct Term {
    std::size_t attribute;
    CodeSet values;
  };
  std::vector<Term> terms;
};

// Counts the persons whom predicates fit.
class PredicateCounter {
 public:
  // Both outlive this.
  PredicateCounter(const PublishedTable& table, const PersonValues& persons,
                   const Progress& progress);

  std::size_t persons() const { return persons_.persons; }
  // At most `most`: then there may be more.
  std::size_t count(const SinglingPredicate& predicate, std::size_t most,
                    const Progress& progress) const;

 private:
  std::size_t persons_with(const SinglingPredicate::Term& term) const;

  const PersonValues& persons_;
  std::vector<GroupedElements> with_value_;  // by attribute
};

}  // namespace microdata
