#include "core/partition/bucket_requirement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/partition/atoms.hpp"
#include "core/partition/group_share.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

constexpr std::size_t left = 0;
constexpr std::size_t right = 1;

std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}

}  // namespace

BucketRequirement::BucketRequirement(std::span<const Strata> strata, double l,
                                     const PrivacyRequirement& privacy)
    : strata_(strata),
      l_(l),
      privacy_(privacy),
      fewest_(std::max<std::size_t>(fewest_tuples(l), privacy.fewest())),
      finish_size_(8 * fewest_) {}

BucketRequirement::Scratch BucketRequirement::make_scratch() const {
  Scratch scratch;
  std::size_t most_groups = 0;
  std::size_t most_values = 0;
  for (const Strata& s : strata_) {
    scratch.counts.emplace_back(2, Scratch::Counts{std::vector<std::uint32_t>(s.distinct()),
                                                   std::vector<std::uint32_t>(s.groups)});
    most_groups = std::max<std::size_t>(most_groups, s.groups);
    if (!s.value.empty()) {
      most_values = std::max<std::size_t>(
          most_values, std::size_t{*std::max_element(s.value.begin(), s.value.end())} + 1);
    }
  }
  scratch.largest_in_group.resize(most_groups);
  scratch.of_value.resize(most_values);
  return scratch;
}

bool BucketRequirement::allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
                               Scratch& scratch) const {
  const std::size_t rows = sides.size();
  const auto on_the_left =
      static_cast<std::size_t>(std::count(sides.begin(), sides.end(), Side::left));
  if (std::min(on_the_left, rows - on_the_left) < fewest_) return false;
  for (std::size_t j = 0; j < sensitive(); ++j) {
    std::vector<Scratch::Counts>& counts = scratch.counts[j];
    const std::vector<std::uint32_t>& group = strata_[j].group;
    scratch.touched.clear();
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint32_t stratum = tags[i * sensitive() + j];
      if (counts[left].of_stratum[stratum] + counts[right].of_stratum[stratum] == 0) {
        scratch.touched.push_back(stratum);
      }
      ++counts[index(sides[i])].of_stratum[stratum];
    }
    for (const std::uint32_t stratum : scratch.touched) {
      for (Scratch::Counts& side : counts) {
        side.of_group[group[stratum]] += side.of_stratum[stratum];
      }
    }
    bool satisfied = true;
    for (const std::uint32_t stratum : scratch.touched) {
      if (!strata_[j].is_bounded(stratum)) continue;
      for (const Scratch::Counts& side : counts) {
        satisfied =
            satisfied && share_holds(side.of_stratum[stratum], side.of_group[group[stratum]], l_);
      }
    }
    for (const std::uint32_t stratum : scratch.touched) {
      for (Scratch::Counts& side : counts) {
        side.of_stratum[stratum] = 0;
        side.of_group[group[stratum]] = 0;
      }
    }
    if (!satisfied) return false;
  }
  return privacy_.empty() || (privacy_holds(tags, sides, Side::left, scratch) &&
                              privacy_holds(tags, sides, Side::right, scratch));
}

bool BucketRequirement::l_alone() const {
  return largest_count(static_cast<std::uint32_t>(fewest_), l_) == 1 &&
         std::none_of(privacy_.models().begin(), privacy_.models().end(),
                      is_about_sensitive_values);
}

bool BucketRequirement::privacy_holds(std::span<const std::uint32_t> tags,
                                      std::span<const Side> sides, Side side,
                                      Scratch& scratch) const {
  for (std::size_t j = 0; j < sensitive(); ++j) {
    scratch.touched.clear();
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (sides[i] != side) continue;
      const Code value = strata_[j].value[tags[i * sensitive() + j]];
      if (scratch.of_value[value]++ == 0) scratch.touched.push_back(value);
    }
    scratch.histogram.clear();
    for (const Code value : scratch.touched) {
      scratch.histogram.push_back({value, scratch.of_value[value]});
      scratch.of_value[value] = 0;
    }
    if (!privacy_.holds(j, scratch.histogram)) return false;
  }
  return true;
}

bool BucketRequirement::privacy_holds(std::span<const std::uint32_t> tags, Scratch& scratch) const {
  const std::vector<Side> sides(tags.size() / sensitive(), Side::left);
  return privacy_.empty() || privacy_holds(tags, sides, Side::left, scratch);
}

