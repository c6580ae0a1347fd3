#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/fragmentation/class_segments.hpp"
#include "core/fragmentation/fragmentation.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/fragment_likelihood.hpp"
#include "core/risk/joined_disclosure.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/fragmentation_problem.hpp"
#include "property/random_table.hpp"

// Tests fragments with a sensitive class, or with other sensitive attributes, by joining them row
// by row: every join must satisfy the options.

namespace microdata {
namespace {

using test::Choices;
using test::FragmentationProblem;

std::vector<ValueCount> count_values_of(const std::vector<Code>& values) {
  std::map<Code, std::uint32_t> counts;
  for (const Code value : values)
    ++counts[value];
  std::vector<ValueCount> result;
  for (const auto& [value, count] : counts)
    result.push_back({value, count});
  return result;
}

PrivacyModel random_model(Choices& choices) {
  using Variant = LDiversity::Variant;
  switch (choices.between(0, 5)) {
    case 0:
    case 1:
      return LDiversity{choices.of(std::vector<double>{1.2, 1.5, 2, 3}),
                        choices.of(std::vector<Variant>{Variant::frequency, Variant::distinct,
                                                        Variant::entropy, Variant::recursive}),
                        choices.of(std::vector<double>{2, 3, 5})};
    case 2:
      return KAnonymity{static_cast<double>(choices.between(1, 6))};
    case 3:
      return TCloseness{0.1 + choices.real() / 2, TCloseness::Distance::equal};
    case 4:
      return AlphaKAnonymity{
          0.5 + choices.real() / 2, static_cast<double>(choices.between(1, 5)), {}};
    default:
      return BetaLikeness{3 * choices.real()};
  }
}

void set_requirements(Choices& choices, FragmentationProblem& problem) {
  FragmentationOptions& options = problem.options;
  options.k = static_cast<std::uint32_t>(choices.between(1, 4));
  if (choices.one_in(2)) options.l = choices.between(1, 3);
  for (int models = choices.between(options.l > 1 ? -1 : 1, 2); models > 0; --models)
    options.privacy.push_back(random_model(choices));
  problem.data.attributes[options.class_attribute].role =
      choices.one_in(3) ? Role::insensitive : Role::sensitive;
  if (choices.one_in(4)) options.suppress = choices.real() / 2;
}

std::vector<PrivacyModel> all_models(const FragmentationOptions& options) {
  std::vector<PrivacyModel> models = options.privacy;
  models.emplace_back(KAnonymity{static_cast<double>(options.k)});
  models.emplace_back(LDiversity{options.l, LDiversity::Variant::distinct, 1});
  return models;
}

// Expects every join of every subset of fragments, also of one, to be protected. The class and all
// attributes that are sensitive in a joined fragment count.
void expect_protected_joins(const FragmentationProblem& problem, const Fragmentation& result) {
  const Microdata& data = problem.data;
  const std::size_t class_attribute = problem.options.class_attribute;
  const std::vector<oracle::FragmentRows> fragments = test::oracle_fragments(result);
  oracle::for_subsets(fragments.size(), 1, [&](const std::vector<std::size_t>& subset) {
    for (const auto& [groups, rows] : oracle::join(fragments, subset)) {
      EXPECT_GE(rows.size(), problem.options.k);
      for (const std::size_t s : attributes_with_role(data, Role::sensitive)) {
        std::vector<Code> values;
        for (std::size_t i = 0; i < subset.size(); ++i) {
          const PublishedFragment& fragment = result.fragments[subset[i]];
          const bool published = contains(fragment.plan.attributes, s);
          for (const oracle::JoinedRow& row : rows) {
            const Row source = fragment.classes.rows[row[i]];
            if (published) values.push_back(data.columns[s][source]);
            if (s == class_attribute && i == 0) values.push_back(fragment.class_values[source]);
          }
        }
        if (values.empty()) continue;
        const SensitiveDistribution table = sensitive_distribution(data, s, {});
        for (const PrivacyModel& model : all_models(problem.options))
          EXPECT_TRUE(holds(model, count_values_of(values), table)) << to_string(model);
      }
    }
  });
}

struct WorstJoin {
  std::map<std::string, double> reached;
  std::map<std::string, bool> holds;
};

// Returns the worst joins by attribute and model, over all joins.
std::map<std::size_t, WorstJoin> worst_joins(const FragmentationProblem& problem,
                                             const Fragmentation& result,
                                             const std::vector<PrivacyModel>& models) {
  const Microdata& data = problem.data;
  std::map<std::size_t, WorstJoin> worst;
  const std::vector<oracle::FragmentRows> fragments = test::oracle_fragments(result);
  oracle::for_subsets(fragments.size(), 1, [&](const std::vector<std::size_t>& subset) {
    for (const auto& [groups, rows] : oracle::join(fragments, subset)) {
      for (const std::size_t s : attributes_with_role(data, Role::sensitive)) {
        std::vector<Code> values;
        for (std::size_t i = 0; i < subset.size(); ++i) {
          const PublishedFragment& fragment = result.fragments[subset[i]];
          for (const oracle::JoinedRow& row : rows) {
            const Row source = fragment.classes.rows[row[i]];
            if (contains(fragment.plan.attributes, s)) values.push_back(data.columns[s][source]);
            if (s == problem.options.class_attribute && i == 0) {
              values.push_back(fragment.class_values[source]);
            }
          }
        }
        if (values.empty()) continue;
        const SensitiveDistribution table = sensitive_distribution(data, s, {});
        for (const PrivacyModel& model : models) {
          const std::string name = to_string(model);
          const double reached = achieved(model, count_values_of(values), table);
          const auto [found, is_new] = worst[s].reached.try_emplace(name, reached);
          if (!is_new) found->second = microdata::worse(model, found->second, reached);
          worst[s].holds.try_emplace(name, true).first->second &= meets(model, reached);
        }
      }
    }
  });
  return worst;
}

std::vector<FragmentView> views_of(const FragmentationProblem& problem,
                                   const Fragmentation& result) {
  std::vector<FragmentView> views;
  for (const PublishedFragment& fragment : result.fragments) {
    FragmentView& view = views.emplace_back();
    view.classes = static_cast<std::uint32_t>(fragment.classes.buckets());
    const AttributeSet sensitive =
        with_role(problem.data, fragment.plan.attributes, Role::sensitive);
    view.sensitive.resize(sensitive.size());
    for (std::uint32_t c = 0; c < view.classes; ++c) {
      for (const Row row : fragment.classes.bucket(c)) {
        view.class_of_row.push_back(c);
        view.class_values.push_back(fragment.class_values[row]);
        for (std::size_t j = 0; j < sensitive.size(); ++j)
          view.sensitive[j].push_back(problem.data.columns[sensitive[j]][row]);
      }
    }
  }
  return views;
}

bool join_of_whole_tables_fails(const FragmentationProblem& problem, const PrivacyModel& model) {
  const Microdata& data = problem.data;
  const std::vector<Code>& values = data.columns[problem.options.class_attribute];
  const SensitiveDistribution table =
      sensitive_distribution(data, problem.options.class_attribute, {});
  std::vector<Code> joined = values;
  for (std::size_t f = 1; f < problem.options.fragments; ++f) {
    if (!holds(model, count_values_of(joined), table)) return true;
    std::vector<Code> next;
    for (const Code a : joined) {
      for (const Code b : values) {
        if (a == b) next.push_back(a);
      }
    }
    joined = next;
  }
  return !holds(model, count_values_of(joined), table);
}

TEST(DiverseFragmentationProperty, JoinsArePrivate) {
  int published = 0;
  int changed = 0;
  int infeasible_joins = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    set_requirements(choices, problem);
    const std::size_t class_attribute = problem.options.class_attribute;
    const bool sensitive_class = problem.data.attributes[class_attribute].role == Role::sensitive;
    if (attributes_with_role(problem.data, Role::sensitive).empty()) return;
    Random random = Random::seeded(seed);
    try {
      const Fragmentation result = fragment(problem.data, problem.options, random, {});
      ++published;
      expect_protected_joins(problem, result);
      if (sensitive_class) {
        const bool by_counts =
            std::all_of(problem.options.privacy.begin(), problem.options.privacy.end(),
                        [](const auto& m) { return std::holds_alternative<KAnonymity>(m); });
        if (problem.options.l > 1 || !by_counts) {
          EXPECT_EQ(result.changed(), 0U);
        }
      } else {
        changed += result.changed() > 0 ? 1 : 0;
      }
    } catch (const Infeasible& infeasible) {
      const bool of_model = infeasible.reason == Infeasible::Reason::privacy ||
                            infeasible.reason == Infeasible::Reason::joined;
      if (problem.options.suppress > 0 || !of_model) return;
      ASSERT_TRUE(infeasible.model.has_value());
      EXPECT_FALSE(meets(*infeasible.model, infeasible.reached));
      if (infeasible.attribute != class_attribute) return;
      EXPECT_TRUE(join_of_whole_tables_fails(problem, *infeasible.model));
      ++infeasible_joins;
    }
  });
  EXPECT_GT(published, test::expected_of(150));
  EXPECT_GE(changed, test::expected_of(21));
  EXPECT_GE(infeasible_joins, test::expected_of(21));
}

