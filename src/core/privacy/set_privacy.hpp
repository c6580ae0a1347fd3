#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Privacy models for persons with a set of sensitive values instead of one value. A set has each
// value at most once, even if several of the person's rows show it. Shares then add up to more than
// 1, so a model is read in one of two ways. In both ways, a model equals the model for rows if
// every set has one value, and it holds for the union of groups for which it holds.
//
// The reading by persons: p and q are the shares of persons whose set has the value, in the group
// and in the table. They are an attacker's beliefs about one value of a person, after and before.
//   k-anonymity (persons alone), (alpha, k)-anonymity, l-diversity by frequency, delta-disclosure,
//   beta-likeness, rho-breach
// The reading by values: p and q are distributions in which every person counts once for each value
// of the set. They compare the group with the table, but do not bound the probability that a person
// has a value. Only l bounds this probability.
//   t-closeness, belief distance, l-diversity by distinct values, by entropy and recursive; the
//   last three need at least l persons, unless all values are harmless

// Distribution of a sensitive attribute's values over the sets of all persons of the source. The
// set of a person has the values of all the person's rows.
struct SetDistribution {
  SensitiveDistribution values;
  double persons = 0;

  double share(Code value) const { return values.share(value) * values.total() / persons; }
};

// Returns the value that a group of persons reaches of a model, as in privacy_model.hpp for a group
// of rows. `group` has the number of persons whose sets have each value.
double achieved(const PrivacyModel& model, std::span<const ValueCount> group, std::uint32_t persons,
                const SetDistribution& table);
bool holds(const PrivacyModel& model, std::span<const ValueCount> group, std::uint32_t persons,
           const SetDistribution& table);

// Returns the fewest persons with which a group can satisfy a model. A group of harmless values
// alone needs only the k of the model.
double fewest_persons(const PrivacyModel& model, std::span<const ValueCount> group,
                      const SetDistribution& table);

// Models that every group of a release must meet together, each for every sensitive attribute.
class SetPrivacy {
 public:
  // Builds a requirement without models.
  SetPrivacy() = default;

  // Builds a requirement. `tables` has a distribution for each sensitive attribute.
  SetPrivacy(std::vector<PrivacyModel> models, std::vector<SetDistribution> tables);

  bool empty() const { return models_.empty(); }
  const std::vector<SetDistribution>& tables() const { return tables_; }

  // Returns the smallest number of persons that any group must have.
  std::size_t fewest() const { return fewest_; }

  // Returns the first model that a group, given by its values of the j-th attribute, fails, or
  // nothing.
  std::optional<PrivacyModel> violated(std::size_t j, std::span<const ValueCount> group,
                                       std::uint32_t persons) const;

 private:
  std::vector<PrivacyModel> models_;
  std::vector<SetDistribution> tables_;
  std::size_t fewest_ = 1;
};

// Returns the distribution of an attribute. persons_with[code] is the number of persons with each
// value.
SetDistribution set_distribution(const Attribute& attribute,
                                 std::vector<std::uint64_t> persons_with, std::uint32_t persons);

}  // namespace microdata
