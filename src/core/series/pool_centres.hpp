#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// Mean positions of the persons of pools: arrivals fill places of pools near them.
class PoolCentres {
 public:
  PoolCentres(const Microdata& data, const std::vector<Axis>& axes, std::size_t pools);

  void add(std::size_t pool, Row person);

  // Returns the index in `pools` of the pool nearest to a person. There is at least one pool, and
  // each has a person.
  std::size_t nearest(Row person, std::span<const std::size_t> pools);

 private:
  void locate(Row person);

  const Microdata& data_;
  const std::vector<Axis>& axes_;
  std::vector<double> persons_;
  // Sums for each axis, pool by pool.
  std::vector<double> sums_;
  std::vector<double> position_;
};

}  // namespace microdata
