#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

// An oracle of the minimality attack. The attacker knows everything except the assignment of
// sensitive values to people, and has no prior knowledge of it. The oracle goes through all
// assignments.

namespace minimality {

// Sensitive value of every person, by number.
using World = std::vector<int>;

// The people of a bucket, ascending, and their published sensitive values, ascending.
struct ShownBucket {
  std::vector<int> persons;
  std::vector<int> shown;

  auto operator<=>(const ShownBucket&) const = default;
};

// Buckets in ascending order.
using Release = std::vector<ShownBucket>;

// A uniform choice from 0 .. bound - 1.
using Draw = std::function<std::uint32_t(std::uint32_t bound)>;

// Function that returns an algorithm's release of an assignment, with the algorithm's draws.
using Publish = std::function<Release(const World&, const Draw&)>;

// Returns every possible release of an assignment with its probability, by trying all outcomes of
// all draws.
std::map<Release, double> releases_of(const World& world, const Publish& publish);

// Returns the posterior over assignments for every release: each assignment is weighted by the
// probability of its publication as this release. The prior is uniform over all distinct
// assignments of `values` to people.
std::map<Release, std::map<World, double>> posteriors(std::vector<int> values,
                                                      const Publish& publish);

// Returns the probability that a person has a value, over weighted assignments.
double belief(const std::map<World, double>& worlds, std::size_t person,
              const std::function<bool(int)>& has);

}  // namespace minimality
