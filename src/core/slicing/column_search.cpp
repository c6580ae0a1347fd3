#include "core/slicing/column_search.hpp"

#include <algorithm>
#include <utility>

#include "core/slicing/feasibility.hpp"

namespace microdata {

namespace {

// Limit on the rows that are read, over all columns tried, and the least number of columns tried. A
// column of 30,000 rows takes about a millisecond.
constexpr std::size_t most_rows_looked_at = 30'000'000;
constexpr std::size_t fewest_columns_tried = 64;

// Search for the best feasible set by adding one candidate after the other. An infeasible set stays
// infeasible with more attributes, because some part of a group has at least the group's share.
class ColumnSearch {
 public:
  ColumnSearch(const Microdata& data, const ColumnCandidates& candidates, std::span<const Row> rows,
               double l, const Progress& progress)
      : data_(data),
        rows_(rows),
        l_(l),
        progress_(progress),
        fixed_(candidates.fixed),
        left_(std::max(most_rows_looked_at / std::max<std::size_t>(rows.size(), 1),
                       fewest_columns_tried)) {
    for (std::size_t i = 0; i < candidates.attributes.size(); ++i) {
      if (!is_feasible({candidates.attributes[i]})) continue;
      attributes_.push_back(candidates.attributes[i]);
      correlation_.push_back(candidates.correlation[i]);
    }
    most_ = std::min(candidates.most, attributes_.size());
  }

  AttributeSet run() {
    extend(0, 0);
    std::sort(best_.begin(), best_.end());
    return std::move(best_);
  }

 private:
  bool is_feasible(const AttributeSet& chosen) {
    Column column{fixed_, {}};
    column.attributes.insert(column.attributes.end(), chosen.begin(), chosen.end());
    std::sort(column.attributes.begin(), column.attributes.end());
    return !find_infeasible(data_, column, rows_, l_, progress_);
  }

  // True if candidates from `next` on can extend the chosen set to a better one than the best
  // found.
  bool is_promising(std::size_t next, double sum) const {
    const std::size_t more = std::min(most_ - chosen_.size(), attributes_.size() - next);
    if (chosen_.size() + more != best_.size()) return chosen_.size() + more > best_.size();
    for (std::size_t i = next; i < next + more; ++i)
      sum += correlation_[i];
    return sum > best_sum_;
  }

  void extend(std::size_t next, double sum) {
    if (chosen_.size() > best_.size() || (chosen_.size() == best_.size() && sum > best_sum_)) {
      best_ = chosen_;
      best_sum_ = sum;
    }
    if (chosen_.size() == most_) return;
    for (std::size_t i = next; i < attributes_.size() && is_promising(i, sum); ++i) {
      // The first descent takes each feasible candidate; it is always finished.
      if (left_ == 0 && descended_) return;
      if (left_ > 0) --left_;
      chosen_.push_back(attributes_[i]);
      if (chosen_.size() == 1 || is_feasible(chosen_)) extend(i + 1, sum + correlation_[i]);
      chosen_.pop_back();
    }
    descended_ = true;
  }

  const Microdata& data_;
  std::span<const Row> rows_;
  double l_;
  const Progress& progress_;
  const AttributeSet& fixed_;
  // Number of columns that may still be tried.
  std::size_t left_;
  bool descended_ = false;
  // Candidates that are feasible by themselves.
  AttributeSet attributes_;
  std::vector<double> correlation_;
  std::size_t most_ = 0;
  AttributeSet chosen_;
  AttributeSet best_;
  double best_sum_ = 0;
};

}  // namespace

AttributeSet most_correlated_feasible(const Microdata& data, const ColumnCandidates& candidates,
                                      std::span<const Row> rows, double l,
                                      const Progress& progress) {
  return ColumnSearch(data, candidates, rows, l, progress).run();
}

}  // namespace microdata
