#include "core/fragmentation/selectivity_enforcement.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "core/privacy/equijoin_selectivity.hpp"

namespace microdata {

namespace {

// Beyond so many joins of classes none are kept.
constexpr std::size_t most_kept = 2'000'000;

// Class values, ascending; where there are at most 64 at all, as bits too.
struct ValueSet {
  std::vector<Code> values;
  std::uint64_t bits = 0;
  bool as_bits = true;

  explicit ValueSet(std::vector<Code> ascending) : values(std::move(ascending)) {
    as_bits = values.empty() || values.back() < 64;
    for (const Code value : values)
      bits |= std::uint64_t{as_bits ? 1U : 0U} << (value % 64);
  }

  bool operator<(const ValueSet& other) const { return values < other.values; }
};

ValueSet common_values(const ValueSet& a, const ValueSet& b) {
  std::vector<Code> common;
  std::set_intersection(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                        std::back_inserter(common));
  return ValueSet(std::move(common));
}

std::size_t count_common(const ValueSet& a, const ValueSet& b) {
  if (a.as_bits && b.as_bits) return static_cast<std::size_t>(std::popcount(a.bits & b.bits));
  return common_values(a, b).values.size();
}

// What a further class may be joined with: an equivalence class of each of some fragments, by their
// numbers of tuples and values, with the values that all of them have. Of those that differ in the
// tuples alone the least are kept: eta grows with them, as a version of one tuple more is one of
// one less with a value drawn by how often it has been (Polya's urn).
class AmbiguousJoins {
 public:
  using Shape = std::vector<AmbiguousClass>;

  AmbiguousJoins(std::uint32_t k, double delta) : delta_(delta), eta_(k) {}

  bool safe(std::uint32_t tuples, const ValueSet& values, const Progress& progress);

  void add_fragment(const std::vector<std::pair<std::uint32_t, ValueSet>>& classes,
                    const Progress& progress);

 private:
  // Shapes without their tuples: the numbers of values.
  using Values = std::vector<std::uint32_t>;
  using Tuples = std::vector<std::uint32_t>;
  using Least = std::map<std::pair<ValueSet, Values>, std::vector<Tuples>>;

  static void insert(const ValueSet& common, const Values& values, const Tuples& tuples,
                     Least& least, std::size_t& size);
  // By the number of common values: whether eta of these together is below delta.
  const std::vector<bool>& failing(const Shape& shape, const AmbiguousClass& with,
                                   const Progress& progress);

