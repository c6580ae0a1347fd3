#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/microdata/code_set.hpp"
#include "core/risk/published_table.hpp"

namespace microdata {

// A conjunction of terms, each with the fitting values of an attribute.
struct SinglingPredicate {
  struct Term {
    std::size_t attribute;
    CodeSet values;
  };
  std::vector<Term> terms;
};

// Counter of the persons whom predicates fit.
class PredicateCounter {
 public:
  // Constructs the counter; `values` has the number of values of each attribute. The persons must
  // outlive the object.
  PredicateCounter(std::span<const Code> values, const PersonValues& persons,
                   const Progress& progress);
  PredicateCounter(const PublishedTable& table, const PersonValues& persons,
                   const Progress& progress);

  std::size_t persons() const { return persons_.persons; }
  // Returns the persons whom a predicate fits, at most `most`; if there are `most`, there may be
  // more.
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
  std::vector<Grouped<std::uint32_t>> with_value_;  // by attribute; of sets, by set
};

}  // namespace microdata
