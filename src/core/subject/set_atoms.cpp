#include "core/subject/set_atoms.hpp"

#include <algorithm>
#include <numeric>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

class AtomDrawing {
 public:
  AtomDrawing(const SetRule& rule, std::span<const Row> persons, SetAtomScratch& scratch)
      : rule_(rule), persons_(persons), s_(scratch) {
    s_.counts.resize(rule.sets().items());
    s_.items.clear();
    for (const Row person : persons) {
      for (const Item item : rule.sets().of(person)) {
        if (s_.counts[item].left++ == 0) s_.items.push_back(item);
      }
    }
    s_.remaining.resize(persons.size());
    std::iota(s_.remaining.begin(), s_.remaining.end(), 0U);
    s_.is_drawn.assign(persons.size(), 0);
    s_.atom_of.assign(persons.size(), 0);
    s_.atoms = 0;
  }

  void take() {
    while (remaining() >= 2 * rule_.fewest() && draw_smallest())
      remove_drawn();
    // The remaining persons satisfy l at all times.
    s_.drawn = s_.remaining;
    remove_drawn();
    for (const Item item : s_.items)
      s_.counts[item] = {};
  }

 private:
  std::uint32_t remaining() const { return static_cast<std::uint32_t>(s_.remaining.size()); }

  // Returns the fewest persons of a group in which `most` may have the same item.
  std::uint32_t size_for(std::uint32_t most) const {
    return std::max({fewest_tuples(static_cast<double>(most) * rule_.l()), most, rule_.fewest()});
  }

  bool draw_smallest() {
    for (std::uint32_t most = std::max(1U, last_most_ / 2);; most += most < 4 ? 1 : most / 2) {
      const std::uint64_t size = size_for(most);
      if (size + rule_.fewest() > remaining()) return false;
      if (!draw(static_cast<std::uint32_t>(size))) continue;
      last_most_ = most;
      return true;
    }
  }

  // Draws `size` persons, needed ones first, each time the first in the order; undoes the draw if
  // it does not give an atom.
  bool draw(std::uint32_t size) {
    most_ = largest_count(size, rule_.l());
    if (!find_needs(size)) return false;
    s_.drawn.clear();
    if (needs_ > 0) draw_first(size, [this](Row person) { return is_needed(person); });
    draw_first(size, [](Row /*person*/) { return true; });
    const bool complete = s_.drawn.size() == size && needs_ == 0;
    if (complete) return true;
    for (const std::uint32_t i : s_.drawn) {
      s_.is_drawn[i] = 0;
      for (const Item item : set(i))
        --s_.counts[item].drawn;
    }
    return false;
  }

  bool find_needs(std::uint32_t size) {
    const std::uint32_t most_after = largest_count(remaining() - size, rule_.l());
    needs_ = 0;
    bool can_be = true;
    for (const Item item : s_.items) {
      SetAtomScratch::Count& count = s_.counts[item];
      count.need = count.left - std::min(count.left, most_after);
      can_be = can_be && count.need <= most_;
      needs_ += count.need;
    }
    return can_be;
  }

  template <typename Wanted>
  void draw_first(std::uint32_t size, const Wanted& wanted) {
    for (const std::uint32_t i : s_.remaining) {
      if (s_.drawn.size() == size) return;
      if (s_.is_drawn[i] != 0 || !fits(i) || !wanted(i)) continue;
      s_.is_drawn[i] = 1;
      s_.drawn.push_back(i);
      for (const Item item : set(i)) {
        SetAtomScratch::Count& count = s_.counts[item];
        if (count.drawn++ < count.need) --needs_;
      }
    }
  }

  std::span<const Item> set(std::uint32_t i) const { return rule_.sets().of(persons_[i]); }

  bool fits(std::uint32_t i) const {
    const std::span<const Item> items = set(i);
    return std::all_of(items.begin(), items.end(),
                       [this](Item item) { return s_.counts[item].drawn < most_; });
  }

  bool is_needed(std::uint32_t i) const {
    const std::span<const Item> items = set(i);
    return std::any_of(items.begin(), items.end(),
                       [this](Item item) { return s_.counts[item].drawn < s_.counts[item].need; });
  }

  void remove_drawn() {
    for (const std::uint32_t i : s_.drawn) {
      s_.is_drawn[i] = 1;
      s_.atom_of[i] = s_.atoms;
      for (const Item item : set(i)) {
        --s_.counts[item].left;
        s_.counts[item].drawn = 0;
      }
    }
    if (!s_.drawn.empty()) ++s_.atoms;
    std::erase_if(s_.remaining, [this](std::uint32_t i) { return s_.is_drawn[i] != 0; });
  }

  const SetRule& rule_;
  std::span<const Row> persons_;
  SetAtomScratch& s_;
  std::uint32_t most_ = 0;
  std::uint32_t last_most_ = 0;
  std::uint64_t needs_ = 0;
};

}  // namespace

const std::vector<std::uint32_t>& take_set_atoms(const SetRule& rule, std::span<const Row> persons,
                                                 SetAtomScratch& scratch) {
  AtomDrawing(rule, persons, scratch).take();
  return scratch.atom_of;
}

std::uint32_t join_atoms(SetJudge& judge, std::span<const Row> persons,
                         std::span<const std::uint32_t> atom_of,
                         std::span<std::uint32_t> bucket_of_atom) {
  std::vector<std::vector<Row>> atoms(bucket_of_atom.size());
  for (std::size_t i = 0; i < persons.size(); ++i)
    atoms[atom_of[i]].push_back(persons[i]);
  std::vector<std::vector<Row>> buckets;
  bool last_holds = true;
  for (std::size_t a = 0; a < atoms.size(); ++a) {
    if (last_holds) buckets.emplace_back();
    buckets.back().insert(buckets.back().end(), atoms[a].begin(), atoms[a].end());
    bucket_of_atom[a] = static_cast<std::uint32_t>(buckets.size() - 1);
    last_holds = judge.models_hold(buckets.back());
  }
  while (!last_holds && buckets.size() > 1) {
    const std::vector<Row> rest = std::move(buckets.back());
    buckets.pop_back();
    buckets.back().insert(buckets.back().end(), rest.begin(), rest.end());
    last_holds = judge.models_hold(buckets.back());
  }
  const auto last = static_cast<std::uint32_t>(buckets.size() - 1);
  for (std::uint32_t& bucket : bucket_of_atom)
    bucket = std::min(bucket, last);
  return last + 1;
}

}  // namespace microdata
