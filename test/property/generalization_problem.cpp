#include "property/generalization_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/slicing/attribute_partition.hpp"

namespace microdata::test {

namespace {

// Returns random numbers of labels, because labels may have any order.
std::vector<std::uint32_t> shuffled_numbers(Choices& choices, std::uint32_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  for (std::uint32_t i = count; i > 1; --i)
    std::swap(numbers[i - 1],
              numbers[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
  return numbers;
}

Hierarchy random_hierarchy(Choices& choices, Code distinct) {
  Hierarchy hierarchy = flat_hierarchy(distinct);
  hierarchy.label_of_code.resize(1);
  hierarchy.labels.resize(1);
  const int between = choices.between(0, 3);
  for (int level = 0; level <= between; ++level) {
    const std::vector<std::uint32_t> below = hierarchy.label_of_code.back();
    const std::uint32_t many = hierarchy.labels.back();
    const bool top = level == between;
    const auto fewer =
        static_cast<std::uint32_t>(top ? 1 : choices.between(1, static_cast<int>(many)));
    // Every label of the new level gets one label of the level below; the rest are assigned at
    // random.
    std::vector<std::uint32_t> parent(many);
    const std::vector<std::uint32_t> order = shuffled_numbers(choices, many);
    for (std::uint32_t i = 0; i < many; ++i) {
      parent[order[i]] =
          i < fewer ? i
                    : static_cast<std::uint32_t>(choices.between(0, static_cast<int>(fewer) - 1));
    }
    std::vector<std::uint32_t> labels(distinct);
    for (Code code = 0; code < distinct; ++code)
      labels[code] = parent[below[code]];
    hierarchy.label_of_code.push_back(std::move(labels));
    hierarchy.labels.push_back(fewer);
  }
  return hierarchy;
}

std::vector<std::vector<int>> oracle_labels(const Hierarchy& hierarchy) {
  std::vector<std::vector<int>> label;
  for (const auto& labels : hierarchy.label_of_code)
    label.emplace_back(labels.begin(), labels.end());
  return label;
}

void add_model(Choices& choices, GeneralizationProblem& p) {
  using Kind = oracle::ClassModel::Kind;
  using Variant = LDiversity::Variant;
  const double l = choices.of(std::vector<double>{1, 1.5, 2, 2, 2.5, 3});
  const double t = choices.of(std::vector<double>{0.1, 0.25, 0.3, 0.5});
  const double c = choices.of(std::vector<double>{0.5, 1, 2, 3});
  switch (choices.between(0, 11)) {
    case 0:
      p.models.emplace_back(KAnonymity{l + 1});
      p.oracle.models.push_back({Kind::anonymity, l + 1, 1});
      break;
    case 1:
      p.models.emplace_back(LDiversity{l, Variant::frequency, 1});
      p.oracle.models.push_back({Kind::frequency, l, 1});
      break;
    case 2:
      p.models.emplace_back(LDiversity{l, Variant::distinct, 1});
      p.oracle.models.push_back({Kind::distinct, l, 1});
      break;
    case 3:
      p.models.emplace_back(LDiversity{l, Variant::entropy, 1});
      p.oracle.models.push_back({Kind::entropy, l, 1});
      break;
    case 4:
      p.models.emplace_back(LDiversity{l, Variant::recursive, c});
      p.oracle.models.push_back({Kind::recursive, l, c});
      break;
    case 5:
      p.models.emplace_back(TCloseness{t, TCloseness::Distance::equal});
      p.oracle.models.push_back({Kind::closeness, t, 1});
      break;
    case 6:
      p.models.emplace_back(TCloseness{t, TCloseness::Distance::ordered});
      p.oracle.models.push_back({Kind::ordered, t, 1});
      break;
    case 7:
      p.models.emplace_back(TCloseness{t, TCloseness::Distance::hierarchical});
      p.oracle.models.push_back({Kind::hierarchical, t, 1});
      break;
    case 8:
      p.models.emplace_back(BeliefDistance{t, BeliefDistance::Distance::total_variation});
      p.oracle.models.push_back({Kind::closeness, t, 1});
      break;
    case 9:
      p.models.emplace_back(BeliefDistance{2 * t, BeliefDistance::Distance::kullback_leibler});
      p.oracle.models.push_back({Kind::divergence, 2 * t, 1});
      break;
    case 10:
      p.models.emplace_back(BetaLikeness{c});
      p.oracle.models.push_back({Kind::likeness, c, 1});
      break;
    default:
      p.models.emplace_back(DeltaDisclosure{c + 0.1234});
      p.oracle.models.push_back({Kind::disclosure, c + 0.1234, 1});
      break;
  }
}

}  // namespace

GeneralizationProblem random_generalization(Choices& choices, int most_rows) {
  GeneralizationProblem p;
  p.data = random_table(choices, {.most_rows = most_rows,
                                  .most_attributes = 5,
                                  .most_values = choices.one_in(4) ? 12 : 4,
                                  .most_sensitive = 2});
  p.options.sensitive = attributes_with_role(p.data, Role::sensitive);
  p.oracle.sensitive = p.options.sensitive;
  for (const std::size_t attribute : p.options.sensitive) {
    Attribute& a = p.data.attributes[attribute];
    a.hierarchy = random_hierarchy(choices, a.distinct);
    p.oracle.sensitive_domain.push_back(a.distinct);
    p.oracle.sensitive_label.push_back(oracle_labels(*a.hierarchy));
  }
  p.oracle.table = oracle_table(p.data);
  p.options.quasi_identifiers = attributes_with_role(p.data, Role::quasi_identifier);
  for (const std::size_t attribute : p.options.quasi_identifiers) {
    Attribute& a = p.data.attributes[attribute];
    if (a.numeric() && choices.one_in(4)) {
      a.projection.back() = choices.one_in(2) ? std::numeric_limits<double>::quiet_NaN()
                                              : std::numeric_limits<double>::infinity();
    }
    Hierarchy hierarchy = flat_hierarchy(a.distinct);
    if (!choices.one_in(4)) {
      hierarchy = random_hierarchy(choices, a.distinct);
      a.hierarchy = hierarchy;
    }
    oracle::Generalized& g = p.oracle.quasi_identifiers.emplace_back();
    g.attribute = attribute;
    g.numbers = a.projection;
    g.label = oracle_labels(hierarchy);
  }
  p.options.k = static_cast<std::uint32_t>(choices.between(1, 4));
  p.oracle.models.push_back(
      {oracle::ClassModel::Kind::anonymity, static_cast<double>(p.options.k), 1});
  if (choices.one_in(4)) {
    p.options.l = choices.of(std::vector<double>{1.5, 2, 3});
    p.oracle.models.push_back({oracle::ClassModel::Kind::frequency, *p.options.l, 1});
  }
  while (choices.one_in(2))
    add_model(choices, p);
  if (!choices.one_in(3)) p.options.suppress = choices.one_in(5) ? 1 : choices.real() / 2;
  p.oracle.allowed =
      static_cast<std::size_t>(std::floor(p.data.rows * p.options.suppress * (1 + 1e-9)));
  if (choices.one_in(8)) p.options.threads = {2, 8};
  return p;
}

}  // namespace microdata::test
