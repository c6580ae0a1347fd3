#include "core/privacy/privacy_model.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "core/privacy/distribution_distance.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Largest difference that rounding makes between equal distances.
constexpr double noise = 1e-12;

using Values = std::span<const ValueCount>;

// A group as models see it: its values, none with a count of 0, and those that are not harmless.
struct Group {
  Values all;
  Values judged;

  double total() const { return group_total(all); }
};

std::uint32_t largest(Values values) {
  std::uint32_t most = 0;
  for (const ValueCount& v : values)
    most = std::max(most, v.tuples);
  return most;
}

double entropy(Values values) {
  const double total = group_total(values);
  double sum = 0;
  for (const ValueCount& v : values)
    sum -= v.tuples / total * std::log(v.tuples / total);
  return sum;
}

// Returns r_1 / (r_l + ... + r_m). l is rounded up, because ranks are whole numbers.
double recursive_ratio(Values group, double l) {
  std::vector<std::uint32_t> sorted;
  for (const ValueCount& v : group)
    sorted.push_back(v.tuples);
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const double ranks = std::min(std::ceil(l), static_cast<double>(sorted.size()) + 1);
  double tail = 0;
  for (auto rank = static_cast<std::size_t>(ranks) - 1; rank < sorted.size(); ++rank)
    tail += sorted[rank];
  return tail > 0 ? sorted.front() / tail : infinity;
}

// Returns the largest f(p, q) over the group's values that are not harmless.
template <typename Function>
double largest_of(const Group& group, const SensitiveDistribution& table, const Function& f) {
  const double total = group.total();
  double result = 0;
  for (const ValueCount& v : group.judged)
    result = std::max(result, f(v.tuples / total, table.share(v.value)));
  return result;
}

double reach(const KAnonymity& /*model*/, const Group& group,
             const SensitiveDistribution& /*table*/) {
  return group.total();
}

double reach(const LDiversity& model, const Group& group, const SensitiveDistribution& /*table*/) {
  if (group.judged.empty()) return model.variant == LDiversity::Variant::recursive ? 0 : infinity;
  switch (model.variant) {
    case LDiversity::Variant::frequency:
      return group.total() / largest(group.judged);
    case LDiversity::Variant::distinct:
      return static_cast<double>(group.judged.size());
    case LDiversity::Variant::entropy:
      return std::exp(entropy(group.judged));
    case LDiversity::Variant::recursive:
      return recursive_ratio(group.judged, model.l);
  }
  return 0;
}

double reach(const AlphaKAnonymity& model, const Group& group, const SensitiveDistribution& table) {
  if (!model.value) return largest(group.judged) / group.total();
  const std::optional<Code> named = table.named_value(*model.value);
  for (const ValueCount& v : group.judged) {
    if (v.value == named) return v.tuples / group.total();
  }
  return 0;
}

double reach(const TCloseness& model, const Group& group, const SensitiveDistribution& table) {
  switch (model.distance) {
    case TCloseness::Distance::equal:
      return total_variation(group.all, table);
    case TCloseness::Distance::ordered:
      return ordered_distance(group.all, table);
    case TCloseness::Distance::hierarchical:
      // If no attribute is sensitive, all rows have one value, which is in no hierarchy.
      return !table.hierarchy() ? total_variation(group.all, table)
                                : hierarchical_distance(group.all, table);
  }
  return infinity;
}

double reach(const DeltaDisclosure& /*model*/, const Group& group,
             const SensitiveDistribution& table) {
  if (group.judged.size() < table.distinct()) return infinity;
  return largest_of(group, table, [](double p, double q) { return std::abs(std::log(p / q)); });
}

double reach(const BetaLikeness& /*model*/, const Group& group,
             const SensitiveDistribution& table) {
  return largest_of(group, table, [](double p, double q) { return (p - q) / q; });
}

double reach(const RhoBreach& model, const Group& group, const SensitiveDistribution& table) {
  return largest_of(group, table, [&](double p, double q) {
    return q <= model.rho1 * (1 + share_tolerance) ? p : 0;
  });
}

double reach(const BeliefDistance& model, const Group& group, const SensitiveDistribution& table) {
  switch (model.distance) {
    case BeliefDistance::Distance::total_variation:
      return total_variation(group.all, table);
    case BeliefDistance::Distance::kullback_leibler:
      return kullback_leibler(group.all, table);
    case BeliefDistance::Distance::jensen_shannon:
      return jensen_shannon(group.all, table);
  }
  return infinity;
}

// True if more is better, as for counts of tuples and of values. All other results are shares or
// distances.
bool at_least(const PrivacyModel& model) {
  if (const auto* diversity = std::get_if<LDiversity>(&model)) {
    return diversity->variant != LDiversity::Variant::recursive;
  }
  return std::holds_alternative<KAnonymity>(model);
}

// True if, by definition, the bound itself is already too much.
bool is_strict(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return std::holds_alternative<DeltaDisclosure>(model) ||
         (diversity != nullptr && diversity->variant == LDiversity::Variant::recursive);
}

// Returns the result of a group without tuples: 0, or infinity for recursive l-diversity, whose sum
// is 0.
double reached_by_nobody(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  if (diversity != nullptr && diversity->variant == LDiversity::Variant::recursive) return infinity;
  return 0;
}

