#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Privacy models where a person has a set of sensitive values, not one value: each value at most
// once, however many of the person's rows show it. Shares then add up to more than 1, so that a
// model is read in one of two ways. Either way, where every set has one value it is what it is for
// rows, and it holds for the union of groups for which it holds.
//
// By persons: p and q are the shares of persons whose set has the value, in the group and in the
// table. What an adversary believes of one value of a person, before and after.
//   k-anonymity (persons alone), (alpha, k)-anonymity, l-diversity by frequency, delta-disclosure,
//   beta-likeness, rho-breach
// By values: p and q are distributions in which every person counts once for each value of the set.
// They compare the group with the table, and bound no person's probability to have a value: that
// is what l is for.
//   t-closeness, belief distance, l-diversity by distinct values, by entropy and recursive, these
//   three of at least l persons

// How a sensitive attribute's values are distributed over the sets of all persons of the source,
// those of all their rows.
struct SetDistribution {
  SensitiveDistribution values;
  double persons = 0;

  double share(Code value) const { return values.share(value) * values.total() / persons; }
};

// As of a group of rows, in privacy_model.hpp. group: how many persons' sets have a value.
double achieved(const PrivacyModel& model, std::span<const ValueCount> group, std::uint32_t persons,
                const SetDistribution& table);
bool holds(const PrivacyModel& model, std::span<const ValueCount> group, std::uint32_t persons,
           const SetDistribution& table);

// Models that every group of a release meets at once, each for every sensitive attribute.
class SetPrivacy {
 public:
  // No models.
  SetPrivacy() = default;

  // tables: for each sensitive attribute.
  SetPrivacy(std::vector<PrivacyModel> models, std::vector<SetDistribution> tables);

  bool empty() const { return models_.empty(); }
  const std::vector<SetDistribution>& tables() const { return tables_; }

  // The fewest persons that any group must have.
  std::size_t fewest() const { return fewest_; }

  // The first model that a group, given by its values of the j-th attribute, does not meet.
  std::optional<PrivacyModel> violated(std::size_t j, std::span<const ValueCount> group,
                                       std::uint32_t persons) const;

 private:
  std::vector<PrivacyModel> models_;
  std::vector<SetDistribution> tables_;
  std::size_t fewest_ = 1;
};

// Of an attribute with persons_with[code] persons who have each value.
SetDistribution set_distribution(const Attribute& attribute,
                                 std::vector<std::uint64_t> persons_with, std::uint32_t persons);

}  // namespace microdata
