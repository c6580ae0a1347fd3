#include "core/partition/atoms.hpp"

#include <algorithm>
#include <utility>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Largest number of members with which atoms of at least twice the fewest tuples are tried, because
// each size might examine all members. For an integer l smaller atoms suffice. For other l only
// larger atoms can come near to 1/l, for example 10 of 13 tuples for l = 1.3.
constexpr std::size_t few_members = 256;

class AtomDrawing {
 public:
  AtomDrawing(std::span<const std::uint32_t> tags, std::span<const Strata> strata, double l,
              std::vector<std::uint32_t> members)
      : tags_(tags), sensitive_(strata.size()), l_(l), members_(std::move(members)) {
    values_.resize(sensitive_);
    slots_.resize(members_.size() * sensitive_);
    for (std::size_t j = 0; j < sensitive_; ++j) {
      std::vector<std::uint32_t> ids;
      for (const std::uint32_t i : members_)
        ids.push_back(tags_[i * sensitive_ + j]);
      std::vector<std::uint32_t> distinct = ids;
      std::sort(distinct.begin(), distinct.end());
      distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
      values_[j].resize(distinct.size());
      for (std::size_t slot = 0; slot < distinct.size(); ++slot)
        values_[j][slot].bounded = strata[j].is_bounded(distinct[slot]);
      for (std::size_t m = 0; m < members_.size(); ++m) {
        const auto slot = static_cast<std::uint32_t>(
            std::lower_bound(distinct.begin(), distinct.end(), ids[m]) - distinct.begin());
        slots_[m * sensitive_ + j] = slot;
        ++values_[j][slot].left;
      }
    }
    taken_.resize(members_.size());
    remaining_ = static_cast<std::uint32_t>(members_.size());
  }

  bool satisfied() const {
    for (const auto& values : values_) {
      for (const Value& value : values) {
        if (value.bounded && !share_holds(value.left, remaining_, l_)) return false;
      }
    }
    return true;
  }

  // Returns the members by atom. Requires satisfied().
  Atoms take() {
    Atoms atoms;
    const std::uint32_t fewest = std::max(fewest_tuples(l_), 1U);
    while (remaining_ >= 2 * fewest) {
      bool found = false;
      const std::uint32_t below = members_.size() <= few_members ? remaining_ : 2 * fewest;
      const std::uint32_t most = std::min(below - 1, remaining_ - fewest);
      for (std::uint32_t size = fewest; size <= most && !found; ++size)
        found = draw(size);
      if (!found) break;
      atoms.push_back(remove_drawn());
    }
    drawn_.clear();
    for (std::uint32_t m = 0; m < members_.size(); ++m) {
      if (taken_[m] == 0) drawn_.push_back(m);
    }
    if (!drawn_.empty()) atoms.push_back(remove_drawn());
    return atoms;
  }

 private:
  struct Value {
    std::uint32_t left = 0;   // tuples not yet in an atom
    std::uint32_t drawn = 0;  // tuples in the current atom
    std::uint32_t need = 0;   // tuples that the current atom must have so that the rest satisfies l
    bool bounded = true;      // false for a harmless value
  };

  Value& value(std::uint32_t member, std::size_t j) {
    return values_[j][slots_[member * sensitive_ + j]];
  }

  bool fits(std::uint32_t member, std::uint32_t most) {
    if (taken_[member] != 0) return false;
    for (std::size_t j = 0; j < sensitive_; ++j) {
      if (value(member, j).bounded && value(member, j).drawn >= most) return false;
    }
    return true;
  }

  bool needed(std::uint32_t member) {
    for (std::size_t j = 0; j < sensitive_; ++j) {
      if (value(member, j).drawn < value(member, j).need) return true;
    }
    return false;
  }

  void draw_member(std::uint32_t member) {
    taken_[member] = 1;
    drawn_.push_back(member);
    for (std::size_t j = 0; j < sensitive_; ++j)
      ++value(member, j).drawn;
  }

  // Draws `size` tuples in the given order, necessary tuples first. If these make no atom, undoes
  // the draw and returns false.
  bool draw(std::uint32_t size) {
    const std::uint32_t most = largest_count(size, l_);
    const std::uint32_t most_after = largest_count(remaining_ - size, l_);
    drawn_.clear();
    std::uint32_t needs = 0;
    for (auto& values : values_) {
      for (Value& v : values) {
        v.need = v.bounded ? v.left - std::min(v.left, most_after) : 0;
        needs += v.need;
      }
    }
    while (first_ < members_.size() && taken_[first_] != 0)
      ++first_;
    if (needs > 0) {
      for (std::uint32_t m = first_; m < members_.size() && drawn_.size() < size; ++m) {
        if (fits(m, most) && needed(m)) draw_member(m);
      }
    }
    for (std::uint32_t m = first_; m < members_.size() && drawn_.size() < size; ++m) {
      if (fits(m, most)) draw_member(m);
    }
    bool complete = drawn_.size() == size;
    for (const auto& values : values_) {
      for (const Value& v : values)
        complete = complete && v.drawn >= v.need;
    }
    if (!complete) {
      for (const std::uint32_t m : drawn_) {
        taken_[m] = 0;
        for (std::size_t j = 0; j < sensitive_; ++j)
          --value(m, j).drawn;
      }
    }
    return complete;
  }

  std::vector<std::uint32_t> remove_drawn() {
    std::vector<std::uint32_t> atom;
    for (const std::uint32_t m : drawn_) {
      taken_[m] = 1;
      atom.push_back(members_[m]);
      for (std::size_t j = 0; j < sensitive_; ++j) {
        Value& v = value(m, j);
        v.drawn = 0;
        --v.left;
      }
    }
    remaining_ -= static_cast<std::uint32_t>(drawn_.size());
    return atom;
  }

  std::span<const std::uint32_t> tags_;
  std::size_t sensitive_;
  double l_;
  std::vector<std::uint32_t> members_;
  std::vector<std::vector<Value>> values_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint8_t> taken_;
  std::vector<std::uint32_t> drawn_;
  std::uint32_t first_ = 0;
  std::uint32_t remaining_ = 0;
};

}  // namespace

std::optional<Atoms> take_atoms(std::span<const std::uint32_t> tags, std::span<const Strata> strata,
                                double l, std::vector<std::uint32_t> members) {
  AtomDrawing drawing(tags, strata, l, std::move(members));
  if (!drawing.satisfied()) return std::nullopt;
  return drawing.take();
}

}  // namespace microdata
