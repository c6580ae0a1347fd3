#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/fragmentation/class_histograms.hpp"

namespace microdata {

// The joins with which a further fragment's equivalence classes can be joined: the class histograms
// of all joins of equivalence classes of the fragments so far, each fragment at most once
// (fragmentation paper, definition 4.1). The count of each class value in a join is the product of
// its counts (theorem 4.1, also for more than two equivalence classes).
//
// Only joins that can lead to a join of fewer than k rows are kept. A join in which every value has
// k rows never does. Of joins with the same values only the least are kept, because more rows of
// the same values never make a join smaller. Counts are cut off at k, which changes no answer.
class ReachableJoins {
 public:
  explicit ReachableJoins(std::uint32_t k) : k_(k) {}

  // Adds the joins of one more fragment's equivalence classes, alone and with all joins so far.
  void add(std::span<const ClassHistogram> classes, const Progress& progress);

  // Sets the number of expected queries. The more queries, the less time each gets.
  void expect_queries(std::size_t queries);

  // Memory for one query at a time.
  struct Scratch {
    std::vector<std::uint32_t> counts;  // by value, all 0 between uses
  };
  Scratch make_scratch() const { return {std::vector<std::uint32_t>(domain_)}; }

  // True if the join of an equivalence class with each of these joins is empty or has at least k
  // rows. Also false if the answer would take too long. An equivalence class with at least k rows
  // of each of its values is always safe, for example with k rows of a single value.
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
  // True if there are too many joins to keep. Only classes that are safe with every join then count
  // as safe.
  bool overflowed_ = false;
  // Values of each group as bits, if there are at most 64 values. Otherwise groups_with_ has the
  // groups of each value.
  std::vector<std::uint64_t> bits_;
  std::vector<std::vector<std::uint32_t>> groups_with_;
};

}  // namespace microdata
