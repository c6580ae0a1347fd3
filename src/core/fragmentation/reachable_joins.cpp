#include "core/fragmentation/reachable_joins.hpp"

#include <algorithm>

namespace microdata {

namespace {

// Largest number of products of joins with a fragment's equivalence classes. With more, no products
// are kept.
constexpr std::size_t most_products = 3'000'000;
// Largest group in which only the least members are kept. In a larger group, superfluous members do
// no harm.
constexpr std::size_t most_compared = 512;

constexpr Code bits_in_a_word = 64;

bool at_most(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

}  // namespace

bool ReachableJoins::harmless(const ClassHistogram& histogram) const {
  return std::all_of(histogram.begin(), histogram.end(),
                     [&](const ValueCount& v) { return v.tuples >= k_; });
}

void ReachableJoins::insert(const ClassHistogram& histogram) {
  if (harmless(histogram)) return;
  std::vector<Code> values;
  std::vector<std::uint32_t> counts;
  for (const ValueCount& v : histogram) {
    values.push_back(v.value);
    counts.push_back(std::min(v.tuples, k_));
  }
  domain_ = std::max(domain_, values.back() + 1);
  const auto [found, is_new] = group_of_values_.try_emplace(values, groups_.size());
  if (is_new) groups_.push_back({values, counts, {}});
  Group& group = groups_[found->second];
  const std::size_t width = values.size();
  std::size_t kept = 0;
  if (group.members() <= most_compared) {
    for (std::size_t i = 0; i < group.members(); ++i) {
      if (at_most(group.member(i), counts)) return;
    }
    for (std::size_t i = 0; i < group.members(); ++i) {
      if (at_most(counts, group.member(i))) continue;
      std::copy_n(group.counts.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  group.counts.begin() + static_cast<std::ptrdiff_t>(kept * width));
      ++kept;
    }
    size_ -= group.members() - kept;
    group.counts.resize(kept * width);
  }
  group.counts.insert(group.counts.end(), counts.begin(), counts.end());
  ++size_;
  for (std::size_t x = 0; x < width; ++x)
    group.least[x] = std::min(group.least[x], counts[x]);
}

// Inserts the join of every member with every member of `others`. Returns false if there are too
// many.
bool ReachableJoins::insert_products(const ReachableJoins& others, const Progress& progress) {
  if (size_ != 0 && others.size_ > most_products / size_) return false;
  const std::vector<Group> before = groups_;
  std::vector<std::pair<std::size_t, std::size_t>> shared;
  ClassHistogram product;
  for (const Group& a : before) {
    for (const Group& b : others.groups_) {
      progress.checkpoint();
      shared.clear();
      for (std::size_t x = 0; x < a.values.size(); ++x) {
        const auto found = std::lower_bound(b.values.begin(), b.values.end(), a.values[x]);
        if (found == b.values.end() || *found != a.values[x]) continue;
        shared.emplace_back(x, static_cast<std::size_t>(found - b.values.begin()));
      }
      if (shared.empty()) continue;
      for (std::size_t i = 0; i < a.members(); ++i) {
        for (std::size_t j = 0; j < b.members(); ++j) {
          product.clear();
          for (const auto& [x, y] : shared) {
            const std::uint64_t rows = std::uint64_t{a.member(i)[x]} * b.member(j)[y];
            product.push_back(
                {a.values[x], static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, k_))});
          }
          insert(product);
        }
      }
    }
  }
  return true;
}

void ReachableJoins::add(std::span<const ClassHistogram> classes, const Progress& progress) {
  // Most joins that are not least are never inserted if the order is ascending by size.
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t c = 0; c < classes.size(); ++c)
    order.emplace_back(tuples_of(classes[c]), c);
  std::sort(order.begin(), order.end());
  ReachableJoins alone(k_);
  for (const auto& [tuples, c] : order) {
    progress.checkpoint();
    alone.insert(classes[c]);
  }
  overflowed_ = overflowed_ || !insert_products(alone, progress);
  for (const Group& group : alone.groups_) {
    progress.checkpoint();
    ClassHistogram histogram(group.values.size());
    for (std::size_t i = 0; i < group.members(); ++i) {
      for (std::size_t x = 0; x < histogram.size(); ++x)
        histogram[x] = {group.values[x], group.member(i)[x]};
      insert(histogram);
    }
  }
  index_groups();
}

void ReachableJoins::expect_queries(std::size_t queries) {
  constexpr std::size_t most_in_all = 4'000'000'000;
  most_looked_at_ =
      std::clamp<std::size_t>(most_in_all / std::max<std::size_t>(queries, 1), 2000, 200'000);
}

void ReachableJoins::index_groups() {
  bits_.clear();
  groups_with_.clear();
  if (domain_ > bits_in_a_word) groups_with_.resize(domain_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    std::uint64_t bits = 0;
    for (const Code value : groups_[g].values) {
      if (domain_ > bits_in_a_word) {
        groups_with_[value].push_back(static_cast<std::uint32_t>(g));
      } else {
        bits |= std::uint64_t{1} << value;
      }
    }
    bits_.push_back(bits);
  }
}

bool ReachableJoins::small_join_in(const Group& group,
                                   const std::vector<std::uint32_t>& counts) const {
  const auto join = [&](std::span<const std::uint32_t> member) {
    std::uint64_t rows = 0;
    for (std::size_t x = 0; x < member.size(); ++x)
      rows += std::uint64_t{member[x]} * counts[group.values[x]];
    return rows;
  };
  const std::uint64_t least = join(group.least);
  if (least == 0 || least >= k_) return false;
  for (std::size_t i = 0; i < group.members(); ++i) {
    if (join(group.member(i)) < k_) return true;
  }
  return false;
}

bool ReachableJoins::safe(const ClassHistogram& histogram, Scratch& scratch,
                          const Progress& progress) const {
  if (harmless(histogram)) return true;
  if (overflowed_) return false;
  // A value with k rows in this class gives at least k rows with any join that has the value.
  std::uint64_t light = 0;
  std::uint64_t heavy = 0;
  for (const ValueCount& v : histogram) {
    if (v.value >= domain_) continue;
    scratch.counts[v.value] = std::min(v.tuples, k_);
    const std::uint64_t bit = std::uint64_t{1} << (v.value % bits_in_a_word);
    (v.tuples >= k_ ? heavy : light) |= bit;
  }
  std::size_t looked_at = 0;
  std::size_t polled_at = 0;
  bool safe = true;
  const auto look_at = [&](std::size_t g) {
    looked_at += groups_[g].members();
    if (looked_at >= polled_at + 4096) {
      progress.checkpoint();
      polled_at = looked_at;
    }
    safe = looked_at <= most_looked_at_ && !small_join_in(groups_[g], scratch.counts);
  };
  if (domain_ <= bits_in_a_word) {
    for (std::size_t g = 0; g < groups_.size() && safe; ++g) {
      if ((bits_[g] & light) != 0 && (bits_[g] & heavy) == 0) look_at(g);
    }
  } else {
    for (const ValueCount& v : histogram) {
      if (v.value >= domain_ || v.tuples >= k_) continue;
      const std::vector<std::uint32_t>& groups = groups_with_[v.value];
      for (std::size_t i = 0; i < groups.size() && safe; ++i)
        look_at(groups[i]);
    }
  }
  for (const ValueCount& v : histogram) {
    if (v.value < domain_) scratch.counts[v.value] = 0;
  }
  return safe;
}

}  // namespace microdata
