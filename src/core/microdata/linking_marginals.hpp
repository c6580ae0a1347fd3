#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace microdata {

// Probability of each value for each person of a bucket whose persons and values are all known. A
// linking is as probable as the product of the weights of its links (the marginals of a permanent).
// The result is exact, by a loop over the numbers of each value that are still available. Takes
// persons * values * states() steps.
class LinkingMarginals {
 public:
  // Largest number of states of a bucket whose linkings are all gone through, by attackers and by
  // estimates; factors of rows and values are found for larger buckets.
  static constexpr std::size_t most_states = 512;

  // `counts` has the number of each value.
  explicit LinkingMarginals(std::span<const std::uint32_t> counts);

  // Returns the number of different ways in which parts of the values can be used up, or `most` + 1
  // if it is larger.
  static std::size_t states(std::span<const std::uint32_t> counts, std::size_t most);

  // Turns weights[i * values + v] into the probability of v for person i. The number of persons is
  // the sum of the counts of the values. Returns false and leaves the weights unchanged if no
  // linking is possible.
  bool find(std::span<double> weights);

 private:
  std::vector<std::uint32_t> counts_;
  // Difference between the numbers of states that differ by one of a value.
  std::vector<std::size_t> one_more_;
  std::size_t states_ = 1;
  // 1 if one of the value is left, by state and value.
  std::vector<std::uint8_t> left_;
  std::vector<double> before_;
  std::vector<double> after_;
};

}  // namespace microdata
