#include "core/series/pool_centres.hpp"

#include <limits>

namespace microdata {

PoolCentres::PoolCentres(const Microdata& data, const std::vector<Axis>& axes, std::size_t pools)
    : data_(data),
      axes_(axes),
      persons_(pools),
      sums_(pools * axes.size()),
      position_(axes.size()) {}

void PoolCentres::add(std::size_t pool, Row person) {
  locate(person);
  ++persons_[pool];
  for (std::size_t x = 0; x < axes_.size(); ++x)
    sums_[pool * axes_.size() + x] += position_[x];
}

std::size_t PoolCentres::nearest(Row person, std::span<const std::size_t> pools) {
  locate(person);
  double least = std::numeric_limits<double>::infinity();
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const double* const sums = sums_.data() + pools[i] * axes_.size();
    double distance = 0;
    for (std::size_t x = 0; x < axes_.size(); ++x) {
      const double away = position_[x] - sums[x] / persons_[pools[i]];
      distance += away * away;
    }
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

void PoolCentres::locate(Row person) {
  for (std::size_t x = 0; x < axes_.size(); ++x) {
    const Axis& axis = axes_[x];
    const Code code = data_.columns[axis.attribute][person];
    position_[x] = static_cast<double>(axis.position[cell_index(axis.cell_of_code[code])]);
  }
}

}  // namespace microdata
