#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "property/privacy_definition.hpp"

namespace microdata {
namespace {

using oracle::Values;
using test::Choices;
using test::Prior;

// Gives a sensitive attribute of a table a hierarchy and names of its values.
Prior prepare_attribute(Choices& choices, Microdata& data, std::size_t attribute) {
  Attribute& described = data.attributes[attribute];
  Prior prior;
  prior.values.assign(data.columns[attribute].begin(), data.columns[attribute].end());
  prior.domain = described.distinct;
  prior.labels = test::random_labels(choices, prior.domain);
  described.hierarchy = test::hierarchy_of(prior.labels);
  for (Code value = 0; value < described.distinct; ++value)
    described.named_values[test::name_of(static_cast<int>(value))] = value;
  return prior;
}

std::vector<PrivacyModel> random_models(Choices& choices, std::size_t domain) {
  std::vector<PrivacyModel> models;
  for (int n = choices.between(0, 3); n > 0; --n)
    models.push_back(test::random_model(choices, domain));
  return models;
}

std::optional<std::string> first_violated(const std::vector<PrivacyModel>& models,
                                          const Values& group, const Prior& prior) {
  for (const PrivacyModel& model : models) {
    if (!defined_to_hold(model, group, prior)) return to_string(model);
  }
  return std::nullopt;
}

// A requirement holds if all its models hold, and names the first that does not.
TEST(PrivacyRequirementProperty, AsksForAllModels) {
  test::for_cases(3000, [](Choices& choices, std::uint64_t /*seed*/) {
    Microdata data = test::random_table(choices, {.most_sensitive = 2});
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    std::vector<Prior> priors;
    std::size_t smallest = std::numeric_limits<std::size_t>::max();
    for (const std::size_t attribute : sensitive) {
      priors.push_back(prepare_attribute(choices, data, attribute));
      smallest = std::min(smallest, priors.back().domain);
    }
    // All sensitive attributes have the values of the models.
    const std::vector<PrivacyModel> models = random_models(choices, smallest);
    const PrivacyRequirement requirement(data, sensitive, models, {});
    EXPECT_EQ(requirement.empty(), models.empty());
    EXPECT_EQ(requirement.holds_in_supersets(),
              std::all_of(models.begin(), models.end(), holds_in_supersets));
    std::vector<Row> rows;
    for (Row row = 0; row < data.rows; ++row) {
      if (rows.empty() || choices.one_in(2)) rows.push_back(row);
    }
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      Values group;
      for (const Row row : rows)
        group.push_back(priors[j].values[row]);
      const std::optional<std::string> first = first_violated(models, group, priors[j]);
      const std::vector<ValueCount> counts = count_values(data, sensitive[j], rows, {});
      const std::optional<PrivacyModel> violated = requirement.violated(j, counts);
      EXPECT_EQ(requirement.holds(j, counts), !first);
      EXPECT_EQ(violated ? to_string(*violated) : "", first.value_or(""));
      EXPECT_TRUE(first || rows.size() >= requirement.fewest());
    }
  });
}

}  // namespace
}  // namespace microdata
