#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

// The adversary of the minimality attack, from her definition: she knows everything but who has
// which of the sensitive values, and nothing of that beforehand. She goes through all worlds.

namespace minimality {

// The sensitive value of every person, by number.
using World = std::vector<int>;

// The persons of a bucket, ascending, and what is shown of their sensitive values, ascending.
struct ShownBucket {
  std::vector<int> persons;
  std::vector<int> shown;

  auto operator<=>(const ShownBucket&) const = default;
};

// Ascending.
using Release = std::vector<ShownBucket>;

// A uniform choice from 0 .. bound - 1.
using Draw = std::function<std::uint32_t(std::uint32_t bound)>;

// What an algorithm publishes of a world, by its draws.
using Publish = std::function<Release(const World&, const Draw&)>;

// Every release that the algorithm may publish of a world, and how probable each is: all of its
// draws are made in every way.
std::map<Release, double> releases_of(const World& world, const Publish& publish);

// For every release, the worlds that it may be of, and how probable each of these is to an
// adversary who sees it: each weighed by the probability of being published so. The worlds are all
// distinct assignments of `values` to persons.
std::map<Release, std::map<World, double>> posteriors(std::vector<int> values,
                                                      const Publish& publish);

// The probability that a person has a value, over weighted worlds.
double belief(const std::map<World, double>& worlds, std::size_t person,
              const std::function<bool(int)>& has);

}  // namespace minimality
