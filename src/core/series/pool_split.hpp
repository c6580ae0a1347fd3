#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/cell_of_rank.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// Persons of one pool, laid out value by value: from `begin` on, those of a value end before the
// next of `ends`, which ascend.
struct PoolPlaces {
  std::size_t begin = 0;
  std::span<const std::size_t> ends;
  // Number of buckets, at least the number of persons of any one value, and equal to it for some
  // value.
  std::uint32_t buckets = 0;
};

// Divides pools into buckets of near persons with different values, by halving on the attribute on
// which the pool is widest, relative to the domain. Every value's persons are cut at the same rank,
// as far as whole persons allow. It is the rank of the attribute's median over all persons or, if
// many persons are on the median, of a cut beside them. Each half thus has at most as many persons
// of every value as it has buckets, and exactly as many of the most frequent value. Each bucket has
// a person, and counterfeits are spread over all.
//
// Any permutation of values throughout the pool leaves the probability of every division unchanged.
// An attacker with knowledge of this code learns no more from a division than from its buckets.
class PoolSplitting {
 public:
  // `rows` determines the order in which equally near persons of a value are cut, and must be in
  // random order.
  PoolSplitting(const std::vector<Axis>& axes, LaidOutRows rows, Random& random);

  // Appends the pool's buckets. Takes n log n time.
  void split(const PoolPlaces& pool, TuplePartition& result, const Progress& progress);

 private:
  // Persons of one value, from `begin` to before `end`.
  struct Strand {
    std::size_t begin;
    std::size_t end;

    std::size_t size() const { return end - begin; }
  };

  // Region to be halved. Its strands, as many as the pool has values, are the last of strands_
  // while the region is the last of pending_.
  struct Region {
    std::uint32_t buckets;
    unsigned buffer;
  };

  struct Cut {
    std::size_t axis;
    std::uint32_t buckets_to_the_left;
  };

  void emit(unsigned buffer, TuplePartition& result) const;
  void halve(const Region& region, const Progress& progress);
  Cut choose_cut(const Region& region, const Progress& progress);
  std::size_t widest_axis(unsigned buffer, const Progress& progress);
  void gather(unsigned buffer, std::size_t axis, const Progress& progress);
  void divide(const Strand& strand, std::span<const Cell> cells, std::size_t to_the_left,
              unsigned buffer, std::size_t axis, const Progress& progress);

  const std::vector<Axis>& axes_;
  MondrianRows buffers_[2];
  Random& random_;
  std::vector<Region> pending_;
  std::vector<Strand> strands_;
  // Strands of the current region, the ranges of their cells, and their cells on one axis.
  std::vector<Strand> current_;
  CellRanges ranges_;
  CellRanges strand_ranges_;
  std::vector<Cell> cells_;
  RankScratch scratch_;
};

}  // namespace microdata
