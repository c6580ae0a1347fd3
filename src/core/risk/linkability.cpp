#include "core/risk/linkability.hpp"

#include <algorithm>

#include "core/base/grouped.hpp"
#include "core/base/parallel.hpp"
#include "core/base/pool.hpp"

namespace microdata {

LinkAttack::LinkAttack(const PublishedTable& table, std::span<const std::size_t> left,
                       std::span<const std::size_t> right, const Progress& progress)
    : rows_of_bucket_(group_numbers(table.bucket_of, table.buckets, progress)),
      left_(table, left, progress),
      right_(table, right, progress) {
  for (std::size_t c = 0; c < table.columns; ++c) {
    if (left_.touches(c) && right_.touches(c)) shared_.push_back(c);
  }
}

double LinkAttack::same_row(std::uint32_t bucket, Memory& memory) const {
  const std::span<const std::uint32_t> rows = rows_of_bucket_[bucket];
  if (rows.size() == 1) return 1;
  double best = shared_.empty() ? 1 / static_cast<double>(rows.size()) : 0;
  for (const std::size_t column : shared_) {
    left_.mark_nearest(memory.left, column, rows, memory.near_left);
    right_.mark_nearest(memory.right, column, rows, memory.near_right);
    double left = 0;
    double right = 0;
    double both = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      left += memory.near_left[r] ? 1 : 0;
      right += memory.near_right[r] ? 1 : 0;
      both += memory.near_left[r] && memory.near_right[r] ? 1 : 0;
    }
    best = std::max(best, both / (left * right));
  }
  return best;
}

void LinkAttack::Links::add_region(const Links& region) {
  if (region.left.distance <= left.distance && region.right.distance <= right.distance) {
    const bool nearer =
        region.left.distance < left.distance || region.right.distance < right.distance;
    same = (nearer ? 0 : same) + region.same;
  } else if (region.left.distance < left.distance || region.right.distance < right.distance) {
    // The nearest rows of one side are in the earlier regions, and those of the other side in this
    // region.
    same = 0;
  }
  const auto add = [](Nearest& side, const Nearest& more) {
    if (more.distance < side.distance) {
      side = more;
    } else if (more.distance == side.distance) {
      side.rows += more.rows;
    }
  };
  add(left, region.left);
  add(right, region.right);
}

LinkAttack::Links LinkAttack::find(const PersonValues& persons, std::size_t person, Memory& memory,
                                   const Progress& progress) const {
  left_.find(persons, person, memory.left, progress);
  right_.find(persons, person, memory.right, progress);
  Links links{
      {memory.left.distance, memory.left.rows}, {memory.right.distance, memory.right.rows}, 0};
  auto right = memory.right.candidates.begin();
  for (const NearestBuckets::Candidate& left : memory.left.candidates) {
    while (right != memory.right.candidates.end() && right->bucket < left.bucket)
      ++right;
    if (right == memory.right.candidates.end()) break;
    if (right->bucket != left.bucket) continue;
    links.same += left.rows * right->rows * same_row(left.bucket, memory);
  }
  return links;
}

std::vector<LinkAttack::Links> find_links(const LinkAttack& attack, const PersonValues& persons,
                                          std::span<const Row> attacked, Threads threads,
                                          const Progress& progress) {
  constexpr std::size_t at_once = 16;
  std::vector<LinkAttack::Links> links(attacked.size());
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < attacked.size(); i += at_once)
    first.push_back(i);
  progress.expect(attacked.size(), "persons");
  Pool<LinkAttack::Memory> memories([] { return LinkAttack::Memory(); });
  WorkList<std::size_t>::run(
      threads, std::move(first), progress, [&](std::size_t& begin, auto&, const Progress& poll) {
        LinkAttack::Memory memory = memories.borrow();
        for (std::size_t i = begin; i < std::min(begin + at_once, attacked.size()); ++i) {
          poll.checkpoint();
          links[i] = attack.find(persons, attacked[i], memory, poll);
        }
        memories.give_back(std::move(memory));
        poll.advance(std::min(at_once, attacked.size() - begin));
      });
  return links;
}

AttackOutcome draw_links(std::span<const LinkAttack::Links> links, Random& random) {
  AttackOutcome outcome{links.size(), 0};
  for (const LinkAttack::Links& of_person : links)
    outcome.successes += random.share() < of_person.success() ? 1 : 0;
  return outcome;
}

AttackOutcome attack_links(const LinkAttack& attack, const PersonValues& persons,
                           std::span<const Row> attacked, Random& random, Threads threads,
                           const Progress& progress) {
  return draw_links(find_links(attack, persons, attacked, threads, progress), random);
}

AttackOutcome link_at_random(std::size_t rows, std::size_t attacks, Random& random) {
  AttackOutcome outcome{attacks, 0};
  const auto bound = static_cast<std::uint32_t>(rows);
  for (std::size_t i = 0; i < attacks; ++i)
    outcome.successes += random.below(bound) == random.below(bound) ? 1 : 0;
  return outcome;
}

}  // namespace microdata
