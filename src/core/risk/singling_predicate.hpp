#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/grouped.hpp"
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
  // `values`: how many each attribute has. The persons outlive this.
  PredicateCounter(std::span<const Code> values, const PersonValues& persons,
                   const Progress& progress);
  PredicateCounter(const PublishedTable& table, const PersonValues& persons,
                   const Progress& progress);

  std::size_t persons() const { return persons_.persons; }
  // At most `most`: then there may be more.
  std::vector<std::uint32_t> fitting(const SinglingPredicate& predicate, std::size_t most,
                                     const Progress& progress) const;
  std::size_t count(const SinglingPredicate& predicate, std::size_t most,
                    const Progress& progress) const {
    return fitting(predicate, most, progress).size();
  }

 private:
  std::size_t persons_with(const SinglingPredicate::Term& term) const;
  bool fits(const SinglingPredicate::Term& term, std::uint32_t person) const;

  const PersonValues& persons_;
  std::vector<Grouped<std::uint32_t>> with_value_;  // by attribute; of sets, who has each
};

}  // namespace microdata