bool BucketRequirement::l_holds(std::span<const std::uint32_t> tags, Scratch& scratch) const {
  const std::size_t rows = tags.size() / sensitive();
  for (std::size_t j = 0; j < sensitive(); ++j) {
    Scratch::Counts& counts = scratch.counts[j][left];
    const std::vector<std::uint32_t>& group = strata_[j].group;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint32_t stratum = tags[i * sensitive() + j];
      ++counts.of_stratum[stratum];
      ++counts.of_group[group[stratum]];
    }
    bool satisfied = true;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint32_t stratum = tags[i * sensitive() + j];
      if (!strata_[j].is_bounded(stratum)) continue;
      satisfied =
          satisfied && share_holds(counts.of_stratum[stratum], counts.of_group[group[stratum]], l_);
    }
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint32_t stratum = tags[i * sensitive() + j];
      counts.of_stratum[stratum] = 0;
      counts.of_group[group[stratum]] = 0;
    }
    if (!satisfied) return false;
  }
  return true;
}

void BucketRequirement::mark_allowed(std::span<const std::uint32_t> tags,
                                     std::span<const std::uint32_t> order,
                                     std::span<std::uint8_t> allowed, Scratch& scratch) const {
  const std::size_t rows = order.size();
  for (std::size_t p = 0; p <= rows; ++p)
    allowed[p] = p >= fewest_ && rows - p >= fewest_ ? 1 : 0;
  for (std::size_t j = 0; j < sensitive(); ++j) {
    Scratch::Counts& counts = scratch.counts[j][left];
    const std::vector<std::uint32_t>& group = strata_[j].group;
    const auto stratum_at = [&](std::size_t p) { return tags[order[p] * sensitive() + j]; };
    // Adds a tuple to one end and counts the groups that violate l.
    std::size_t violated = 0;
    const auto add = [&](std::uint32_t stratum) {
      const std::uint32_t g = group[stratum];
      std::uint32_t& total = counts.of_group[g];
      std::uint32_t& largest = scratch.largest_in_group[g];
      const bool before = !share_holds(largest, total, l_);
      ++total;
      if (strata_[j].is_bounded(stratum)) largest = std::max(largest, ++counts.of_stratum[stratum]);
      const bool after = !share_holds(largest, total, l_);
      violated += static_cast<std::size_t>(after) - static_cast<std::size_t>(before);
    };
    const auto reset = [&] {
      violated = 0;
      for (std::size_t p = 0; p < rows; ++p) {
        const std::uint32_t stratum = stratum_at(p);
        counts.of_stratum[stratum] = 0;
        counts.of_group[group[stratum]] = 0;
        scratch.largest_in_group[group[stratum]] = 0;
      }
    };
    for (std::size_t p = 0; p < rows; ++p) {
      add(stratum_at(p));
      if (violated != 0) allowed[p + 1] = 0;
    }
    reset();
    for (std::size_t p = rows; p-- > 0;) {
      add(stratum_at(p));
      if (violated != 0) allowed[p] = 0;
    }
    reset();
  }
}

bool BucketRequirement::share(std::span<const std::uint32_t> tags,
                              std::span<const std::uint32_t> order, std::span<Side> sides,
                              Scratch& scratch) const {
  // The first sensitive attribute determines the shares; allows() checks the others.
  const std::size_t stride = sensitive();
  const std::size_t rows = order.size();
  Scratch::Counts& fixed_left = scratch.counts[0][left];
  Scratch::Counts& free = scratch.counts[0][right];
  std::vector<std::uint32_t>& all = scratch.position;
  all.resize(strata_[0].distinct());
  scratch.touched.clear();
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint32_t stratum = tags[i * stride];
    if (all[stratum]++ == 0) scratch.touched.push_back(stratum);
    if (sides[i] == Side::left) ++fixed_left.of_stratum[stratum];
    if (sides[i] == Side::free) ++free.of_stratum[stratum];
  }
  std::sort(scratch.touched.begin(), scratch.touched.end());

  bool satisfied = true;
  double carry = 0;
  GroupShare share;
  const std::vector<std::uint32_t>& group = strata_[0].group;
  for (std::size_t begin = 0; begin < scratch.touched.size() && satisfied;) {
    std::size_t end = begin;
    share.strata.clear();
    share.tuples = 0;
    for (; end < scratch.touched.size() &&
           group[scratch.touched[end]] == group[scratch.touched[begin]];
         ++end) {
      const std::uint32_t stratum = scratch.touched[end];
      const std::uint32_t least = fixed_left.of_stratum[stratum];
      share.strata.push_back({stratum, all[stratum], least, least + free.of_stratum[stratum], 0,
                              strata_[0].is_bounded(stratum)});
      share.tuples += all[stratum];
    }
    const double wanted = share.tuples / 2.0 + carry;
    const auto size = choose_near(share, std::llround(wanted), l_);
    satisfied = size.has_value();
    if (size) carry = wanted - *size;
    // `free` now has the number of free tuples that still go left.
    for (const GroupShare::Stratum& s : share.strata) {
      free.of_stratum[s.id] = s.chosen - std::min(s.chosen, s.least);
    }
    begin = end;
  }
  if (satisfied) {
    for (const std::uint32_t i : order) {
      if (sides[i] != Side::free) continue;
      std::uint32_t& remaining = free.of_stratum[tags[i * stride]];
      sides[i] = remaining > 0 ? Side::left : Side::right;
      if (remaining > 0) --remaining;
    }
  }
  for (const std::uint32_t stratum : scratch.touched) {
    all[stratum] = 0;
    fixed_left.of_stratum[stratum] = 0;
    free.of_stratum[stratum] = 0;
  }
  return satisfied && allows(tags, sides, scratch);
}

