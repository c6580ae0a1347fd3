#include "core/privacy/set_privacy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

using Counts = std::span<const ValueCount>;

constexpr double unreachable = std::numeric_limits<double>::infinity();

// Shares of the persons whose set has a value, in the group and in the table.
struct Shares {
  double group;
  double table;
};

template <typename Function>
double largest_of_shares(Counts group, std::uint32_t persons, const SetDistribution& table,
                         const Function& f) {
  double result = 0;
  for (const ValueCount& v : group) {
    if (v.tuples == 0 || table.values.is_harmless(v.value)) continue;
    result =
        std::max(result, f(Shares{static_cast<double>(v.tuples) / persons, table.share(v.value)}));
  }
  return result;
}

double largest_share(Counts group, std::uint32_t persons, const SetDistribution& table) {
  return largest_of_shares(group, persons, table, [](const Shares& s) { return s.group; });
}

double named_share(Counts group, std::uint32_t persons, const std::optional<Code>& named) {
  for (const ValueCount& v : group) {
    if (v.value == named) return static_cast<double>(v.tuples) / persons;
  }
  return 0;
}

std::size_t values_present(Counts group, const SetDistribution& table) {
  return static_cast<std::size_t>(std::count_if(
      group.begin(), group.end(),
      [&](const ValueCount& v) { return v.tuples > 0 && !table.values.is_harmless(v.value); }));
}

struct Reach {
  Counts group;
  std::uint32_t persons;
  const SetDistribution& table;

  double operator()(const KAnonymity& /*model*/) const { return persons; }
  double operator()(const LDiversity& model) const {
    if (model.variant != LDiversity::Variant::frequency) return by_values(model);
    return 1 / largest_share(group, persons, table);
  }
  double operator()(const AlphaKAnonymity& model) const {
    if (!model.value) return largest_share(group, persons, table);
    return named_share(group, persons, table.values.named_value(*model.value));
  }
  double operator()(const TCloseness& model) const { return by_values(model); }
  double operator()(const BeliefDistance& model) const { return by_values(model); }
  double operator()(const DeltaDisclosure& /*model*/) const {
    if (values_present(group, table) < table.values.distinct()) return unreachable;
    return largest_of_shares(group, persons, table,
                             [](const Shares& s) { return std::abs(std::log(s.group / s.table)); });
  }
  double operator()(const BetaLikeness& /*model*/) const {
    return largest_of_shares(group, persons, table,
                             [](const Shares& s) { return (s.group - s.table) / s.table; });
  }
  double operator()(const RhoBreach& model) const {
    return largest_of_shares(group, persons, table, [&](const Shares& s) {
      return s.table <= model.rho1 * (1 + share_tolerance) ? s.group : 0;
    });
  }

 private:
  double by_values(const PrivacyModel& model) const { return achieved(model, group, table.values); }
};

}  // namespace

double achieved(const PrivacyModel& model, std::span<const ValueCount> group, std::uint32_t persons,
                const SetDistribution& table) {
  return std::visit(Reach{group, persons, table}, model);
}

double fewest_persons(const PrivacyModel& model, std::span<const ValueCount> group,
                      const SetDistribution& table) {
  return values_present(group, table) > 0 ? fewest_tuples(model) : k_of(model);
}

bool holds(const PrivacyModel& model, std::span<const ValueCount> group, std::uint32_t persons,
           const SetDistribution& table) {
  return persons >= fewest_persons(model, group, table) &&
         meets(model, achieved(model, group, persons, table));
}

SetPrivacy::SetPrivacy(std::vector<PrivacyModel> models, std::vector<SetDistribution> tables)
    : models_(std::move(models)), tables_(std::move(tables)) {
  for (const PrivacyModel& model : models_)
    fewest_ = std::max(fewest_, static_cast<std::size_t>(fewest_tuples(model)));
}

std::optional<PrivacyModel> SetPrivacy::violated(std::size_t j, std::span<const ValueCount> group,
                                                 std::uint32_t persons) const {
  const auto found = std::find_if(models_.begin(), models_.end(), [&](const PrivacyModel& model) {
    return !holds(model, group, persons, tables_[j]);
  });
  return found == models_.end() ? std::nullopt : std::optional(*found);
}

SetDistribution set_distribution(const Attribute& attribute,
                                 std::vector<std::uint64_t> persons_with, std::uint32_t persons) {
  SetDistribution table{SensitiveDistribution(std::move(persons_with)),
                        static_cast<double>(persons)};
  if (attribute.hierarchy) table.values.set_hierarchy(*attribute.hierarchy);
  for (const auto& [text, value] : attribute.named_values)
    table.values.name_value(text, value);
  if (!attribute.harmless.empty()) table.values.set_harmless(attribute.harmless);
  return table;
}

}  // namespace microdata
