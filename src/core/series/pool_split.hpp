#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/cell_of_rank.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// The persons of one pool, laid out value by value: those before each of `ends`, ascending, from
// `begin` on.
struct PoolPlaces {
  std::size_t begin = 0;
  std::span<const std::size_t> ends;
  // At least as many as persons have any one value; persons of one value have as many.
  std::uint32_t buckets = 0;
};

// Divides pools into buckets of near persons with different values, by halving: on the attribute
// that the pool is widest on, relative to the domain, every value's persons are cut at the same
// rank (as far as whole persons allow), which is that of the attribute's median over all of them,
// or, where many persons are on the median, of a cut beside these. So each half has of every value
// at most as many persons as it has buckets, of the most frequent one exactly as many: no bucket is
// without a person, and counterfeits are spread over all.
//
// Any permutation of values throughout the pool leaves every division of it as probable as it was:
// who knows this code does not learn more from a division than from its buckets.
class PoolSplitting {
 public:
  // Equally near persons of a value are cut in the order in which `rows` has them: a random one.
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

  // Its strands, as many as the pool has values, are the last of strands_ while it is the last of
  // pending_.
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
  // Of the region at hand: its strands, the ranges of their cells, and their cells on one axis.
  std::vector<Strand> current_;
  CellRanges ranges_;
  CellRanges strand_ranges_;
  std::vector<Cell> cells_;
  RankScratch scratch_;
};

}  // namespace microdata
