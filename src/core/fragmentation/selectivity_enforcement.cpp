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

// Largest number of joins of equivalence classes. With more, no joins are kept.
constexpr std::size_t most_kept = 200'000;

// Class values in ascending order. The bits represent the values below 64.
struct ValueSet {
  std::vector<Code> values;
  std::uint64_t bits = 0;
  // True if the bits represent all values.
  bool as_bits = true;

  explicit ValueSet(std::vector<Code> ascending) : values(std::move(ascending)) {
    as_bits = values.empty() || values.back() < 64;
    for (const Code value : values) {
      if (value < 64) bits |= std::uint64_t{1} << value;
    }
  }

  bool operator<(const ValueSet& other) const { return values < other.values; }
};

ValueSet common_values(const ValueSet& a, const ValueSet& b) {
  std::vector<Code> common;
  std::set_intersection(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                        std::back_inserter(common));
  return ValueSet(std::move(common));
}

// The joins with which a further equivalence class can be joined. Each join has one equivalence
// class of some fragments, described by their numbers of tuples and values, and the values common
// to all.
//
// Joins with the fewest tuples are kept among equals, because eta grows with the tuples. A
// version of one tuple more is a version of one tuple less, plus a value drawn in proportion to its
// occurrences (Polya's urn).
class AmbiguousJoins {
 public:
  using Shape = std::vector<AmbiguousClass>;

  AmbiguousJoins(std::uint32_t k, double delta) : delta_(delta), eta_(k) {}

  // True if an equivalence class is safe with every join. The more `queries` are expected, the less
  // time each gets.
  bool safe(std::uint32_t tuples, const ValueSet& values, std::size_t queries,
            const Progress& progress);

  void add_fragment(const std::vector<std::pair<std::uint32_t, ValueSet>>& classes,
                    const Progress& progress);

 private:
  // Numbers of values of a shape, without its tuples.
  using Values = std::vector<std::uint32_t>;
  using Tuples = std::vector<std::uint32_t>;
  using Least = std::map<std::pair<ValueSet, Values>, std::vector<Tuples>>;

  static void insert(const ValueSet& common, const Values& values, const Tuples& tuples,
                     Least& least, std::size_t& size);
  // Returns, by the number of common values, whether eta of the shape and the class together is
  // below delta.
  const std::vector<bool>& failing(const Shape& shape, const AmbiguousClass& with,
                                   const Progress& progress);
  void index(const Progress& progress);
  bool fails_by_bits(const AmbiguousClass& with, const ValueSet& values, std::size_t most,
                     const Progress& progress);
  bool fails_by_values(const AmbiguousClass& with, const ValueSet& values, std::size_t most,
                       const Progress& progress);

  double delta_;
  EquijoinSelectivity eta_;
  Least least_;
  std::size_t size_ = 0;
  bool overflowed_ = false;
  // True if all joins have only values below 64. by_shape_ then has these values as bits.
  bool as_bits_ = true;
  std::map<Shape, std::vector<std::uint64_t>> by_shape_;
  // Shape of each join, joins that have a value, and number of common values, used if as_bits_ is
  // false.
  std::vector<const Shape*> shape_of_join_;
  std::vector<std::vector<std::uint32_t>> joins_with_;
  std::vector<std::uint32_t> common_;
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
    // A class of a single value is safe with every join, and with further joins of it.
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
  index(progress);
}

void AmbiguousJoins::index(const Progress& progress) {
  by_shape_.clear();
  shape_of_join_.clear();
  joins_with_.clear();
  as_bits_ = std::all_of(least_.begin(), least_.end(),
                         [](const auto& joined) { return joined.first.first.as_bits; });
  for (const auto& [joined, all_tuples] : least_) {
    progress.checkpoint();
    const std::vector<Code>& values = joined.first.values;
    for (const Tuples& tuples : all_tuples) {
      Shape shape;
      for (std::size_t i = 0; i < tuples.size(); ++i)
        shape.push_back({tuples[i], joined.second[i]});
      std::sort(shape.begin(), shape.end());
      const auto found = by_shape_.try_emplace(std::move(shape)).first;
      if (as_bits_) {
        found->second.push_back(joined.first.bits);
        continue;
      }
      if (joins_with_.size() <= values.back()) joins_with_.resize(values.back() + std::size_t{1});
      for (const Code value : values)
        joins_with_[value].push_back(static_cast<std::uint32_t>(shape_of_join_.size()));
      shape_of_join_.push_back(&found->first);
    }
  }
  common_.assign(shape_of_join_.size(), 0);
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

bool AmbiguousJoins::fails_by_bits(const AmbiguousClass& with, const ValueSet& values,
                                   std::size_t most, const Progress& progress) {
  std::size_t looked_at = 0;
  for (const auto& [shape, sets] : by_shape_) {
    const std::vector<bool>& fails = failing(shape, with, progress);
    if (std::find(fails.begin(), fails.end(), true) == fails.end()) continue;
    progress.checkpoint();
    looked_at += sets.size();
    if (looked_at > most) return true;
    for (const std::uint64_t bits : sets) {
      if (fails[static_cast<std::size_t>(std::popcount(bits & values.bits))]) return true;
    }
  }
  return false;
}

bool AmbiguousJoins::fails_by_values(const AmbiguousClass& with, const ValueSet& values,
                                     std::size_t most, const Progress& progress) {
  std::vector<std::uint32_t> sharing;
  std::size_t looked_at = 0;
  for (const Code value : values.values) {
    if (value >= joins_with_.size()) continue;
    progress.checkpoint();
    looked_at += joins_with_[value].size();
    if (looked_at > most) break;
    for (const std::uint32_t join : joins_with_[value]) {
      if (common_[join]++ == 0) sharing.push_back(join);
    }
  }
  bool fails = looked_at > most;
  for (std::size_t i = 0; i < sharing.size(); ++i) {
    progress.checkpoint_at(i);
    const std::uint32_t common = std::exchange(common_[sharing[i]], 0);
    fails = fails || failing(*shape_of_join_[sharing[i]], with, progress)[common];
  }
  return fails;
}

bool AmbiguousJoins::safe(std::uint32_t tuples, const ValueSet& values, std::size_t queries,
                          const Progress& progress) {
  if (values.values.size() == 1) return true;
  if (overflowed_) return false;
  constexpr std::size_t most_in_all = 1'000'000'000;
  const std::size_t most =
      std::max<std::size_t>(most_in_all / std::max<std::size_t>(queries, 1), 2000);
  const AmbiguousClass with{tuples, static_cast<std::uint32_t>(values.values.size())};
  return !(as_bits_ ? fails_by_bits(with, values, most, progress)
                    : fails_by_values(with, values, most, progress));
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
        if (is_new) found->second = joins.safe(tuples, state.second, kinds[f].size(), progress);
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
