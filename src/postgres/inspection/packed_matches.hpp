#pragma once

#include "postgres/server/api.hpp"

#include <tuple>

#include "core/risk/membership_audit.hpp"
#include "postgres/inspection/sampled_persons.hpp"
#include "postgres/server/function_call.hpp"

// What regions find of persons who are looked for, as servers send it to each other.

namespace microdata {

template <typename Match>
auto members(Match& match, const PersonMatch* /*type*/) {
  return std::tie(match.rows, match.lift, match.buckets);
}
template <typename Matched>
auto members(Matched& matched, const SidesMatched* /*type*/) {
  return std::tie(matched.members, matched.outsiders);
}
template <typename Arising>
auto members(Arising& arising, const ArisingTuples* /*type*/) {
  return std::tie(arising.original, arising.fake, arising.error, arising.fake_by_buckets);
}

}  // namespace microdata

namespace microdata::postgres {

// Of everybody, what is found by two kinds of knowledge, and the rows that show each value.
inline double bytes_of_matches(const Release& release, const DrawnPersons& persons) {
  constexpr double of_match = 20;
  constexpr double of_number = 8;
  const double of_person =
      2 * (of_match + of_number * static_cast<double>(release.attributes.size()));
  return of_person * static_cast<double>(persons.tuples.count());
}

}  // namespace microdata::postgres
