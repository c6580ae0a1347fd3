#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// Where the persons of pools are in the mean: arrivals fill places of pools near them.
class PoolCentres {
 public:
  PoolCentres(const Microdata& data, const std::vector<Axis>& axes, std::size_t pools);

  void add(std::size_t pool, Row person);

  // Of some pools, at least one, each with a person, the place in `pools` of the nearest.
  std::size_t nearest(Row person, std::span<const std::size_t> pools);

 private:
  void locate(Row person);

  const Microdata& data_;
  const std::vector<Axis>& axes_;
  std::vector<double> persons_;
  // Pool by pool a sum for each axis.
  std::vector<double> sums_;
  std::vector<double> position_;
};

}  // namespace microdata
