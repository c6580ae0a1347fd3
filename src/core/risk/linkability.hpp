#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/nearest_buckets.hpp"
#include "core/risk/published_table.hpp"

namespace microdata {

// The linkability attack (M. Giomi et al., "A unified framework for quantifying privacy risk in
// synthetic data", PETS 2023, with one neighbour), for releases in buckets. The attacker knows some
// attributes of a person from one place (left) and others from another place (right). The attacker
// does not know that both belong to the same person. For each side the attacker takes one of the
// nearest published rows, which are equally likely. A bucket is taken first, then, in each column
// with some of the side's attributes, the nearest pieces. The attack succeeds if both sides take
// one row. They do so if they take the same bucket and, in it, the same piece of a column with
// attributes of both sides. If there are several such columns, the one with the fewest choices
// counts. Without such a column, any row of one side can be any row of the other side.
class LinkAttack {
 public:
  // Distance of the rows nearest to one side of a person, and expected number of these rows.
  struct Nearest {
    float distance = 0;
    double rows = 0;
  };
  // Nearest rows to both sides of one person, and number of pairs of such rows that are one row.
  // Links of regions that are read one by one are combined, because the nearest rows of a region
  // need not be nearest in all regions.
  struct Links {
    Nearest left;
    Nearest right;
    double same = 0;

    void add_region(const Links& region);
    // Returns the probability that the attack succeeds.
    double success() const { return same > 0 ? same / (left.rows * right.rows) : 0; }
  };

  // Constructs the attack from at least one attribute of each side. The table must outlive the
  // object.
  LinkAttack(const PublishedTable& table, std::span<const std::size_t> left,
             std::span<const std::size_t> right, const Progress& progress);

  // Memory that is reused from one person to the next.
  struct Memory {
    NearestBuckets::Found left;
    NearestBuckets::Found right;
    std::vector<bool> near_left;
    std::vector<bool> near_right;
  };

  Links find(const PersonValues& persons, std::size_t person, Memory& memory,
             const Progress& progress = {}) const;
  double success(const PersonValues& persons, std::size_t person, Memory& memory) const {
    return find(persons, person, memory).success();
  }

 private:
  double same_row(std::uint32_t bucket, Memory& memory) const;

  std::vector<std::size_t> shared_;
  Grouped<std::uint32_t> rows_of_bucket_;
  NearestBuckets left_;
  NearestBuckets right_;
};

// Returns the links of each attacked person.
std::vector<LinkAttack::Links> find_links(const LinkAttack& attack, const PersonValues& persons,
                                          std::span<const Row> attacked, Threads threads,
                                          const Progress& progress);

// Draws the outcome of each attack, by its probability.
AttackOutcome draw_links(std::span<const LinkAttack::Links> links, Random& random);

// Attacks some persons, once each; draws the outcomes by their probabilities.
AttackOutcome attack_links(const LinkAttack& attack, const PersonValues& persons,
                           std::span<const Row> attacked, Random& random, Threads threads,
                           const Progress& progress);

// Performs the naive attack: takes two rows of the release at random.
AttackOutcome link_at_random(std::size_t rows, std::size_t attacks, Random& random);

}  // namespace microdata
