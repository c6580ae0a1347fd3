#include "core/choice/feasible_settings.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

namespace microdata {

namespace {

constexpr double digits = 1e4;

struct WithBound {
  double bound;

  PrivacyModel operator()(KAnonymity m) const {
    m.k = std::floor(bound);
    return m;
  }
  PrivacyModel operator()(LDiversity m) const {
    (m.variant == LDiversity::Variant::recursive ? m.c : m.l) = bound;
    return m;
  }
  PrivacyModel operator()(AlphaKAnonymity m) const {
    m.alpha = bound;
    return m;
  }
  PrivacyModel operator()(TCloseness m) const {
    m.t = bound;
    return m;
  }
  PrivacyModel operator()(DeltaDisclosure m) const {
    m.delta = bound;
    return m;
  }
  PrivacyModel operator()(BetaLikeness m) const {
    m.beta = bound;
    return m;
  }
  PrivacyModel operator()(RhoBreach m) const {
    m.rho2 = bound;
    return m;
  }
  PrivacyModel operator()(BeliefDistance m) const {
    m.b = bound;
    return m;
  }
};

// Lowers l, and the l of frequency l-diversities, to what the share of the value allows. Returns
// false if that changes nothing.
bool lower_l(FeasibleSettings& settings, const Infeasible& infeasible) {
  const double largest = std::floor(infeasible.largest_l() * 100) / 100;
  bool lowered = false;
  const auto lower = [&](double& l) {
    if (l <= largest) return;
    l = largest;
    lowered = true;
  };
  lower(settings.l);
  for (PrivacyModel& model : settings.privacy) {
    auto* diversity = std::get_if<LDiversity>(&model);
    if (diversity != nullptr && diversity->variant == LDiversity::Variant::frequency)
      lower(diversity->l);
  }
  return lowered;
}

bool suppress_more(FeasibleSettings& settings, const Infeasible& infeasible, std::uint32_t tuples) {
  // A release of less than a hundredth of the table is none.
  if (infeasible.to_suppress == 0 || infeasible.to_suppress >= tuples - tuples / 100) return false;
  const double needed = std::ceil(infeasible.to_suppress * digits / tuples) / digits;
  if (needed <= settings.suppress || needed >= 1) return false;
  settings.suppress = needed;
  settings.to_suppress = infeasible.to_suppress;
  return true;
}

bool relax_model(FeasibleSettings& settings, const Infeasible& infeasible) {
  const std::string failing = to_string(*infeasible.model);
  bool relaxed = false;
  for (PrivacyModel& model : settings.privacy) {
    if (to_string(model) != failing) continue;
    auto* alpha = std::get_if<AlphaKAnonymity>(&model);
    if (alpha != nullptr && infeasible.reason == Infeasible::Reason::too_few_rows) {
      alpha->k = infeasible.total;
      relaxed = true;
      continue;
    }
    const std::optional<PrivacyModel> feasible = feasible_model(model, infeasible.reached);
    if (!feasible || to_string(*feasible) == failing) continue;
    model = *feasible;
    relaxed = true;
  }
  return relaxed;
}

bool change(FeasibleSettings& settings, GivesWay gives_way, std::uint32_t tuples,
            const Infeasible& infeasible) {
  switch (infeasible.reason) {
    case Infeasible::Reason::share:
      if (!infeasible.known.empty() && settings.can_generalize && !settings.generalizes) {
        settings.generalizes = true;
        return true;
      }
      return gives_way == GivesWay::suppress ? suppress_more(settings, infeasible, tuples)
                                             : lower_l(settings, infeasible);
    case Infeasible::Reason::oblivious_share:
      return gives_way == GivesWay::l && lower_l(settings, infeasible);
    case Infeasible::Reason::too_few_rows:
      if (infeasible.model) return relax_model(settings, infeasible);
      if (infeasible.total >= settings.k) return false;
      settings.k = infeasible.total;
      return true;
    case Infeasible::Reason::privacy:
    case Infeasible::Reason::joined:
      return relax_model(settings, infeasible);
    case Infeasible::Reason::no_transformation:
    case Infeasible::Reason::rare_values:
    case Infeasible::Reason::no_groups:
      return gives_way == GivesWay::suppress && suppress_more(settings, infeasible, tuples);
    case Infeasible::Reason::no_other_column:
      if (settings.columns >= settings.most_columns) return false;
      ++settings.columns;
      return true;
    case Infeasible::Reason::rows_left_out:
      return false;
  }
  return false;
}

}  // namespace

bool excludes_bound(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return std::holds_alternative<DeltaDisclosure>(model) ||
         (diversity != nullptr && diversity->variant == LDiversity::Variant::recursive);
}

std::optional<PrivacyModel> feasible_model(const PrivacyModel& model, double reached) {
  if (!std::isfinite(reached)) return std::nullopt;
  // Models whose worse result is the smaller one ask for at least their bound.
  if (worse(model, 0, 1) == 0)
    return std::visit(WithBound{std::floor(reached * digits) / digits}, model);
  const double up = std::ceil(reached * digits) + (excludes_bound(model) ? 1 : 0);
  return std::visit(WithBound{up / digits}, model);
}

std::optional<FeasibleSettings> feasible_settings(FeasibleSettings asked, GivesWay gives_way,
                                                  std::uint32_t tuples, const Attempt& attempt) {
  constexpr int most_attempts = 64;
  for (int i = 0; i < most_attempts; ++i) {
    const std::optional<Infeasible> because = attempt(asked);
    if (!because) return asked;
    if (!change(asked, gives_way, tuples, *because)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace microdata
