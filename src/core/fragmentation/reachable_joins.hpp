#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/fragmentation/class_histograms.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// What a further fragment's equivalence classes may be joined with: the class histograms of all
// joins of equivalence classes of any of the fragments so far, each fragment at most once
// (fragmentation paper, definition 4.1). The join of some equivalence classes has, of each class
// value, the product of their counts (theorem 4.1, for more than two as well).
//
// Only such joins are kept as can make a join of fewer than k rows, which no join does in which
// every value has k rows; and of those with the same values only the least, as more rows of the
// same values never make a join smaller. Counts are cut off at k, which changes no answer.
class ReachableJoins {
 public:
  explicit ReachableJoins(std::uint32_t k) : k_(k) {}

  // The joins of one more fragment's equivalence classes, alone and with all that there are.
  void add(std::span<const ClassHistogram> classes, const Progress& progress);

  // How many classes will be asked about: of more, each is given less time.
  void expect_queries(std::size_t queries);

  // Room for one query at a time.
  struct Scratch {
    std::vector<std::uint32_t> counts;  // by value, all 0 between uses
  };
  Scratch make_scratch() const { return {std::vector<std::uint32_t>(domain_)}; }

  // Whether the join of a class with any of these is empty or has at least k rows. False, too,
  // where finding out would take too long, but for a class with at least k rows of each of its
  // values, such as one with a single value and k rows: it is safe with everything.
  bool safe(const ClassHistogram& histogram, Scratch& scratch, const Progress& progress) const;

  std::size_t size() const { return size_; }

 private:
  // Joins with the same values.
  struct Group {
    std::vector<Code> values;
    std::vector<std::uint32_t> least;   // over the members, by value
    std::vector<std::uint32_t> counts;  // member by member

    std::size_t members() const { return counts.size() / values.size(); }
    std::span<const std::uint32_t> member(std::size_t i) const {
      return std::span(counts).subspan(i * values.size(), values.size());
    }
  };

  bool harmless(const ClassHistogram& histogram) const;
  void insert(const ClassHistogram& histogram);
  bool insert_products(const ReachableJoins& others, const Progress& progress);
  void index_groups();
  bool small_join_in(const Group& group, const std::vector<std::uint32_t>& counts) const;

  std::uint32_t k_;
  std::vector<Group> groups_;
  std::map<std::vector<Code>, std::size_t> group_of_values_;
  std::size_t size_ = 0;
  std::size_t most_looked_at_ = 200'000;
  Code domain_ = 0;
  // Too many to be kept: nothing but what is safe with everything is known to be safe.
  bool overflowed_ = false;
  // With at most 64 values, the groups' values as bits; otherwise the groups of each value.
  std::vector<std::uint64_t> bits_;
  std::vector<std::vector<std::uint32_t>> groups_with_;
};

}  // namespace microdata