  double delta_;
  EquijoinSelectivity eta_;
  Least least_;
  std::size_t size_ = 0;
  bool overflowed_ = false;
  std::map<Shape, std::vector<ValueSet>> by_shape_;
  std::map<Shape, std::vector<bool>> failing_;
};

void AmbiguousJoins::insert(const ValueSet& common, const Values& values, const Tuples& tuples,
                            Least& least, std::size_t& size) {
  std::vector<Tuples>& kept = least[{common, values}];
  const auto at_most = [](const Tuples& a, const Tuples& b) {
    return std::equal(a.begin(), a.end(), b.begin(), std::less_equal<>());
  };
  if (std::any_of(kept.begin(), kept.end(), [&](const Tuples& t) { return at_most(t, tuples); })) {
    return;
  }
  size -= std::erase_if(kept, [&](const Tuples& t) { return at_most(tuples, t); });
  kept.push_back(tuples);
  ++size;
}

void AmbiguousJoins::add_fragment(const std::vector<std::pair<std::uint32_t, ValueSet>>& classes,
                                  const Progress& progress) {
  Least alone;
  std::size_t alone_size = 0;
  for (const auto& [tuples, values] : classes) {
    progress.checkpoint();
    // Safe with everything, also when joined with more.
    if (values.values.size() == 1) continue;
    insert(values, {static_cast<std::uint32_t>(values.values.size())}, {tuples}, alone, alone_size);
  }
  const Least before = least_;
  overflowed_ = overflowed_ || (size_ > 0 && alone_size > most_kept / size_);
  for (auto joined = before.begin(); joined != before.end() && !overflowed_; ++joined) {
    for (const auto& [of_class, tuples_of_class] : alone) {
      progress.checkpoint();
      const ValueSet common = common_values(joined->first.first, of_class.first);
      if (common.values.empty()) continue;
      Values values = joined->first.second;
      values.push_back(of_class.second.front());
      for (const Tuples& tuples : joined->second) {
        for (const Tuples& more : tuples_of_class) {
          Tuples all = tuples;
          all.push_back(more.front());
          insert(common, values, all, least_, size_);
        }
      }
    }
  }
  for (const auto& [of_class, tuples_of_class] : alone) {
    for (const Tuples& tuples : tuples_of_class)
      insert(of_class.first, of_class.second, tuples, least_, size_);
  }
  by_shape_.clear();
  for (const auto& [joined, all_tuples] : least_) {
    for (const Tuples& tuples : all_tuples) {
      Shape shape;
      for (std::size_t i = 0; i < tuples.size(); ++i)
        shape.push_back({tuples[i], joined.second[i]});
      std::sort(shape.begin(), shape.end());
      by_shape_[shape].push_back(joined.first);
    }
  }
}

const std::vector<bool>& AmbiguousJoins::failing(const Shape& shape, const AmbiguousClass& with,
                                                 const Progress& progress) {
  Shape all = shape;
  all.push_back(with);
  std::sort(all.begin(), all.end());
  const auto [found, is_new] = failing_.try_emplace(all);
  if (is_new) {
    std::uint32_t most = with.values;
    for (const AmbiguousClass& c : shape)
      most = std::min(most, c.values);
    found->second.assign(most + std::size_t{1}, false);
    for (std::uint32_t common = 1; common <= most; ++common)
      found->second[common] = !is_selective(eta_(all, common, progress), delta_);
  }
  return found->second;
}

bool AmbiguousJoins::safe(std::uint32_t tuples, const ValueSet& values, const Progress& progress) {
  if (values.values.size() == 1) return true;
  if (overflowed_) return false;
  const AmbiguousClass with{tuples, static_cast<std::uint32_t>(values.values.size())};
  for (const auto& [shape, sets] : by_shape_) {
    const std::vector<bool>& fails = failing(shape, with, progress);
    if (std::find(fails.begin(), fails.end(), true) == fails.end()) continue;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      progress.checkpoint_at(i);
      if (fails[count_common(sets[i], values)]) return false;
    }
  }
  return true;
}

std::vector<Code> most_frequent_first(const ClassHistogram& histogram) {
  ClassHistogram sorted = histogram;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ValueCount& a, const ValueCount& b) { return a.tuples > b.tuples; });
  std::vector<Code> values;
  for (const ValueCount& v : sorted)
    values.push_back(v.value);
  return values;
}

ValueSet set_of(std::vector<Code> values) {
  std::sort(values.begin(), values.end());
  return ValueSet(std::move(values));
}

}  // namespace

std::vector<std::vector<std::vector<Code>>> enforce_selectivity(
    std::span<const std::vector<ClassHistogram>> kinds, std::uint32_t k, double delta,
    const Progress& progress) {
  std::vector<std::vector<std::vector<Code>>> result;
  AmbiguousJoins joins(k, delta);
  for (std::size_t f = 0; f < kinds.size(); ++f) {
    std::vector<std::vector<Code>>& kept = result.emplace_back();
    std::vector<std::pair<std::uint32_t, ValueSet>> classes;
    std::map<std::pair<std::uint32_t, ValueSet>, bool> known;
    for (const ClassHistogram& histogram : kinds[f]) {
      progress.checkpoint();
      std::vector<Code> values = most_frequent_first(histogram);
      const auto tuples = static_cast<std::uint32_t>(tuples_of(histogram));
      while (true) {
        std::pair<std::uint32_t, ValueSet> state(tuples, set_of(values));
        const auto [found, is_new] = known.try_emplace(state, true);
        if (is_new) found->second = joins.safe(tuples, state.second, progress);
        if (found->second) {
          if (is_new) classes.push_back(std::move(state));
          break;
        }
        values.pop_back();
      }
      kept.push_back(std::move(values));
    }
    if (f + 1 < kinds.size()) joins.add_fragment(classes, progress);
  }
  return result;
}

}  // namespace microdata