std::uint32_t BucketRequirement::finish(std::span<const std::uint32_t> tags,
                                        std::span<const std::uint32_t> order,
                                        std::span<std::uint32_t> bucket_of,
                                        Scratch& scratch) const {
  // Tuples with the same q for every sensitive attribute become neighbours, otherwise in the given
  // order.
  std::vector<std::uint32_t> by_group(order.begin(), order.end());
  const auto same_group = [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t j = 0; j < sensitive(); ++j) {
      if (strata_[j].group[tags[a * sensitive() + j]] !=
          strata_[j].group[tags[b * sensitive() + j]]) {
        return false;
      }
    }
    return true;
  };
  std::stable_sort(by_group.begin(), by_group.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t j = 0; j < sensitive(); ++j) {
      const std::uint32_t group_a = strata_[j].group[tags[a * sensitive() + j]];
      const std::uint32_t group_b = strata_[j].group[tags[b * sensitive() + j]];
      if (group_a != group_b) return group_a < group_b;
    }
    return false;
  });

  Atoms atoms;
  for (std::size_t begin = 0; begin < by_group.size();) {
    std::size_t end = begin;
    std::vector<std::uint32_t> members;
    for (; end < by_group.size() && same_group(by_group[begin], by_group[end]); ++end) {
      members.push_back(by_group[end]);
    }
    std::optional<Atoms> taken = take_atoms(tags, strata_, l_, std::move(members));
    if (!taken) {
      // The members can fail l only with several sensitive columns, because the groups of one
      // column can divide the groups of another.
      std::fill(bucket_of.begin(), bucket_of.end(), 0U);
      return 1;
    }
    for (auto& atom : *taken)
      atoms.push_back(std::move(atom));
    begin = end;
  }

  // Atoms are joined until the privacy models also hold; the rest joins the last bucket.
  std::vector<std::vector<std::uint32_t>> buckets;
  std::vector<std::uint32_t> bucket_tags;
  const auto models_hold = [&](const std::vector<std::uint32_t>& bucket) {
    if (privacy_.empty()) return true;
    bucket_tags.clear();
    for (const std::uint32_t i : bucket) {
      for (std::size_t j = 0; j < sensitive(); ++j) {
        bucket_tags.push_back(tags[i * sensitive() + j]);
      }
    }
    return privacy_holds(bucket_tags, scratch);
  };
  // Atoms of harmless values can be smaller than a bucket.
  const bool any_harmless = std::any_of(strata_.begin(), strata_.end(),
                                        [](const Strata& s) { return !s.harmless.empty(); });
  const std::size_t fewest = any_harmless ? fewest_ : 1;
  // A bucket is judged again only after it has grown by a sixteenth, so a bucket of thousands of
  // atoms is not counted thousands of times.
  std::vector<std::uint32_t> open;
  std::size_t next_look = 0;
  for (const auto& atom : atoms) {
    open.insert(open.end(), atom.begin(), atom.end());
    if (open.size() < std::max(next_look, fewest)) continue;
    if (models_hold(open)) {
      buckets.push_back(std::move(open));
      open.clear();
      next_look = 0;
    } else {
      next_look = open.size() + open.size() / 16;
    }
  }
  bool complete = true;
  if (!open.empty()) {
    if (buckets.empty()) buckets.emplace_back();
    buckets.back().insert(buckets.back().end(), open.begin(), open.end());
    complete = models_hold(buckets.back());
  }
  if (!complete) {
    std::fill(bucket_of.begin(), bucket_of.end(), 0U);
    return 1;
  }
  for (std::uint32_t b = 0; b < buckets.size(); ++b) {
    for (const std::uint32_t i : buckets[b])
      bucket_of[i] = b;
  }
  return static_cast<std::uint32_t>(buckets.size());
}

}  // namespace microdata
