#include "property/privacy_choices.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace microdata::test {

using oracle::Values;

namespace {

// Returns labels of the level above, numbered in order of occurrence; some labels are joined, or
// none.
Values coarsened(Choices& choices, const Values& labels) {
  const int wanted = choices.between(1, static_cast<int>(labels.size()));
  std::map<int, int> parent_of_label;
  std::map<int, int> number_of_parent;
  Values result;
  for (const int label : labels) {
    const int parent = parent_of_label.try_emplace(label, choices.between(1, wanted)).first->second;
    const int next = static_cast<int>(number_of_parent.size());
    result.push_back(number_of_parent.try_emplace(parent, next).first->second);
  }
  return result;
}

}  // namespace

std::string name_of(int value) {
  return "v" + std::to_string(value);
}

oracle::Labels random_labels(Choices& choices, std::size_t domain) {
  oracle::Labels labels(1, Values(domain));
  std::iota(labels[0].begin(), labels[0].end(), 0);
  for (int between = choices.between(0, 3); between > 0; --between)
    labels.push_back(coarsened(choices, labels.back()));
  labels.emplace_back(domain, 0);
  return labels;
}

Hierarchy hierarchy_of(const oracle::Labels& labels) {
  Hierarchy hierarchy;
  for (const Values& level : labels) {
    hierarchy.label_of_code.emplace_back(level.begin(), level.end());
    hierarchy.labels.push_back(
        static_cast<std::uint32_t>(*std::max_element(level.begin(), level.end()) + 1));
  }
  return hierarchy;
}

Prior random_prior(Choices& choices) {
  Prior prior;
  prior.domain = static_cast<std::size_t>(choices.between(1, 8));
  const int last = static_cast<int>(prior.domain) - 1;
  const bool skewed = choices.one_in(2);
  for (int n = choices.between(1, 40); n > 0; --n)
    prior.values.push_back(choices.between(0, skewed ? choices.between(0, last) : last));
  std::vector<std::uint64_t> counts(prior.domain, 0);
  for (const int value : prior.values)
    ++counts[static_cast<std::size_t>(value)];
  prior.distribution = SensitiveDistribution(counts);
  prior.labels = random_labels(choices, prior.domain);
  prior.distribution.set_hierarchy(hierarchy_of(prior.labels));
  for (int value = 0; value <= last; ++value)
    prior.distribution.name_value(name_of(value), static_cast<Code>(value));
  return prior;
}

Values shuffled(Choices& choices, Values values) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1],
              values[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
  return values;
}

Values some_of(Choices& choices, const Values& values) {
  return {values.begin(), values.begin() + choices.between(1, static_cast<int>(values.size()))};
}

std::vector<ValueCount> counts_of(Choices& choices, const Values& group, std::size_t domain) {
  Values codes(domain);
  std::iota(codes.begin(), codes.end(), 0);
  const bool zeros = choices.one_in(3);
  std::vector<ValueCount> counts;
  for (const int code : shuffled(choices, codes)) {
    const auto tuples = static_cast<std::uint32_t>(std::count(group.begin(), group.end(), code));
    if (tuples > 0 || zeros) counts.push_back({static_cast<Code>(code), tuples});
  }
  return counts;
}

double random_share(Choices& choices) {
  if (choices.one_in(3)) return choices.real();
  const int whole = choices.between(1, 12);
  return static_cast<double>(choices.between(0, whole)) / whole;
}

PrivacyModel random_model(Choices& choices, std::size_t domain) {
  using Variant = LDiversity::Variant;
  using Ground = TCloseness::Distance;
  using Belief = BeliefDistance::Distance;
  const double l = choices.of(std::vector<double>{1, 1.5, 2, 2.5, 3, 4, 5});
  const double c = choices.of(std::vector<double>{0.5, 1, 1.5, 2, 3});
  const double k = choices.between(1, 8);
  switch (choices.between(0, 8)) {
    case 0:
      return KAnonymity{k};
    case 1:
    case 2:
      return LDiversity{l,
                        choices.of(std::vector<Variant>{Variant::frequency, Variant::distinct,
                                                        Variant::entropy, Variant::recursive}),
                        c};
    case 3: {
      AlphaKAnonymity model{random_share(choices), k, std::nullopt};
      if (choices.one_in(2))
        model.value = name_of(choices.between(0, static_cast<int>(domain) - 1));
      return model;
    }
    case 4:
    case 5:
      return TCloseness{
          random_share(choices) / 2,
          choices.of(std::vector<Ground>{Ground::equal, Ground::ordered, Ground::hierarchical})};
    case 6:
      return choices.one_in(2) ? PrivacyModel(DeltaDisclosure{2 * random_share(choices)})
                               : PrivacyModel(BetaLikeness{3 * random_share(choices)});
    case 7:
      return RhoBreach{random_share(choices), random_share(choices)};
    default:
      return BeliefDistance{
          random_share(choices) / 2,
          choices.of(std::vector<Belief>{Belief::total_variation, Belief::kullback_leibler,
                                         Belief::jensen_shannon})};
  }
}

}  // namespace microdata::test
