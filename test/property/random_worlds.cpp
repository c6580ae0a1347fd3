#include "property/random_worlds.hpp"

#include <utility>

namespace microdata::test {

std::vector<std::vector<Code>> random_axes(Choices& choices, int most_axes, int persons) {
  std::vector<std::vector<Code>> axes;
  for (int left = choices.between(1, most_axes); left > 0; --left) {
    std::vector<Code> column;
    const int values = choices.between(2, 4);
    for (int person = 0; person < persons; ++person)
      column.push_back(static_cast<Code>(choices.between(0, values - 1)));
    axes.push_back(std::move(column));
  }
  return axes;
}

std::vector<std::vector<Code>> random_combinations(Choices& choices, int sensitive, int others) {
  std::vector<std::vector<Code>> combinations(static_cast<std::size_t>(choices.between(2, 5)));
  for (std::size_t n = 0; n < combinations.size(); ++n) {
    combinations[n].push_back(static_cast<Code>(n));
    for (int j = 1; j < sensitive; ++j)
      combinations[n].push_back(static_cast<Code>(choices.between(0, others - 1)));
  }
  return combinations;
}

}  // namespace microdata::test
