#include "core/risk/linkability.hpp"

#include <algorithm>

#include "core/microdata/parallel.hpp"
#include "core/microdata/pool.hpp"

namespace microdata {

LinkAttack::LinkAttack(const PublishedTable& table, std::span<const std::size_t> left,
                       std::span<const std::size_t> right, const Progress& progress)
    : rows_of_bucket_(rows_by(table.bucket_of, table.buckets, progress)),
      left_(table, left, progress),
      right_(table, right, progress) {
  for (std::size_t c = 0; c < table.columns; ++c) {
    if (left_.touches(c) && right_.touches(c)) shared_.push_back(c);
  }
}

double LinkAttack::same_row(std::uint32_t bucket, Memory& memory) const {
  const std::span<const std::uint32_t> rows = rows_of_bucket_.of(bucket);
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

double LinkAttack::success(const PersonValues& persons, std::size_t person, Memory& memory) const {
  left_.find(persons, person, memory.left);
  right_.find(persons, person, memory.right);
  double sum = 0;
  auto right = memory.right.candidates.begin();
  for (const NearestBuckets::Candidate& left : memory.left.candidates) {
    while (right != memory.right.candidates.end() && right->bucket < left.bucket)
      ++right;
    if (right == memory.right.candidates.end()) break;
    if (right->bucket != left.bucket) continue;
    sum += left.rows / memory.left.rows * (right->rows / memory.right.rows) *
           same_row(left.bucket, memory);
  }
  return sum;
}

AttackOutcome attack_links(const LinkAttack& attack, const PersonValues& persons,
                           std::span<const Row> attacked, Random& random, unsigned threads,
                           const Progress& progress) {
  constexpr std::size_t at_once = 16;
  std::vector<double> success(attacked.size());
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
          success[i] = attack.success(persons, attacked[i], memory);
        }
        memories.give_back(std::move(memory));
        poll.advance(std::min(at_once, attacked.size() - begin));
      });
  AttackOutcome outcome{attacked.size(), 0};
  for (const double likely : success)
    outcome.successes += random.share() < likely ? 1 : 0;
  return outcome;
}

AttackOutcome link_at_random(std::size_t rows, std::size_t attacks, Random& random) {
  AttackOutcome outcome{attacks, 0};
  const auto bound = static_cast<std::uint32_t>(rows);
  for (std::size_t i = 0; i < attacks; ++i)
    outcome.successes += random.below(bound) == random.below(bound) ? 1 : 0;
  return outcome;
}

}  // namespace microdata