// Class values are changed for k and for a sensitive attribute other than the class.
TEST(DiverseFragmentationProperty, SensitiveAttributesBesidesTheClass) {
  int changed = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    const std::size_t class_attribute = problem.options.class_attribute;
    if (problem.data.attributes.back().role == Role::quasi_identifier) return;
    if (class_attribute + 1 == problem.data.attributes.size()) return;
    problem.data.attributes.back().role = Role::sensitive;
    problem.data.attributes[class_attribute].role = Role::insensitive;
    problem.options.k = static_cast<std::uint32_t>(choices.between(3, 8));
    problem.options.l = choices.between(2, 3);
    if (choices.one_in(4)) problem.options.enforcement = Enforcement::naive;
    Random random = Random::seeded(seed);
    try {
      const Fragmentation result = fragment(problem.data, problem.options, random, {});
      expect_protected_joins(problem, result);
      changed += result.changed() > 0 ? 1 : 0;
    } catch (const Infeasible&) {
    }
  });
  EXPECT_GT(changed, test::expected_of(100));
}

// If only distinct l-diversity of the class is required, every equivalence class has all values of
// a segment or none (theorem 5.1). A release always exists.
TEST(DiverseFragmentationProperty, ClassesHaveAllValuesOfTheirSegments) {
  int published = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    Microdata& data = problem.data;
    const std::size_t class_attribute = problem.options.class_attribute;
    for (Attribute& attribute : data.attributes) {
      if (attribute.role == Role::sensitive) attribute.role = Role::insensitive;
    }
    data.attributes[class_attribute].role = Role::sensitive;
    problem.options.k = std::min(problem.options.k, data.rows);
    if (data.attributes[class_attribute].distinct < 2) return;
    problem.options.l =
        choices.between(2, static_cast<int>(data.attributes[class_attribute].distinct));
    std::vector<std::uint32_t> tuples(data.attributes[class_attribute].distinct);
    for (const Code value : data.columns[class_attribute])
      ++tuples[value];
    const auto segments = class_segments(tuples, problem.options.l, problem.options.k);
    Random random = Random::seeded(seed);
    const Fragmentation result = fragment(data, problem.options, random, {});
    for (const PublishedFragment& fragment : result.fragments) {
      for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
        std::set<Code> values;
        for (const Row row : fragment.classes.bucket(c))
          values.insert(fragment.class_values[row]);
        for (const std::vector<Code>& segment : segments) {
          const auto has = std::count_if(segment.begin(), segment.end(),
                                         [&](Code value) { return values.contains(value); });
          EXPECT_TRUE(has == 0 || has == static_cast<std::ptrdiff_t>(segment.size()));
        }
      }
    }
    ++published;
  });
  EXPECT_GT(published, test::expected_of(100));
}

