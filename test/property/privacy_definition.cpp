#include "property/privacy_definition.hpp"

#include <string>
#include <variant>

namespace microdata::test {

using oracle::Values;

namespace {

constexpr double tolerance = 1e-9;

oracle::GroundDistance ground_distance(const TCloseness& model, const Prior& prior) {
  switch (model.distance) {
    case TCloseness::Distance::ordered:
      return oracle::ordered_distance(prior.domain);
    case TCloseness::Distance::hierarchical:
      return oracle::hierarchical_distance(prior.labels);
    default:
      return oracle::equal_distance(prior.domain);
  }
}

int number_of(const std::string& name) {
  return std::stoi(name.substr(1));
}

// The oracle's figures and decisions on a group.
struct Definition {
  const Values& group;
  const Prior& prior;

  double figure(const KAnonymity& /*model*/) const { return static_cast<double>(group.size()); }
  double figure(const LDiversity& model) const {
    switch (model.variant) {
      case LDiversity::Variant::distinct:
        return oracle::distinct_diversity(group);
      case LDiversity::Variant::entropy:
        return oracle::entropy_diversity(group);
      case LDiversity::Variant::recursive:
        return oracle::recursive_ratio(group, model.l);
      default:
        return oracle::frequency_diversity(group);
    }
  }
  double figure(const AlphaKAnonymity& model) const {
    return model.value ? oracle::share_of(group, number_of(*model.value))
                       : oracle::largest_share(group);
  }
  double figure(const TCloseness& model) const {
    return oracle::earth_movers_distance(group, prior.values, ground_distance(model, prior));
  }
  double figure(const DeltaDisclosure& /*model*/) const {
    return oracle::disclosure(group, prior.values);
  }
  double figure(const BetaLikeness& /*model*/) const {
    return oracle::relative_gain(group, prior.values);
  }
  double figure(const RhoBreach& model) const {
    return oracle::posterior_of_unlikely(group, prior.values, model.rho1);
  }
  double figure(const BeliefDistance& model) const {
    switch (model.distance) {
      case BeliefDistance::Distance::kullback_leibler:
        return oracle::kullback_leibler(group, prior.values);
      case BeliefDistance::Distance::jensen_shannon:
        return oracle::jensen_shannon(group, prior.values);
      default:
        return oracle::total_variation(group, prior.values);
    }
  }

  bool holds(const KAnonymity& model) const { return static_cast<double>(group.size()) >= model.k; }
  bool holds(const LDiversity& model) const {
    switch (model.variant) {
      case LDiversity::Variant::distinct:
        return oracle::distinct_l_diverse(group, model.l);
      case LDiversity::Variant::entropy:
        return oracle::entropy_l_diverse(group, model.l);
      case LDiversity::Variant::recursive:
        return oracle::recursive_l_diverse(group, model.c, model.l);
      default:
        return oracle::frequency_l_diverse(group, model.l);
    }
  }
  bool holds(const AlphaKAnonymity& model) const {
    return model.value
               ? oracle::alpha_k_anonymous(group, model.alpha, model.k, number_of(*model.value))
               : oracle::alpha_k_anonymous(group, model.alpha, model.k);
  }
  bool holds(const TCloseness& model) const {
    return oracle::t_close(group, prior.values, ground_distance(model, prior), model.t);
  }
  bool holds(const DeltaDisclosure& model) const {
    return oracle::delta_disclosure_private(group, prior.values, model.delta);
  }
  bool holds(const BetaLikeness& model) const {
    return oracle::beta_like(group, prior.values, model.beta);
  }
  bool holds(const RhoBreach& model) const {
    return !oracle::breached(group, prior.values, model.rho1, model.rho2);
  }
  bool holds(const BeliefDistance& model) const { return figure(model) <= model.b + tolerance; }
};

}  // namespace

double defined_figure(const PrivacyModel& model, const Values& group, const Prior& prior) {
  return std::visit([&](const auto& m) { return Definition{group, prior}.figure(m); }, model);
}

bool defined_to_hold(const PrivacyModel& model, const Values& group, const Prior& prior) {
  return std::visit([&](const auto& m) { return Definition{group, prior}.holds(m); }, model);
}

}  // namespace microdata::test