struct Constructor {
  std::string operator()(const KAnonymity& m) const {
    return "k_anonymity(" + to_string(m.k) + ")";
  }
  std::string operator()(const LDiversity& m) const {
    const std::string l = to_string(m.l);
    switch (m.variant) {
      case LDiversity::Variant::frequency:
        return "l_diversity(" + l + ")";
      case LDiversity::Variant::distinct:
        return "l_diversity(" + l + ", 'distinct')";
      case LDiversity::Variant::entropy:
        return "l_diversity(" + l + ", 'entropy')";
      case LDiversity::Variant::recursive:
        return "l_diversity(" + l + ", 'recursive', " + to_string(m.c) + ")";
    }
    return {};
  }
  std::string operator()(const AlphaKAnonymity& m) const {
    std::string text = "alpha_k_anonymity(" + to_string(m.alpha) + ", " + to_string(m.k);
    if (m.value) {
      std::string quoted;
      for (const char c : *m.value)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
      text += ", '" + quoted + "'";
    }
    return text + ")";
  }
  std::string operator()(const TCloseness& m) const {
    switch (m.distance) {
      case TCloseness::Distance::equal:
        return "t_closeness(" + to_string(m.t) + ")";
      case TCloseness::Distance::ordered:
        return "t_closeness(" + to_string(m.t) + ", 'ordered')";
      case TCloseness::Distance::hierarchical:
        return "t_closeness(" + to_string(m.t) + ", 'hierarchical')";
    }
    return {};
  }
  std::string operator()(const DeltaDisclosure& m) const {
    return "delta_disclosure(" + to_string(m.delta) + ")";
  }
  std::string operator()(const BetaLikeness& m) const {
    return "beta_likeness(" + to_string(m.beta) + ")";
  }
  std::string operator()(const RhoBreach& m) const {
    return "rho_breach(" + to_string(m.rho1) + ", " + to_string(m.rho2) + ")";
  }
  std::string operator()(const BeliefDistance& m) const {
    const std::string b = to_string(m.b);
    switch (m.distance) {
      case BeliefDistance::Distance::total_variation:
        return "belief_distance(" + b + ", 'total-variation')";
      case BeliefDistance::Distance::kullback_leibler:
        return "belief_distance(" + b + ", 'kullback-leibler')";
      case BeliefDistance::Distance::jensen_shannon:
        return "belief_distance(" + b + ", 'jensen-shannon')";
    }
    return {};
  }
};

struct Bound {
  double operator()(const KAnonymity& m) const { return m.k; }
  double operator()(const LDiversity& m) const {
    return m.variant == LDiversity::Variant::recursive ? m.c : m.l;
  }
  double operator()(const AlphaKAnonymity& m) const { return m.alpha; }
  double operator()(const TCloseness& m) const { return m.t; }
  double operator()(const DeltaDisclosure& m) const { return m.delta; }
  double operator()(const BetaLikeness& m) const { return m.beta; }
  double operator()(const RhoBreach& m) const { return m.rho2; }
  double operator()(const BeliefDistance& m) const { return m.b; }
};

}  // namespace

double achieved(const PrivacyModel& model, std::span<const ValueCount> group,
                const SensitiveDistribution& table) {
  const auto without = [](Values values, std::vector<ValueCount>& kept, const auto& is_left_out) {
    if (std::none_of(values.begin(), values.end(), is_left_out)) return values;
    std::remove_copy_if(values.begin(), values.end(), std::back_inserter(kept), is_left_out);
    return Values(kept);
  };
  std::vector<ValueCount> present;
  std::vector<ValueCount> judged;
  Group seen;
  seen.all = without(group, present, [](const ValueCount& v) { return v.tuples == 0; });
  if (seen.all.empty()) return reached_by_nobody(model);
  seen.judged =
      without(seen.all, judged, [&](const ValueCount& v) { return table.is_harmless(v.value); });
  return std::visit([&](const auto& m) { return reach(m, seen, table); }, model);
}

double bound(const PrivacyModel& model) {
  return std::visit(Bound{}, model);
}

bool meets(const PrivacyModel& model, double reached) {
  const double limit = bound(model);
  if (at_least(model)) return reached * (1 + share_tolerance) >= limit;
  if (is_strict(model)) return reached + noise < limit;
  return reached <= limit * (1 + share_tolerance) + noise;
}

bool holds(const PrivacyModel& model, std::span<const ValueCount> group,
           const SensitiveDistribution& table) {
  const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
  if (alpha != nullptr && group_total(group) < alpha->k) return false;
  return meets(model, achieved(model, group, table));
}

double worse(const PrivacyModel& model, double a, double b) {
  return at_least(model) ? std::min(a, b) : std::max(a, b);
}

double k_of(const PrivacyModel& model) {
  if (const auto* anonymity = std::get_if<KAnonymity>(&model)) return std::ceil(anonymity->k);
  const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
  return alpha == nullptr ? 1 : std::ceil(alpha->k);
}

double fewest_tuples(const PrivacyModel& model) {
  if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) {
    // Each tuple has a share of 1 / tuples.
    const double share = alpha->value ? 1 : alpha->alpha * (1 + share_tolerance) + noise;
    return std::max(k_of(model), std::ceil(1 / share));
  }
  if (const auto* diversity = std::get_if<LDiversity>(&model)) {
    return std::max(fewest_tuples(diversity->l), 1U);
  }
  return k_of(model);
}

bool is_about_sensitive_values(const PrivacyModel& model) {
  return !std::holds_alternative<KAnonymity>(model);
}

bool compares_with_table(const PrivacyModel& model) {
  return !std::holds_alternative<KAnonymity>(model) && !std::holds_alternative<LDiversity>(model) &&
         !std::holds_alternative<AlphaKAnonymity>(model);
}

bool holds_in_supersets(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return std::holds_alternative<KAnonymity>(model) ||
         (diversity != nullptr && diversity->variant == LDiversity::Variant::distinct);
}

std::string to_string(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  std::array<char, 64> text{};
  const auto result = std::to_chars(text.begin(), text.end(), number);
  return {text.data(), result.ptr};
}

std::string to_string(const PrivacyModel& model) {
  return std::visit(Constructor{}, model);
}

}  // namespace microdata