// Disclosure is measured from the rows alone, on releases that satisfy the models and on others.
TEST(DiverseFragmentationProperty, MeasuredDisclosureIsTheWorst) {
  int failing = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.k = 1;
    const bool sensitive_class =
        problem.data.attributes[problem.options.class_attribute].role == Role::sensitive;
    Random random = Random::seeded(seed);
    const Fragmentation result = fragment(problem.data, problem.options, random, {});
    const std::vector<PrivacyModel> models{LDiversity{1.5, LDiversity::Variant::frequency, 1},
                                           LDiversity{2, LDiversity::Variant::distinct, 1},
                                           LDiversity{1.5, LDiversity::Variant::entropy, 1},
                                           TCloseness{0.3, TCloseness::Distance::equal},
                                           BetaLikeness{1}};
    std::map<std::size_t, WorstJoin> worst = worst_joins(problem, result, models);
    const std::vector<FragmentView> views = views_of(problem, result);
    const auto expect = [&](std::size_t attribute, const JoinedAttribute& joined) {
      const SensitiveDistribution table = sensitive_distribution(problem.data, attribute, {});
      for (const PrivacyModel& model : models) {
        const JoinedDisclosure measured =
            measure_joined_disclosure(views, joined, model, table, {});
        EXPECT_FALSE(measured.cursory);
        EXPECT_NEAR(measured.reached, worst[attribute].reached[to_string(model)], 1e-9);
        EXPECT_EQ(measured.holds, worst[attribute].holds[to_string(model)]);
        failing += measured.holds ? 0 : 1;
      }
    };
    if (sensitive_class) expect(problem.options.class_attribute, {});
    for (std::size_t f = 0; f < views.size(); ++f) {
      const AttributeSet sensitive =
          with_role(problem.data, result.fragments[f].plan.attributes, Role::sensitive);
      for (std::size_t j = 0; j < sensitive.size(); ++j)
        expect(sensitive[j], {JoinedAttribute::Column{f, j}});
    }
  });
  EXPECT_GT(failing, test::expected_of(100));
}

