#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/grouped.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/nearest_buckets.hpp"
#include "core/risk/published_table.hpp"

namespace microdata {

// The linkability attack (M. Giomi et al., "A unified framework for quantifying privacy risk in
// synthetic data", PETS 2023, with one neighbour), for releases in buckets. The
// adversary knows some attributes of a person from one place (left) and others from another
// (right), and does not know that both are the same person's. For each he takes a published row
// that is as near as any can be, each of these being as likely: a bucket first, then in each column
// that has some of the attributes the pieces that are nearest there. The attack succeeds where both
// are one row: the same bucket, and there the same piece of a column that has attributes of both
// sides, which is the column that leaves fewest to choose from. Without such a column any row of
// the one may be any row of the other.
class LinkAttack {
 public:
  // What is nearest to the attributes of one side of a person: how far it is, and how many rows.
  struct Nearest {
    float distance = 0;
    double rows = 0;
  };
  // Of one person: what is nearest to either side, and of all pairs of such rows how many are one
  // row. Of a release that is read region by region the parts are put together: what is nearest
  // in one of them may not be in all.
  struct Links {
    Nearest left;
    Nearest right;
    double same = 0;

    void add_region(const Links& region);
    // How likely the attack succeeds.
    double success() const { return same > 0 ? same / (left.rows * right.rows) : 0; }
  };

  // The attributes of each side: at least one. The table outlives this.
  LinkAttack(const PublishedTable& table, std::span<const std::size_t> left,
             std::span<const std::size_t> right, const Progress& progress);

  // Memory that one person after another is attacked with.
  struct Memory {
    NearestBuckets::Found left;
    NearestBuckets::Found right;
    std::vector<bool> near_left;
    std::vector<bool> near_right;
  };

  Links find(const PersonValues& persons, std::size_t person, Memory& memory) const;
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

// By person.
std::vector<LinkAttack::Links> find_links(const LinkAttack& attack, const PersonValues& persons,
                                          std::span<const Row> attacked, Threads threads,
                                          const Progress& progress);

// What is left to chance is drawn.
AttackOutcome draw_links(std::span<const LinkAttack::Links> links, Random& random);

// Attacks some persons, each once; what is left to chance is drawn.
AttackOutcome attack_links(const LinkAttack& attack, const PersonValues& persons,
                           std::span<const Row> attacked, Random& random, Threads threads,
                           const Progress& progress);

// The naive attack: two rows of the release at random.
AttackOutcome link_at_random(std::size_t rows, std::size_t attacks, Random& random);

}  // namespace microdata
