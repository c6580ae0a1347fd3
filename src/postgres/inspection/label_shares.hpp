#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/inspection/predicate.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/values/dictionary.hpp"

// How much of what published values stand for is what a predicate wants. Requires a SpiSession.

namespace microdata::postgres {

// How much of each label is what a predicate wants. Fails where the attribute's type has no order
// for an interval, or is not known any more.
std::vector<double> shares(const AttributeMeaning& meaning, const AttributePredicate& predicate,
                           const Progress& progress);

// The same for sets of values drawn from a domain, prepared once: each value of a run is the given
// share of its label.
class DomainShares {
 public:
  DomainShares(const AttributeMeaning& meaning, const Dictionary& domain, const Progress& progress);

  // By label; contains[code]: whether the value of the domain is in the set.
  std::vector<double> of(const std::vector<bool>& contains) const;

 private:
  struct Run {
    Code label;
    Code from;
    Code to;
    double share;
  };

  void add_values(const AttributeMeaning& meaning, const Dictionary& domain,
                  const Progress& progress);
  void add_range(Code label, const ValueRange& range, const Dictionary& domain);
  void add_masked(const AttributeMeaning& meaning, const Dictionary& domain,
                  const Progress& progress);

  Code labels_;
  std::vector<Run> runs_;
};

}  // namespace microdata::postgres