// The membership likelihood of section 5.1 equals the share computed from the join of all
// fragments.
TEST(DiverseFragmentationProperty, MembershipIsAShareOfTheJoin) {
  int positive = 0;
  test::for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.k = std::min({problem.options.k, problem.data.rows, 3U});
    Random random = Random::seeded(seed);
    const Fragmentation result = fragment(problem.data, problem.options, random, {});
    std::vector<std::vector<std::uint32_t>> matching;
    std::vector<std::size_t> all;
    for (const PublishedFragment& fragment : result.fragments) {
      all.push_back(all.size());
      std::vector<std::uint32_t>& classes = matching.emplace_back();
      for (std::uint32_t c = 0; c < fragment.classes.buckets(); ++c) {
        if (choices.one_in(2)) classes.push_back(c);
      }
    }
    double matched = 0;
    double rows = 0;
    for (const auto& [groups, joined] : oracle::join(test::oracle_fragments(result), all)) {
      rows += static_cast<double>(joined.size());
      bool matches = true;
      for (std::size_t f = 0; f < groups.size(); ++f) {
        matches = matches && std::count(matching[f].begin(), matching[f].end(), groups[f]) > 0;
      }
      matched += matches ? static_cast<double>(joined.size()) : 0;
    }
    const double likelihood = membership_likelihood(views_of(problem, result), matching, {});
    EXPECT_NEAR(likelihood, rows > 0 ? matched / rows : 0, 1e-12);
    positive += likelihood > 0 ? 1 : 0;
  });
  EXPECT_GE(positive, test::expected_of(51));
}

// Each value is in one segment, and segments satisfy l and k.
TEST(DiverseFragmentationProperty, SegmentsKeepTheirNumbers) {
  int divided = 0;
  for (int i = 0; i < test::tried(2000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<std::uint32_t> tuples;
    const int values = choices.between(2, 20);
    std::uint32_t all = 0;
    for (int v = 0; v < values; ++v) {
      tuples.push_back(static_cast<std::uint32_t>(choices.one_in(3) ? choices.between(0, 5)
                                                                    : choices.between(1, 10000)));
      all += tuples.back();
    }
    const auto occurring = values - std::count(tuples.begin(), tuples.end(), 0U);
    if (occurring < 2) continue;
    const double l = choices.between(2, static_cast<int>(std::min<std::ptrdiff_t>(occurring, 5)));
    const auto k = static_cast<std::uint32_t>(choices.between(1, static_cast<int>(all)));
    const auto segments = class_segments(tuples, l, k);
    std::set<Code> seen;
    for (const std::vector<Code>& segment : segments) {
      EXPECT_GE(static_cast<double>(segment.size()), l);
      std::uint32_t rows = 0;
      for (const Code value : segment) {
        EXPECT_GT(tuples[value], 0U);
        EXPECT_TRUE(seen.insert(value).second);
        rows += tuples[value];
      }
      EXPECT_GE(rows, k);
    }
    EXPECT_EQ(static_cast<std::ptrdiff_t>(seen.size()), occurring);
    divided += segments.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(divided, test::expected_of(100));
}

}  // namespace
}  // namespace microdata
