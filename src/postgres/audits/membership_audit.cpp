#include "postgres/audits/membership_audit.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace microdata::postgres {

namespace {

std::vector<Row> some_persons(std::size_t first, std::size_t end, Random& random) {
  std::vector<Row> persons(end - first);
  std::iota(persons.begin(), persons.end(), static_cast<Row>(first));
  random.shuffle(std::span(persons));
  persons.resize(std::min(persons.size(), most_membership_persons));
  return persons;
}

}  // namespace

DrawnSides draw_sides(std::size_t members, std::size_t tuples, Random& random) {
  return {some_persons(0, members, random), some_persons(members, tuples, random)};
}

MembershipOfKnown judge_known(const char* known, const SidesMatched& matched) {
  return {known, judge_membership(matched.members, matched.outsiders), {}};
}

}  // namespace microdata::postgres
