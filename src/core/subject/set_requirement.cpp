#include "core/subject/set_requirement.hpp"

#include <algorithm>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Limit on the size of regions that are finished by atoms, because atoms take time quadratic in
// their number. Larger regions that no cut divides are left for draw_persons().
constexpr std::size_t largest_finished = 1024;

std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}

}  // namespace

SetRequirement::Scratch SetRequirement::make_scratch() const {
  const std::vector<std::uint32_t> zero(rule_.sets().items());
  return {{zero, zero}, std::vector<std::int32_t>(zero.size()), {}, {}, {}, SetJudge(rule_)};
}

std::size_t SetRequirement::finish_size() const {
  return std::min<std::size_t>(8 * fewest(), largest_finished);
}

bool SetRequirement::clear(std::span<const std::uint32_t> tags, Scratch& scratch,
                           bool result) const {
  const std::size_t items = rule_.sets().items();
  if (items <= tags.size()) {
    for (std::vector<std::uint32_t>& counts : scratch.counts)
      std::fill(counts.begin(), counts.end(), 0U);
    return result;
  }
  for (const std::uint32_t person : tags) {
    for (const Item item : rule_.sets().of(person))
      scratch.counts[0][item] = scratch.counts[1][item] = 0;
  }
  return result;
}

bool SetRequirement::allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
                            Scratch& scratch) const {
  std::array<std::uint32_t, 2> persons{};
  persons[0] = static_cast<std::uint32_t>(std::count(sides.begin(), sides.end(), Side::left));
  persons[1] = static_cast<std::uint32_t>(sides.size()) - persons[0];
  if (std::min(persons[0], persons[1]) < fewest()) return false;
  const std::array<std::uint32_t, 2> most{largest_count(persons[0], rule_.l()),
                                          largest_count(persons[1], rule_.l())};
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const std::size_t side = index(sides[i]);
    std::vector<std::uint32_t>& counts = scratch.counts[side];
    for (const Item item : rule_.sets().of(tags[i])) {
      if (++counts[item] > most[side]) return clear(tags.first(i + 1), scratch, false);
    }
  }
  clear(tags, scratch, true);
  if (!rule_.has_models()) return true;
  for (std::vector<Row>& side : scratch.side)
    side.clear();
  for (std::size_t i = 0; i < tags.size(); ++i)
    scratch.side[index(sides[i])].push_back(tags[i]);
  return scratch.judge.models_hold(scratch.side[0]) && scratch.judge.models_hold(scratch.side[1]);
}

void SetRequirement::mark_allowed(std::span<const std::uint32_t> tags,
                                  std::span<const std::uint32_t> order,
                                  std::span<std::uint8_t> allowed, Scratch& scratch) const {
  const std::size_t persons = order.size();
  for (std::size_t p = 0; p <= persons; ++p)
    allowed[p] = p >= fewest() && persons - p >= fewest() ? 1 : 0;
  std::vector<std::uint32_t>& counts = scratch.counts[0];
  std::uint32_t largest = 0;
  const auto add = [&](std::size_t p) {
    for (const Item item : rule_.sets().of(tags[order[p]]))
      largest = std::max(largest, ++counts[item]);
  };
  for (std::size_t p = 0; p < persons; ++p) {
    add(p);
    if (!share_holds(largest, static_cast<double>(p + 1), rule_.l())) allowed[p + 1] = 0;
  }
  clear(tags, scratch, true);
  largest = 0;
  for (std::size_t p = persons; p-- > 0;) {
    add(p);
    if (!share_holds(largest, static_cast<double>(persons - p), rule_.l())) allowed[p] = 0;
  }
  clear(tags, scratch, true);
}

bool SetRequirement::share(std::span<const std::uint32_t> tags,
                           std::span<const std::uint32_t> order, std::span<Side> sides,
                           Scratch& scratch) const {
  // Items with at least half of the allowed count are shared out first, each as evenly as possible.
  // Persons without such an item then fill the sides up, the first in the order to the left.
  std::vector<std::uint32_t>& counts = scratch.counts[0];
  for (const std::uint32_t person : tags) {
    for (const Item item : rule_.sets().of(person))
      ++counts[item];
  }
  const double half_of_most = static_cast<double>(tags.size()) / rule_.l() / 2;
  const auto is_heavy = [&](Item item) { return counts[item] >= half_of_most; };
  std::array<std::size_t, 2> room{tags.size() / 2, tags.size() - tags.size() / 2};
  const auto put = [&](std::uint32_t i, Side side) {
    sides[i] = side;
    std::size_t& left = room[index(side)];
    if (left > 0) --left;
    for (const Item item : rule_.sets().of(tags[i]))
      scratch.more_left[item] += side == Side::left ? 1 : -1;
  };
  for (const std::uint32_t i : order) {
    if (sides[i] != Side::free) put(i, sides[i]);
  }
  for (const std::uint32_t i : order) {
    if (sides[i] != Side::free) continue;
    bool heavy = false;
    std::int64_t more_left = 0;
    for (const Item item : rule_.sets().of(tags[i])) {
      if (!is_heavy(item)) continue;
      heavy = true;
      more_left += scratch.more_left[item];
    }
    if (!heavy) continue;
    Side side = more_left > 0 || (more_left == 0 && room[0] < room[1]) ? Side::right : Side::left;
    if (room[index(side)] == 0) side = side == Side::left ? Side::right : Side::left;
    put(i, side);
  }
  for (const std::uint32_t i : order) {
    if (sides[i] == Side::free) put(i, room[0] > 0 ? Side::left : Side::right);
  }
  for (const std::uint32_t person : tags) {
    for (const Item item : rule_.sets().of(person))
      scratch.more_left[item] = 0;
  }
  clear(tags, scratch, true);
  return allows(tags, sides, scratch);
}

std::uint32_t SetRequirement::finish(std::span<const std::uint32_t> tags,
                                     std::span<const std::uint32_t> order,
                                     std::span<std::uint32_t> bucket_of, Scratch& scratch) const {
  if (order.size() > largest_finished) return 1;
  scratch.persons.clear();
  for (const std::uint32_t i : order)
    scratch.persons.push_back(tags[i]);
  const std::vector<std::uint32_t>& atom_of = take_set_atoms(rule_, scratch.persons, scratch.atoms);
  if (!rule_.has_models()) {
    for (std::size_t p = 0; p < order.size(); ++p)
      bucket_of[order[p]] = atom_of[p];
    return scratch.atoms.atoms;
  }
  std::vector<std::uint32_t> bucket_of_atom(scratch.atoms.atoms);
  const std::uint32_t buckets = join_atoms(scratch.judge, scratch.persons, atom_of, bucket_of_atom);
  for (std::size_t p = 0; p < order.size(); ++p)
    bucket_of[order[p]] = bucket_of_atom[atom_of[p]];
  return buckets;
}

}  // namespace microdata
