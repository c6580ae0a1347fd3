#include "core/risk/joined_disclosure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace microdata {

namespace {

// Largest number of joins that are examined.
constexpr std::size_t most_counted_joins = 20'000'000;

// Rows by class value, up to a common factor; ascending, without zeros.
using ValueWeights = std::vector<std::pair<Code, double>>;

ValueWeights weights_of(const ClassCounts& counts) {
  std::uint32_t divisor = 0;
  for (const ValueCount& v : counts)
    divisor = std::gcd(divisor, v.tuples);
  ValueWeights weights;
  for (const ValueCount& v : counts) {
    const std::uint32_t parts = v.tuples / divisor;
    weights.emplace_back(v.value, parts);
  }
  return weights;
}

ValueWeights join(const ValueWeights& a, const ValueWeights& b) {
  ValueWeights joined;
  auto in_b = b.begin();
  for (const auto& [value, rows] : a) {
    while (in_b != b.end() && in_b->first < value)
      ++in_b;
    if (in_b != b.end() && in_b->first == value) joined.emplace_back(value, rows * in_b->second);
  }
  return joined;
}

// Returns the distinct weights; of those with the same two values, only the two with the extreme
// shares.
std::vector<ValueWeights> distinct_weights(const std::vector<ClassCounts>& classes,
                                           const Progress& progress) {
  std::set<ValueWeights> distinct;
  // Weights by their two values, then by the share of the second value.
  std::map<std::pair<Code, Code>, std::map<double, ValueWeights>> of_two;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    progress.checkpoint_at(c);
    ValueWeights weights = weights_of(classes[c]);
    if (weights.size() != 2) {
      if (!weights.empty()) distinct.insert(std::move(weights));
      continue;
    }
    const double share = weights[1].second / (weights[0].second + weights[1].second);
    of_two[{weights[0].first, weights[1].first}].emplace(share, std::move(weights));
  }
  std::vector<ValueWeights> result(distinct.begin(), distinct.end());
  for (const auto& [values, by_share] : of_two) {
    result.push_back(by_share.begin()->second);
    if (by_share.size() > 1) result.push_back(by_share.rbegin()->second);
  }
  return result;
}

// Returns the weights as numbers of tuples, exactly if they are small enough.
std::vector<ValueCount> as_counts(const std::map<Code, double>& weights) {
  constexpr double most = 4e9;
  double largest = 0;
  for (const auto& [value, rows] : weights)
    largest = std::max(largest, rows);
  const double factor = largest > most ? most / largest : 1;
  std::vector<ValueCount> counts;
  for (const auto& [value, rows] : weights) {
    counts.push_back({value, static_cast<std::uint32_t>(std::max(1.0, std::round(rows * factor)))});
  }
  return counts;
}

class Measurement {
 public:
  Measurement(const PrivacyModel& model, const SensitiveDistribution& table,
              const Progress& progress)
      : model_(model), table_(table), progress_(progress) {}

  // Judges one join; returns false if too many joins were examined.
  bool look_at(const std::map<Code, double>& weights) {
    if (++looked_at_ % 1024 == 0) progress_.checkpoint();
    if (looked_at_ > most_counted_joins) {
      result_.cursory = true;
      return false;
    }
    const double reached = achieved(model_, as_counts(weights), table_);
    result_.reached = looked_at_ == 1 ? reached : worse(model_, result_.reached, reached);
    result_.holds = result_.holds && meets(model_, reached);
    return true;
  }

  // Calls body for `start`, and for its joins with one class each of any of the fragments from
  // `next` on, until body returns false.
  bool for_joins(const std::vector<std::vector<ValueWeights>>& fragments, std::size_t next,
                 const ValueWeights& start, const std::function<bool(const ValueWeights&)>& body) {
    if (start.empty()) return true;
    if (!body(start)) return false;
    for (std::size_t f = next; f < fragments.size(); ++f) {
      for (const ValueWeights& other : fragments[f]) {
        if (!for_joins(fragments, f + 1, join(start, other), body)) return false;
      }
    }
    return true;
  }

  JoinedDisclosure& result() { return result_; }

 private:
  const PrivacyModel& model_;
  const SensitiveDistribution& table_;
  const Progress& progress_;
  JoinedDisclosure result_;
  std::size_t looked_at_ = 0;
};

void measure_class(const std::vector<std::vector<ValueWeights>>& fragments,
                   Measurement& measurement) {
  const auto look = [&](const ValueWeights& weights) {
    return measurement.look_at({weights.begin(), weights.end()});
  };
  for (std::size_t f = 0; f < fragments.size(); ++f) {
    for (const ValueWeights& weights : fragments[f]) {
      if (!measurement.for_joins(fragments, f + 1, weights, look)) return;
    }
  }
}

// Rows with each sensitive value, by equivalence class and class value.
using SensitiveByValue = std::map<Code, std::map<Code, double>>;

std::vector<SensitiveByValue> sensitive_values(const FragmentView& view, std::size_t sensitive,
                                               const Progress& progress) {
  std::vector<SensitiveByValue> result(view.classes);
  for (std::size_t row = 0; row < view.class_of_row.size(); ++row) {
    progress.checkpoint_at(row);
    ++result[view.class_of_row[row]][view.class_values[row]][view.sensitive[sensitive][row]];
  }
  return result;
}

void measure_column(const std::vector<SensitiveByValue>& classes,
                    const std::vector<std::vector<ValueWeights>>& others, const PrivacyModel& model,
                    const SensitiveDistribution& table, Measurement& measurement) {
  for (const SensitiveByValue& by_value : classes) {
    ValueWeights all;
    for (const auto& [value, rows] : by_value)
      all.emplace_back(value, 1);
    const bool complete = measurement.for_joins(others, 0, all, [&](const ValueWeights& weights) {
      std::map<Code, double> joined;
      for (const auto& [value, factor] : weights) {
        for (const auto& [s, rows] : by_value.at(value))
          joined[s] += factor * rows;
      }
      return measurement.look_at(joined);
    });
    if (!complete) break;
  }
  if (!measurement.result().cursory) return;
  // The model holds for every join if it holds for all groups of tuples with one class value,
  // because joins are unions of such groups.
  measurement.result().cursory =
      !std::all_of(classes.begin(), classes.end(), [&](const SensitiveByValue& by_value) {
        return std::all_of(by_value.begin(), by_value.end(), [&](const auto& group) {
          return meets(model, achieved(model, as_counts(group.second), table));
        });
      });
}

}  // namespace

JoinedDisclosure measure_joined_disclosure(std::span<const FragmentView> fragments,
                                           const JoinedAttribute& attribute,
                                           const PrivacyModel& model,
                                           const SensitiveDistribution& table,
                                           const Progress& progress) {
  Measurement measurement(model, table, progress);
  std::vector<std::vector<ValueWeights>> weights;
  for (std::size_t f = 0; f < fragments.size(); ++f) {
    if (attribute.column && attribute.column->fragment == f) continue;
    weights.push_back(distinct_weights(read_classes(fragments[f], progress).counts, progress));
  }
  if (!attribute.column) {
    measure_class(weights, measurement);
  } else {
    const std::vector<SensitiveByValue> classes = sensitive_values(
        fragments[attribute.column->fragment], attribute.column->sensitive, progress);
    measure_column(classes, weights, model, table, measurement);
  }
  return measurement.result();
}

}  // namespace microdata
