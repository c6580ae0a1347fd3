#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace microdata {

// How probable each value is of each person of a bucket whose persons and values are all known,
// where a linking of the one to the other is as probable as the product of the weights of what it
// links (the marginals of a permanent). Exact, by going through how many of each value are still to
// be had: takes persons * values * states() steps.
class LinkingMarginals {
 public:
  // How many there are of each value.
  explicit LinkingMarginals(std::span<const std::uint32_t> counts);

  // How much of the values can be used up in different ways; at most `most` + 1.
  static std::size_t states(std::span<const std::uint32_t> counts, std::size_t most);

  // weights[i * values + v] becomes the probability of v for person i. There are as many persons as
  // values, each counted as often as there are. False where no linking is possible: then the
  // weights stay.
  bool find(std::span<double> weights);

 private:
  std::vector<std::uint32_t> counts_;
  // In a state's number, that of one more of a value.
  std::vector<std::size_t> one_more_;
  std::size_t states_ = 1;
  // By state and value: whether one of the value is left.
  std::vector<std::uint8_t> left_;
  std::vector<double> before_;
  std::vector<double> after_;
};

}  // namespace microdata
