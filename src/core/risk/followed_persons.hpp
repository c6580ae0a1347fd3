#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/sliced_view.hpp"

// Persons are looked for in a release that was made earlier. An attacker knows what was true of
// them then; a table has what is true now. A supposition says how the one follows from the other
// for everybody, such as that ages were a year less. The first supposition is that nothing changed.

namespace microdata {

// Persons whom a release does not show as they were, above this share, leave its figures unknown.
inline constexpr double most_lost_persons = 0.05;
// Below this share nothing is supposed.
inline constexpr double few_lost_persons = 0.002;
// Suppositions that are taken together, one of which is true of each person.
inline constexpr std::size_t most_suppositions_together = 4;

// How persons fit a release under several suppositions.
struct SupposedFit {
  std::size_t suppositions = 1;
  // Person by person: true if somebody in the release looks like the person.
  std::vector<bool> matched;
  // By supposition: matched persons beyond the rows of the places that they match.
  std::vector<double> surplus;
  // By supposition: persons beyond the rows that show what is known of them in some column.
  std::vector<double> beyond_columns;
  // The same of columns of which all suppositions say the same.
  double beyond_always = 0;
  // Rows of persons in the release.
  double rows = 0;

  std::size_t persons() const { return matched.size() / suppositions; }
};

// The fit of tuples that were looked for in this order, one for each supposition of each person.
// `drawn`: the share of the source's persons that they are. `view`: null for classes.
SupposedFit fit_of(const PlacedPersons& placed, const SlicedView* view, std::span<const Row> tuples,
                   std::size_t suppositions, double drawn);
// The same of a release that is read by regions, of which rows are not counted.
SupposedFit fit_of(const ReleaseBeliefs& beliefs, std::size_t suppositions);

// The share of persons who find no row of theirs under any of the suppositions, less the share
// `absent` that the release is known to lack. `by_chance`: how often a wrong supposition matches.
double lost_share(const SupposedFit& fit, double absent, double by_chance = 0);

// The suppositions by which persons are found.
struct Followed {
  // The suppositions that explain most persons, the best one first.
  std::vector<std::size_t> suppositions;
  double by_chance = 0;
};
Followed follow(const SupposedFit& fit);

}  // namespace microdata
