#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/choice/inference_goal.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/subject/rows_left_out.hpp"

namespace microdata {

// Search for a bucket size that meets the goal. The size counts tuples, which are rows, or persons
// with several rows each.
template <typename Release>
class GoalSearch {
 public:
  // A function that publishes with privacy models for the bucket size in addition to the options'
  // own.
  using Publish = std::function<Release(const std::vector<PrivacyModel>&)>;
  using Attack = std::function<InferenceReached(const Release&, const AttackLimits&)>;

  GoalSearch(Row tuples, const InferenceGoal& goal, Publish publish, Attack attack)
      : tuples_(tuples), goal_(goal), publish_(std::move(publish)), attack_(std::move(attack)) {}

  MadeForGoal<Release> run() {
    bool met = attempt(size_) || grow(4);
    while (met && size_ > grown(too_small_, 1.2)) {
      const std::uint32_t between = middle(too_small_, size_);
      if (attempt(between)) {
        size_ = between;
      } else {
        too_small_ = between;
      }
    }
    while (met && !confirm())
      met = grow(1.25);
    return met ? std::move(*found_) : std::move(*nearest_);
  }

 private:
  std::uint32_t grown(std::uint32_t size, double times) const {
    const auto larger =
        std::max(size + std::uint64_t{1}, static_cast<std::uint64_t>(std::floor(size * times)));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(larger, tuples_));
  }

  // Grows to the next size that meets the goal. Returns false if no size does.
  bool grow(double times) {
    bool met = false;
    while (!met && size_ < tuples_) {
      too_small_ = size_;
      size_ = grown(size_, times);
      met = attempt(size_);
    }
    return met;
  }

  static std::uint32_t middle(std::uint32_t below, std::uint32_t above) {
    const auto between =
        static_cast<std::uint32_t>(std::sqrt(static_cast<double>(std::max(below, 1U)) * above));
    return std::clamp(between, below + 1, above - 1);
  }

  // Returns true if the release with buckets of this size meets the goal by the attack of the
  // search, and stores the release in found_.
  bool attempt(std::uint32_t size) {
    std::vector<PrivacyModel> models;
    if (size > 1) models.emplace_back(KAnonymity{static_cast<double>(size)});
    MadeForGoal<Release> made;
    made.bucket_size = size;
    try {
      made.release = publish_(models);
    } catch (const Infeasible& infeasible) {
      // The table has too few tuples for buckets of this size. Without a size, the options
      // themselves cannot be met.
      const bool too_large = infeasible.reason == Infeasible::Reason::privacy ||
                             infeasible.reason == Infeasible::Reason::too_few_rows;
      if (size > 1 && too_large) return false;
      throw;
    } catch (const RowsLeftOut&) {
      // Too few persons have equally many rows for buckets of this size.
      if (size > 1) return false;
      throw;
    }
    made.reached = attack_(made.release, goal_.search);
    const double high = made.reached.interval.high;
    // The whole table is the largest bucket, so its own attack decides.
    made.met = high + (size < tuples_ ? missed_ : 0) <= goal_.share;
    if (made.met) {
      found_ = std::move(made);
      return true;
    }
    if (high > goal_.share) keep_nearest(std::move(made));
    return false;
  }

  // The draws of the search favoured the chosen size, so another attack decides.
  bool confirm() {
    const double searched = found_->reached.interval.high;
    found_->reached = attack_(found_->release, goal_.decision);
    missed_ = std::max(missed_, found_->reached.interval.high - searched);
    found_->met = found_->reached.interval.high <= goal_.share;
    if (!found_->met) keep_nearest(std::move(*found_));
    return found_->met;
  }

  void keep_nearest(MadeForGoal<Release> made) {
    if (!nearest_ || made.reached.interval.high < nearest_->reached.interval.high)
      nearest_ = std::move(made);
  }

  Row tuples_;
  const InferenceGoal& goal_;
  Publish publish_;
  Attack attack_;
  std::uint32_t too_small_ = 0;
  std::uint32_t size_ = 1;
  // Largest excess of the deciding attack's share over that of the search's attack.
  double missed_ = 0;
  std::optional<MadeForGoal<Release>> found_;
  // Best of the releases that do not meet the goal.
  std::optional<MadeForGoal<Release>> nearest_;
};

// Returns the options with further models.
template <typename Options>
Options with_models(Options options, const std::vector<PrivacyModel>& models) {
  options.privacy.insert(options.privacy.end(), models.begin(), models.end());
  return options;
}

}  // namespace microdata
