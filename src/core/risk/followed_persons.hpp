#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/sliced_view.hpp"

// Search for persons in a release that was made earlier. An attacker knows what was true of the
// persons then; a table has what is true now. A supposition derives the one from the other for all
// persons, such as that ages were a year less. The first supposition is that nothing changed.

namespace microdata {

// Share of persons that a release does not show as they were, above which the release's figures are
// unknown.
inline constexpr double most_lost_persons = 0.05;
// Share of persons that a release does not show as they were, below which no supposition is made.
inline constexpr double few_lost_persons = 0.002;
// Largest number of suppositions that are combined; one of them is true of each person.
inline constexpr std::size_t most_suppositions_together = 4;

// Fit of persons to a release under several suppositions.
struct SupposedFit {
  std::size_t suppositions = 1;
  // True if some row of the release looks like the person, person by person and within a person by
  // supposition.
  std::vector<bool> matched;
  // Number of matched persons beyond the rows of the places that they match, by supposition.
  std::vector<double> surplus;
  // Number of persons beyond the rows that show their known values in some column, by supposition.
  std::vector<double> beyond_columns;
  // Number of persons beyond the rows in the columns whose values are the same by all suppositions.
  double beyond_always = 0;
  // Number of rows of persons in the release.
  double rows = 0;

  std::size_t persons() const { return matched.size() / suppositions; }
};

// Returns the fit of tuples that were placed, one for each supposition of each person. `drawn` is
// the share of the source's persons that were looked for. `view` is null for classes.
SupposedFit fit_of(const PlacedPersons& placed, const SlicedView* view, std::size_t suppositions,
                   double drawn);
// Returns the fit to a release that is read by regions, without counts of rows.
SupposedFit fit_of(const ReleaseBeliefs& beliefs, std::size_t suppositions);

// Returns the share of persons without a row under any of the suppositions, less the share `absent`
// that the release is known to lack. `by_chance` is the share of persons that a wrong supposition
// matches.
double lost_share(const SupposedFit& fit, double absent, double by_chance = 0);

// The suppositions by which persons are found.
struct Followed {
  // Suppositions that explain the most persons, the best one first.
  std::vector<std::size_t> suppositions;
  double by_chance = 0;
};
Followed follow(const SupposedFit& fit);

}  // namespace microdata
