#include "core/fragmentation/joined_models.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace microdata {

namespace {

// Largest number of joins that are examined. Further joins count as violations.
constexpr std::size_t most_joins = 20'000'000;

// Shares of the values that a group has, up to a common factor.
struct Shares {
  std::vector<Code> values;
  std::vector<double> weights;

  bool operator<(const Shares& other) const {
    return std::pair(values, weights) < std::pair(other.values, other.weights);
  }
};

Shares reduced(const ClassHistogram& histogram) {
  std::uint32_t divisor = 0;
  for (const ValueCount& v : histogram)
    divisor = std::gcd(divisor, v.tuples);
  Shares shares;
  for (const ValueCount& v : histogram) {
    shares.values.push_back(v.value);
    const std::uint32_t parts = v.tuples / divisor;
    shares.weights.push_back(parts);
  }
  return shares;
}

// Returns the groups with different shares. Of several groups with the same two values, only the
// two with the extreme shares are returned.
std::vector<Shares> extreme(const std::vector<ClassHistogram>& kinds) {
  std::set<Shares> different;
  for (const ClassHistogram& histogram : kinds)
    different.insert(reduced(histogram));
  std::vector<Shares> result(different.begin(), different.end());
  const auto ratio = [](const Shares& s) { return s.weights[0] / s.weights[1]; };
  std::vector<Shares> kept;
  for (std::size_t begin = 0; begin < result.size();) {
    std::size_t end = begin;
    while (end < result.size() && result[end].values == result[begin].values)
      ++end;
    const auto first = result.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = result.begin() + static_cast<std::ptrdiff_t>(end);
    if (first->values.size() == 2 && last - first > 2) {
      const auto [low, high] = std::minmax_element(
          first, last, [&](const Shares& a, const Shares& b) { return ratio(a) < ratio(b); });
      kept.push_back(*low);
      kept.push_back(*high);
    } else {
      kept.insert(kept.end(), first, last);
    }
    begin = end;
  }
  return kept;
}

Shares join(const Shares& a, const Shares& b) {
  Shares joined;
  auto in_b = b.values.begin();
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    in_b = std::lower_bound(in_b, b.values.end(), a.values[i]);
    if (in_b == b.values.end()) break;
    if (*in_b != a.values[i]) continue;
    joined.values.push_back(a.values[i]);
    joined.weights.push_back(a.weights[i] *
                             b.weights[static_cast<std::size_t>(in_b - b.values.begin())]);
  }
  return joined;
}

// Returns the shares as counts of tuples. The counts are exact unless a share is too large for a
// count.
std::vector<ValueCount> as_counts(const Shares& shares) {
  constexpr double most = 4e9;
  const double largest = *std::max_element(shares.weights.begin(), shares.weights.end());
  const double factor = largest > most ? most / largest : 1;
  std::vector<ValueCount> counts;
  for (std::size_t i = 0; i < shares.values.size(); ++i) {
    const double tuples = std::max(std::round(shares.weights[i] * factor), 1.0);
    counts.push_back({shares.values[i], static_cast<std::uint32_t>(tuples)});
  }
  return counts;
}

class Search {
 public:
  Search(std::vector<std::vector<Shares>> classes, const PrivacyRequirement& privacy,
         const Progress& progress)
      : classes_(std::move(classes)), privacy_(privacy), progress_(progress) {}

  std::optional<JoinedViolation> run() {
    for (std::size_t f = 0; f < classes_.size(); ++f) {
      for (const Shares& shares : classes_[f]) {
        if (!holds(shares, f + 1)) return violation_;
      }
    }
    return std::nullopt;
  }

 private:
  // Returns true if the models hold for a join alone and with all further equivalence classes.
  bool holds(const Shares& shares, std::size_t next) {
    if (shares.values.empty()) return true;
    if (++looked_at_ % 1024 == 0) progress_.checkpoint();
    if (looked_at_ > most_joins) {
      violation_ = {};
      return false;
    }
    const std::vector<ValueCount> counts = as_counts(shares);
    const std::optional<PrivacyModel> violated = privacy_.violated(0, counts);
    if (violated) {
      violation_ = {violated, achieved(*violated, counts, privacy_.tables()[0])};
      return false;
    }
    for (std::size_t f = next; f < classes_.size(); ++f) {
      for (const Shares& other : classes_[f]) {
        if (!holds(join(shares, other), f + 1)) return false;
      }
    }
    return true;
  }

  std::vector<std::vector<Shares>> classes_;
  const PrivacyRequirement& privacy_;
  const Progress& progress_;
  JoinedViolation violation_;
  std::size_t looked_at_ = 0;
};

}  // namespace

std::optional<JoinedViolation> violated_by_joins(std::span<const std::vector<ClassHistogram>> kinds,
                                                 const PrivacyRequirement& privacy,
                                                 const Progress& progress) {
  std::vector<std::vector<Shares>> classes;
  for (const std::vector<ClassHistogram>& fragment : kinds) {
    progress.checkpoint();
    classes.push_back(extreme(fragment));
  }
  return Search(std::move(classes), privacy, progress).run();
}

PrivacyModel tightened(const PrivacyModel& model, double reached_by_all, double weight) {
  const auto towards = [&](double bound) {
    return std::isfinite(reached_by_all) ? bound + weight * (reached_by_all - bound) : bound;
  };
  PrivacyModel result = model;
  if (auto* diversity = std::get_if<LDiversity>(&result)) {
    if (diversity->variant == LDiversity::Variant::recursive) {
      diversity->c = towards(diversity->c);
    } else {
      diversity->l = towards(diversity->l);
    }
  } else if (auto* alpha = std::get_if<AlphaKAnonymity>(&result)) {
    alpha->alpha = towards(alpha->alpha);
  } else if (auto* closeness = std::get_if<TCloseness>(&result)) {
    closeness->t = towards(closeness->t);
  } else if (auto* disclosure = std::get_if<DeltaDisclosure>(&result)) {
    disclosure->delta = towards(disclosure->delta);
  } else if (auto* likeness = std::get_if<BetaLikeness>(&result)) {
    likeness->beta = towards(likeness->beta);
  } else if (auto* breach = std::get_if<RhoBreach>(&result)) {
    breach->rho2 = towards(breach->rho2);
  } else if (auto* belief = std::get_if<BeliefDistance>(&result)) {
    belief->b = towards(belief->b);
  }
  return result;
}

}  // namespace microdata
