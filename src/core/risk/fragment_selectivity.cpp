#include "core/risk/fragment_selectivity.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/privacy/equijoin_selectivity.hpp"

namespace microdata {

namespace {

// Largest number of joins that are looked at.
constexpr std::size_t most_narrowed_joins = 200'000'000;

// The fewest tuples of any equivalence class with these values, which are ascending.
struct LeastClass {
  std::vector<Code> values;
  std::uint32_t tuples;
};

class SelectivitySearch {
 public:
  SelectivitySearch(std::vector<std::vector<LeastClass>> classes, std::uint32_t k,
                    FragmentSelectivity& result, const Progress& progress)
      : classes_(std::move(classes)), eta_(k), result_(result), progress_(progress) {}

  void run() {
    for (std::size_t f = 0; f < classes_.size(); ++f) {
      chosen_ = {f};
      for (const LeastClass& c : classes_[f]) {
        shape_ = {shape_of(c)};
        extend(c.values, f + 1);
      }
    }
  }

 private:
  static AmbiguousClass shape_of(const LeastClass& c) {
    return {c.tuples, static_cast<std::uint32_t>(c.values.size())};
  }

  double eta(std::uint32_t common) {
    std::pair<std::vector<AmbiguousClass>, std::uint32_t> key(shape_, common);
    std::sort(key.first.begin(), key.first.end());
    const auto [found, is_new] = known_.try_emplace(key, 0);
    if (is_new) found->second = eta_(key.first, common, progress_);
    return found->second;
  }

  // Extends the chosen classes, which have the values `common` in common, by classes of the
  // fragments from `next` on.
  void extend(const std::vector<Code>& common, std::size_t next) {
    std::vector<Code> shared;
    for (std::size_t f = next; f < classes_.size() && !result_.cursory; ++f) {
      chosen_.push_back(f);
      for (const LeastClass& c : classes_[f]) {
        if (++looked_at_ % 4096 == 0) progress_.checkpoint();
        if (looked_at_ > most_narrowed_joins) {
          result_.cursory = true;
          break;
        }
        shared.clear();
        std::set_intersection(common.begin(), common.end(), c.values.begin(), c.values.end(),
                              std::back_inserter(shared));
        if (shared.empty()) continue;
        shape_.push_back(shape_of(c));
        const double reached = eta(static_cast<std::uint32_t>(shared.size()));
        if (reached < result_.smallest_eta) {
          result_.smallest_eta = reached;
          result_.joined = chosen_;
        }
        extend(shared, f + 1);
        shape_.pop_back();
      }
      chosen_.pop_back();
    }
  }

  std::vector<std::vector<LeastClass>> classes_;
  EquijoinSelectivity eta_;
  FragmentSelectivity& result_;
  const Progress& progress_;
  std::vector<std::size_t> chosen_;
  std::vector<AmbiguousClass> shape_;
  std::map<std::pair<std::vector<AmbiguousClass>, std::uint32_t>, double> known_;
  std::size_t looked_at_ = 0;
};

}  // namespace

FragmentSelectivity measure_fragment_selectivity(std::span<const FragmentView> fragments,
                                                 std::uint32_t k, const Progress& progress) {
  FragmentSelectivity result;
  std::vector<std::vector<LeastClass>> classes;
  bool first = true;
  for (const FragmentView& fragment : fragments) {
    const FragmentClasses read = read_classes(fragment, progress);
    std::map<std::vector<Code>, std::uint32_t> least;
    for (std::size_t c = 0; c < read.rows.size(); ++c) {
      progress.checkpoint_at(c);
      result.smallest_class = first ? read.rows[c] : std::min(result.smallest_class, read.rows[c]);
      first = false;
      std::vector<Code> values;
      bool repeated = false;
      for (const ValueCount& v : read.counts[c]) {
        values.push_back(v.value);
        repeated = repeated || v.tuples > 1;
      }
      result.repeated_values += repeated ? 1 : 0;
      const auto [found, is_new] = least.try_emplace(values, read.rows[c]);
      if (!is_new) found->second = std::min(found->second, read.rows[c]);
    }
    std::vector<LeastClass>& of_fragment = classes.emplace_back();
    for (const auto& [values, tuples] : least)
      of_fragment.push_back({values, tuples});
  }
  SelectivitySearch(std::move(classes), k, result, progress).run();
  return result;
}

}  // namespace microdata
