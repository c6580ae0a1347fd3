#include "core/risk/fragment_joins.hpp"

#include <algorithm>
#include <map>

namespace microdata {

namespace {

// Largest number of joins that are looked at.
constexpr std::size_t most_joins = 2'000'000'000;

std::uint64_t total(const ClassCounts& counts) {
  std::uint64_t rows = 0;
  for (const ValueCount& v : counts)
    rows += v.tuples;
  return rows;
}

// Returns the classes that may be in a join of fewer than k rows. A class is left out if it has k
// rows of each of its values. It is also left out if another class has the same values and no more
// rows of any value.
std::vector<ClassCounts> least_classes(const std::vector<ClassCounts>& classes, std::uint32_t k,
                                       const Progress& progress) {
  std::map<std::vector<Code>, std::vector<ClassCounts>> by_values;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    progress.checkpoint_at(c);
    const ClassCounts& counts = classes[c];
    if (std::all_of(counts.begin(), counts.end(),
                    [&](const ValueCount& v) { return v.tuples >= k; })) {
      continue;
    }
    std::vector<Code> values;
    for (const ValueCount& v : counts)
      values.push_back(v.value);
    by_values[values].push_back(counts);
  }
  std::vector<ClassCounts> result;
  for (auto& [values, alike] : by_values) {
    std::stable_sort(alike.begin(), alike.end(), [](const ClassCounts& a, const ClassCounts& b) {
      return total(a) < total(b);
    });
    const auto first = static_cast<std::ptrdiff_t>(result.size());
    for (const ClassCounts& counts : alike) {
      progress.checkpoint();
      const bool has_less =
          std::any_of(result.begin() + first, result.end(), [&](const ClassCounts& other) {
            return std::equal(
                other.begin(), other.end(), counts.begin(),
                [](const ValueCount& a, const ValueCount& b) { return a.tuples <= b.tuples; });
          });
      if (!has_less) result.push_back(counts);
    }
  }
  return result;
}

// Computes the number of rows of each value in the join of two classes, at most k.
void join(const ClassCounts& a, const ClassCounts& b, std::uint32_t k, ClassCounts& joined) {
  joined.clear();
  auto in_b = b.begin();
  for (const ValueCount& v : a) {
    while (in_b != b.end() && in_b->value < v.value)
      ++in_b;
    if (in_b == b.end()) return;
    if (in_b->value != v.value) continue;
    const std::uint64_t rows = std::uint64_t{v.tuples} * in_b->tuples;
    joined.push_back({v.value, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, k))});
  }
}

// Search through all choices of fragments and of an equivalence class of each.
class Search {
 public:
  Search(std::vector<std::vector<ClassCounts>> classes, FragmentJoins& result,
         const Progress& progress)
      : classes_(std::move(classes)), result_(result), progress_(progress) {
    joined_.resize(classes_.size());
  }

  void run() {
    for (std::size_t f = 0; f < classes_.size(); ++f) {
      chosen_ = {f};
      for (const ClassCounts& counts : classes_[f])
        extend(counts, f + 1);
    }
  }

 private:
  void extend(const ClassCounts& counts, std::size_t next) {
    for (std::size_t f = next; f < classes_.size() && !result_.cursory; ++f) {
      chosen_.push_back(f);
      ClassCounts& joined = joined_[f];
      for (const ClassCounts& other : classes_[f]) {
        if (++looked_at_ % 8192 == 0) progress_.checkpoint();
        if (looked_at_ > most_joins) {
          result_.cursory = true;
          break;
        }
        const auto least = static_cast<std::uint32_t>(result_.smallest_join);
        join(counts, other, least, joined);
        if (joined.empty()) continue;
        const std::uint64_t rows = total(joined);
        if (rows < result_.smallest_join) {
          result_.smallest_join = rows;
          result_.joined = chosen_;
        }
        // A further join leaves a value at least as many rows, or no row.
        const bool may_shrink = std::any_of(joined.begin(), joined.end(), [&](const ValueCount& v) {
          return v.tuples < result_.smallest_join;
        });
        if (may_shrink) extend(joined, f + 1);
      }
      chosen_.pop_back();
    }
  }

  std::vector<std::vector<ClassCounts>> classes_;
  FragmentJoins& result_;
  const Progress& progress_;
  std::vector<std::size_t> chosen_;
  std::vector<ClassCounts> joined_;  // by the fragment that was joined last
  std::size_t looked_at_ = 0;
};

}  // namespace

FragmentJoins measure_fragment_joins(std::span<const FragmentView> fragments, std::uint32_t k,
                                     const Progress& progress) {
  FragmentJoins result;
  result.smallest_join = k;
  std::vector<std::vector<ClassCounts>> classes;
  bool first = true;
  for (const FragmentView& fragment : fragments) {
    const FragmentClasses read = read_classes(fragment, progress);
    for (const std::uint32_t rows : read.rows) {
      result.smallest_class = first ? rows : std::min(result.smallest_class, rows);
      first = false;
    }
    classes.push_back(least_classes(read.counts, k, progress));
  }
  Search(std::move(classes), result, progress).run();
  return result;
}

}  // namespace microdata
