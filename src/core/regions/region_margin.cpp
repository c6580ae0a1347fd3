#include "core/regions/region_margin.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include "core/privacy/distribution_distance.hpp"
#include "core/privacy/diversity.hpp"
#include "core/regions/share_margin.hpp"

namespace microdata {

namespace {

using Sampled = std::span<const ValueCount>;

// Returns the number of rows with the most frequent value that is not harmless.
double most_frequent(Sampled sampled, const SensitiveDistribution& table) {
  std::uint32_t most = 0;
  for (const ValueCount& v : sampled) {
    if (!table.is_harmless(v.value)) most = std::max(most, v.tuples);
  }
  return most;
}

// Returns the counts by code, including values that were not drawn.
std::vector<double> by_code(Sampled sampled, const SensitiveDistribution& table) {
  std::vector<double> counts(table.domain());
  for (const ValueCount& v : sampled)
    counts[v.value] = v.tuples;
  return counts;
}

class Margin {
 public:
  Margin(Sampled sampled, const SensitiveDistribution& table, double failure)
      : sampled_(sampled),
        table_(table),
        rows_(group_total(sampled)),
        failure_(failure),
        // A share has at most two bounds.
        of_value_(failure / (2 * static_cast<double>(std::max<std::size_t>(table.distinct(), 1)))) {
  }

  bool operator()(const KAnonymity& /*model*/) const { return true; }

  bool operator()(const LDiversity& model) const {
    switch (model.variant) {
      case LDiversity::Variant::frequency:
        return stays_below(most_frequent(sampled_, table_), 1 / model.l);
      case LDiversity::Variant::distinct:
        return holds(model, sampled_, table_);
      case LDiversity::Variant::entropy:
        // The margins are not proven for the rows alone whose values are not harmless.
        if (table_.has_harmless()) return false;
        return std::log(achieved(model, sampled_, table_)) >=
               std::log(model.l) + margin(entropy_change());
      case LDiversity::Variant::recursive:
        return !table_.has_harmless() && recursive(model);
    }
    return false;
  }

  bool operator()(const AlphaKAnonymity& model) const {
    if (!model.value) return stays_below(most_frequent(sampled_, table_), model.alpha);
    return stays_below(achieved(model, sampled_, table_) * rows_, model.alpha);
  }

  // The distance of two values is at most 1.
  bool operator()(const TCloseness& model) const { return figure(model, 1); }

  bool operator()(const BeliefDistance& model) const {
    switch (model.distance) {
      case BeliefDistance::Distance::total_variation:
        return figure(model, 1);
      case BeliefDistance::Distance::kullback_leibler:
        return figure(model, entropy_change() + std::log(spread_of_table()));
      case BeliefDistance::Distance::jensen_shannon:
        // Half of p log p - p log((p + q) / 2) has a slope of at most log(2) / 2.
        return figure(model, (entropy_change() + std::log(2.0)) / 2);
    }
    return false;
  }

  bool operator()(const DeltaDisclosure& model) const {
    return near_table([&](double count, double q) {
      return few_enough(count, q * std::exp(model.delta)) &&
             chance_of_so_many(count, rows_, q * std::exp(-model.delta)) <= of_value_;
    });
  }

  bool operator()(const BetaLikeness& model) const {
    return near_table(
        [&](double count, double q) { return few_enough(count, (1 + model.beta) * q); });
  }

  bool operator()(const RhoBreach& model) const {
    const double rows = achieved(model, sampled_, table_) * rows_;
    return stays_below(rows, model.rho2);
  }

 private:
  // A share cannot exceed a bound of 1 or more.
  bool few_enough(double count, double share) const {
    return share >= 1 || chance_of_so_few(count, rows_, share) <= of_value_;
  }
  bool stays_below(double count, double share) const { return few_enough(count, share); }

  double margin(double change) const { return convex_margin(change, rows_, failure_); }

  bool figure(const PrivacyModel& model, double change) const {
    return achieved(model, sampled_, table_) + margin(change) <= bound(model);
  }

  // Returns a bound on the change of the sum of p log p, times the rows, if one row changes its
  // value. |x log x - (x - 1/n) log(x - 1/n)| is largest at 1/n, or at 1.
  double entropy_change() const { return std::log(rows_) + 1; }

  double spread_of_table() const {
    double least = 1;
    double most = 0;
    for (Code value = 0; value < table_.domain(); ++value) {
      const double share = table_.share(value);
      if (share == 0) continue;
      least = std::min(least, share);
      most = std::max(most, share);
    }
    return most / least;
  }

  // True if r_1 + c (r_1 + ... + r_(l-1)) < c n with a margin. A sum of the largest shares is
  // convex.
  bool recursive(const LDiversity& model) const {
    std::vector<double> sorted;
    for (const ValueCount& v : sampled_)
      sorted.push_back(v.tuples / rows_);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const double ranks = std::min(std::ceil(model.l), static_cast<double>(sorted.size()) + 1);
    double tail = 0;
    for (auto rank = static_cast<std::size_t>(ranks) - 1; rank < sorted.size(); ++rank)
      tail += sorted[rank];
    return sorted.front() - model.c * tail + margin(1 + model.c) < 0;
  }

  // True if every value of the table passes `test`, except values that would not pass in a region
  // like the table. Their shares may sum to at most left_to_count.
  template <typename Test>
  bool near_table(const Test& test) const {
    const std::vector<double> counts = by_code(sampled_, table_);
    double left = 0;
    for (Code value = 0; value < table_.domain(); ++value) {
      const double q = table_.share(value);
      if (q == 0 || table_.is_harmless(value)) continue;
      if (!test(q * rows_, q)) {
        left += q;
      } else if (!test(counts[value], q)) {
        return false;
      }
    }
    return left <= left_to_count;
  }

  Sampled sampled_;
  const SensitiveDistribution& table_;
  double rows_;
  double failure_;
  double of_value_;
};

}  // namespace

bool holds_with_margin(const PrivacyModel& model, std::span<const ValueCount> sampled,
                       const SensitiveDistribution& table, double failure) {
  if (group_total(sampled) == 0) return false;
  return std::visit(Margin(sampled, table, failure), model);
}

bool enough_rows(double sampled, double sample, double rows, double fewest, double failure) {
  if (sampled == 0) return false;
  return fewest <= 1 || chance_of_so_many(sampled, sample, (fewest - 1) / rows) <= failure;
}

}  // namespace microdata
