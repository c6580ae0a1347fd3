#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/true_values.hpp"

namespace microdata {

// Beliefs that persons with several rows have a value in their published sets, by one release
// alone. The beliefs about a person do not sum to 1.
struct SetBeliefs {
  // A belief is the share of the sets with the value among those of the person's buckets. `rows`
  // has the number of sets with each value.
  ReleaseBeliefs in_set;
  // Number of published sets.
  std::uint64_t sets = 0;

  double share(Code value) const;
};

// Returns beliefs about a sensitive attribute of the first of the persons placed, until there are
// `most` beliefs.
SetBeliefs believe_sets(const JointPlacement& placement, std::size_t attribute, std::size_t most,
                        const Progress& progress);

// Returns the share of the persons who have each value, by `truth`, or the share of the sets of a
// release if that is larger. `values` is the number of values.
std::vector<double> prior_of_sets(std::span<const SetBeliefs* const> releases,
                                  const TrueValues& truth, std::size_t values);

// Returns the logarithm of the odds that a person has a value, by one release. The person has the
// value in the published set with the probability `in_set`. Otherwise the person has the value with
// the probability of a person whose set lacks it: the release might show other rows of the person.
// `share` is the share of the sets with the value, and `prior` that of the persons with the value.
double log_odds_by_set(double in_set, double share, double prior);

// Combines releases of persons with several rows each, as compose() does. The attacker knows the
// quasi-identifiers of all persons and rows, and how many persons have each value. Given a person's
// values, releases are taken as independent. A value that a release does not show of a person is
// not ruled out, unless all rows with the value are published. The attacker guesses, of the values
// that some release shows, the one that the person most probably has in some row; a harmless one
// only if no others are shown. The guess is right if the person has the value and it is not
// harmless. Persons who have only harmless values are left out. `harmless` is 1 by harmless value;
// empty if there are none. `candidates`, `pinned` and `contradicted` stay 0, because a person can
// have several values.
CompositionFigures compose_sets(std::span<const SetBeliefs* const> releases,
                                const TrueValues& truth, std::span<const double> prior,
                                std::size_t persons, const Progress& progress,
                                std::span<const std::uint8_t> harmless = {});

}  // namespace microdata
