#include "property/minimality_oracle.hpp"

#include <algorithm>
#include <cstddef>

namespace minimality {

std::map<Release, double> releases_of(const World& world, const Publish& publish) {
  std::map<Release, double> result;
  // Previous choices and their bounds, which are counted up like digits.
  std::vector<std::uint32_t> choices;
  std::vector<std::uint32_t> bounds;
  while (true) {
    std::size_t next = 0;
    double probability = 1;
    const Draw draw = [&](std::uint32_t bound) {
      if (next == choices.size()) {
        choices.push_back(0);
        bounds.push_back(bound);
      }
      probability /= bound;
      return choices[next++];
    };
    const Release release = publish(world, draw);
    result[release] += probability;
    while (!choices.empty() && choices.back() + 1 == bounds.back()) {
      choices.pop_back();
      bounds.pop_back();
    }
    if (choices.empty()) return result;
    ++choices.back();
  }
}

std::map<Release, std::map<World, double>> posteriors(std::vector<int> values,
                                                      const Publish& publish) {
  std::map<Release, std::map<World, double>> result;
  std::sort(values.begin(), values.end());
  do {
    for (const auto& [release, probability] : releases_of(values, publish))
      result[release][values] += probability;
  } while (std::next_permutation(values.begin(), values.end()));
  for (auto& [release, worlds] : result) {
    double all = 0;
    for (const auto& [world, weight] : worlds)
      all += weight;
    for (auto& [world, weight] : worlds)
      weight /= all;
  }
  return result;
}

double belief(const std::map<World, double>& worlds, std::size_t person,
              const std::function<bool(int)>& has) {
  double result = 0;
  for (const auto& [world, probability] : worlds)
    result += has(world[person]) ? probability : 0;
  return result;
}

}  // namespace minimality
