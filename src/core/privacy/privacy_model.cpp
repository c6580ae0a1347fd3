#include "core/privacy/privacy_model.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

double total(std::span<const std::uint32_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

double entropy(std::span<const std::uint32_t> counts) {
  const double all = total(counts);
  double sum = 0;
  for (const std::uint32_t count : counts) {
    if (count > 0) sum -= count / all * std::log(count / all);
  }
  return sum;
}

// r_1 / (r_l + ... + r_m); l is rounded up, ranks being whole numbers.
double recursive_ratio(std::span<const std::uint32_t> counts, double l) {
  std::vector<std::uint32_t> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const auto from = std::min(sorted.size(), static_cast<std::size_t>(std::ceil(l)) - 1);
  const double tail =
      std::accumulate(sorted.begin() + static_cast<std::ptrdiff_t>(from), sorted.end(), 0.0);
  return tail > 0 ? sorted.front() / tail : std::numeric_limits<double>::infinity();
}

double achieved(const KAnonymity& /*model*/, std::span<const std::uint32_t> counts) {
  return total(counts);
}

double achieved(const LDiversity& model, std::span<const std::uint32_t> counts) {
  if (total(counts) == 0) return 0;
  switch (model.variant) {
    case LDiversity::Variant::frequency:
      return total(counts) / *std::max_element(counts.begin(), counts.end());
    case LDiversity::Variant::distinct:
      return static_cast<double>(counts.size()) -
             static_cast<double>(std::count(counts.begin(), counts.end(), 0U));
    case LDiversity::Variant::entropy:
      return std::exp(entropy(counts));
    case LDiversity::Variant::recursive:
      return recursive_ratio(counts, model.l);
  }
  return 0;
}

bool is_recursive(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return diversity != nullptr && diversity->variant == LDiversity::Variant::recursive;
}

}  // namespace

double achieved(const PrivacyModel& model, std::span<const std::uint32_t> counts) {
  return std::visit([&](const auto& m) { return achieved(m, counts); }, model);
}

double bound(const PrivacyModel& model) {
  if (const auto* anonymity = std::get_if<KAnonymity>(&model)) return anonymity->k;
  const auto& diversity = std::get<LDiversity>(model);
  return is_recursive(model) ? diversity.c : diversity.l;
}

bool meets(const PrivacyModel& model, double reached) {
  if (is_recursive(model)) return reached < bound(model);
  return reached * (1 + share_tolerance) >= bound(model);
}

double worse(const PrivacyModel& model, double a, double b) {
  return is_recursive(model) ? std::max(a, b) : std::min(a, b);
}

bool is_about_sensitive_values(const PrivacyModel& model) {
  return std::holds_alternative<LDiversity>(model);
}

std::string to_string(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  std::array<char, 64> text{};
  const auto result = std::to_chars(text.begin(), text.end(), number);
  return {text.data(), result.ptr};
}

std::string to_string(const PrivacyModel& model) {
  if (const auto* anonymity = std::get_if<KAnonymity>(&model)) {
    return "k_anonymity(" + to_string(anonymity->k) + ")";
  }
  const auto& diversity = std::get<LDiversity>(model);
  const std::string l = to_string(diversity.l);
  switch (diversity.variant) {
    case LDiversity::Variant::frequency:
      return "l_diversity(" + l + ")";
    case LDiversity::Variant::distinct:
      return "l_diversity(" + l + ", 'distinct')";
    case LDiversity::Variant::entropy:
      return "l_diversity(" + l + ", 'entropy')";
    case LDiversity::Variant::recursive:
      return "l_diversity(" + l + ", 'recursive', " + to_string(diversity.c) + ")";
  }
  return {};
}

}  // namespace microdata
