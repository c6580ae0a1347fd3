#include "postgres/inspection/membership_figures.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace microdata::postgres {

std::vector<Row> some_of(std::size_t first, std::size_t end, Random& random) {
  std::vector<Row> persons(end - first);
  std::iota(persons.begin(), persons.end(), static_cast<Row>(first));
  random.shuffle(std::span(persons));
  persons.resize(std::min(persons.size(), most_membership_persons));
  return persons;
}

}  // namespace microdata::postgres
