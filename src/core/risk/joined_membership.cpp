#include "core/risk/joined_membership.hpp"

#include <algorithm>
#include <vector>

namespace microdata {

namespace {

using Side = std::vector<PersonMatch> SidesMatched::*;

std::vector<PersonMatch> join_side(std::span<const SidesMatched> tables,
                                   std::span<const SidesMatched> shared, Side side) {
  std::size_t persons = (tables.front().*side).size();
  for (const std::span<const SidesMatched> some : {tables, shared}) {
    for (const SidesMatched& matched : some)
      persons = std::min(persons, (matched.*side).size());
  }
  std::vector<PersonMatch> joined(
      (tables.front().*side).begin(),
      (tables.front().*side).begin() + static_cast<std::ptrdiff_t>(persons));
  for (std::size_t i = 0; i < persons; ++i) {
    for (const SidesMatched& table : tables.subspan(1)) {
      joined[i].rows *= (table.*side)[i].rows;
      joined[i].lift *= (table.*side)[i].lift;
      joined[i].buckets = std::min(joined[i].buckets, (table.*side)[i].buckets);
    }
    if (joined[i].rows == 0) continue;
    for (const SidesMatched& rows : shared) {
      joined[i].rows /= (rows.*side)[i].rows;
      joined[i].lift /= (rows.*side)[i].lift;
    }
  }
  return joined;
}

}  // namespace

SidesMatched join_matches(std::span<const SidesMatched> tables,
                          std::span<const SidesMatched> shared) {
  return {join_side(tables, shared, &SidesMatched::members),
          join_side(tables, shared, &SidesMatched::outsiders)};
}

}  // namespace microdata
