#include "core/privacy/implication.hpp"

#include <variant>

namespace microdata {

namespace {

bool stricter(const KAnonymity& a, const KAnonymity& b) {
  return a.k >= b.k;
}

bool stricter(const LDiversity& a, const LDiversity& b) {
  if (a.variant != b.variant) return false;
  // A larger l makes the sum r_l + ... + r_m of the recursive variant smaller.
  return a.l >= b.l && (a.variant != LDiversity::Variant::recursive || a.c <= b.c);
}

bool stricter(const AlphaKAnonymity& a, const AlphaKAnonymity& b) {
  return a.alpha <= b.alpha && a.k >= b.k && (!a.value || a.value == b.value);
}

bool stricter(const TCloseness& a, const TCloseness& b) {
  return a.distance == b.distance && a.t <= b.t;
}

bool stricter(const DeltaDisclosure& a, const DeltaDisclosure& b) {
  return a.delta <= b.delta;
}

bool stricter(const BetaLikeness& a, const BetaLikeness& b) {
  return a.beta <= b.beta;
}

bool stricter(const RhoBreach& a, const RhoBreach& b) {
  return a.rho1 >= b.rho1 && a.rho2 <= b.rho2;
}

bool stricter(const BeliefDistance& a, const BeliefDistance& b) {
  return a.distance == b.distance && a.b <= b.b;
}

}  // namespace

bool implies(const PrivacyModel& a, const PrivacyModel& b) {
  return std::visit(
      [&]<typename Model>(const Model& of_a) {
        const Model* of_b = std::get_if<Model>(&b);
        return of_b != nullptr && stricter(of_a, *of_b);
      },
      a);
}

bool holds_for_combinations(const PrivacyModel& model) {
  if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) return !alpha->value;
  return std::holds_alternative<KAnonymity>(model) || std::holds_alternative<LDiversity>(model);
}

}  // namespace microdata
