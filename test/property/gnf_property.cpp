#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/rule_expansion.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/implication.hpp"
#include "property/gnf_choices.hpp"

// Compares rules, dependencies and the normal form with literal implementations of their
// definitions.

namespace microdata {
namespace {

using test::Choices;

using Set = std::set<std::size_t>;

Set set_of(const AttributeSet& attributes) {
  return {attributes.begin(), attributes.end()};
}

bool within(const Set& part, const Set& whole) {
  return std::all_of(part.begin(), part.end(), [&](std::size_t a) { return whole.contains(a); });
}

double l_of(const PrivacyRule& rule) {
  return rule.guarantee.empty() ? 0 : std::get<LDiversity>(rule.guarantee.front()).l;
}

// Returns true if the protection of some attributes protects the rule's combinations: of a smaller
// part of them, one attribute has no harmless values.
bool protects(const AttributeSet& some, const PrivacyRule& rule) {
  return some == rule.sensitive || (within(set_of(some), set_of(rule.sensitive)) &&
                                    !within(set_of(some), set_of(rule.with_harmless)));
}

bool inferred(const PrivacyRule& rule, const PrivacyRule& from) {
  return within(set_of(rule.known), set_of(from.known)) && protects(from.sensitive, rule) &&
         l_of(from) >= l_of(rule);
}

// Key of a rule for comparison: both sides and l.
using RuleKey = std::tuple<AttributeSet, AttributeSet, double>;

std::set<RuleKey> keys_of(const std::vector<PrivacyRule>& rules) {
  std::set<RuleKey> keys;
  for (const PrivacyRule& rule : rules)
    keys.insert({rule.known, rule.sensitive, l_of(rule)});
  return keys;
}

template <typename Body>
void repeat(int times, const Body& body) {
  for (int i = 0; i < test::tried(times); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    body(choices);
    if (testing::Test::HasFailure()) break;
  }
}

TEST(PrivacyRuleProperty, IrreducibleRulesAreFewestThatImplyAll) {
  repeat(4000, [](Choices& choices) {
    std::vector<PrivacyRule> rules = test::random_rules(choices, 4, 8);
    test::choose_harmless(choices, 4, rules);
    const std::vector<PrivacyRule> kept = irreducible(rules);
    for (const PrivacyRule& rule : rules) {
      EXPECT_TRUE(std::any_of(kept.begin(), kept.end(),
                              [&](const PrivacyRule& k) { return inferred(rule, k); }));
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
      for (std::size_t j = 0; j < kept.size(); ++j)
        EXPECT_TRUE(i == j || !inferred(kept[i], kept[j]));
    }
    const std::set<RuleKey> given = keys_of(rules);
    for (const RuleKey& key : keys_of(kept))
      EXPECT_TRUE(given.contains(key));
  });
}

std::vector<FunctionalDependency> random_dependencies(Choices& choices, std::size_t attributes) {
  std::vector<FunctionalDependency> dependencies(static_cast<std::size_t>(choices.between(0, 5)));
  for (FunctionalDependency& dependency : dependencies) {
    dependency.dependent =
        static_cast<std::size_t>(choices.between(0, static_cast<int>(attributes) - 1));
    dependency.determinant =
        without(test::random_attributes(choices, attributes, 0.35), {dependency.dependent});
  }
  return dependencies;
}

AttributeSet subset(std::size_t bits) {
  AttributeSet attributes;
  for (std::size_t a = 0; bits >> a != 0; ++a) {
    if ((bits >> a & 1U) != 0) attributes.push_back(a);
  }
  return attributes;
}

TEST(RuleExpansionProperty, IsTheFixpointOverAllDependencies) {
  constexpr std::size_t attributes = 5;
  repeat(2000, [](Choices& choices) {
    const std::vector<PrivacyRule> rules = test::random_rules(choices, attributes, 4);
    const std::vector<FunctionalDependency> dependencies = random_dependencies(choices, attributes);
    const auto determine = [&](const AttributeSet& left, const AttributeSet& right) {
      Set known = set_of(left);
      for (std::size_t times = 0; times < attributes; ++times) {
        for (const FunctionalDependency& d : dependencies) {
          if (within(set_of(d.determinant), known)) known.insert(d.dependent);
        }
      }
      return within(set_of(right), known);
    };
    const auto protectable = [&](const PrivacyRule& rule) {
      return !determine(rule.known, rule.sensitive);
    };
    std::vector<PrivacyRule> all = rules;
    std::set<RuleKey> seen = keys_of(rules);
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (!protectable(all[r])) continue;
      for (std::size_t bits = 0; bits < std::size_t{1} << attributes; ++bits) {
        const AttributeSet unknown = without(subset(bits), all[r].known);
        if (unknown.empty() || !determine(subset(bits), all[r].sensitive)) continue;
        const PrivacyRule added{all[r].known, unknown, all[r].guarantee};
        if (seen.insert({added.known, added.sensitive, l_of(added)}).second) all.push_back(added);
      }
    }
    const RuleExpansion expansion = expand(rules, dependencies, {});
    std::vector<PrivacyRule> expected;
    std::copy_if(all.begin(), all.end(), std::back_inserter(expected), protectable);
    std::vector<PrivacyRule> found;
    std::copy_if(expansion.rules.begin(), expansion.rules.end(), std::back_inserter(found),
                 protectable);
    EXPECT_EQ(keys_of(irreducible(expected)), keys_of(irreducible(found)));
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const bool reported =
          std::count(expansion.unprotectable.begin(), expansion.unprotectable.end(), r) > 0;
      EXPECT_EQ(reported, !protectable(rules[r]));
    }
  });
}

TEST(FunctionalDependencyProperty, AreTheMinimalOnesThatHold) {
  repeat(2000, [](Choices& choices) {
    test::TableShape shape;
    shape.most_rows = choices.one_in(2) ? 6 : 30;
    shape.most_attributes = 6;
    const Microdata data = test::random_table(choices, shape);
    const AttributeSet attributes = test::random_attributes(choices, data.attributes.size(), 0.8);
    const auto most = static_cast<std::size_t>(choices.between(0, 3));
    const auto holds = [&](const AttributeSet& left, std::size_t right) {
      std::map<std::vector<Code>, Code> value;
      for (Row row = 0; row < data.rows; ++row) {
        std::vector<Code> key;
        for (const std::size_t a : left)
          key.push_back(data.columns[a][row]);
        if (value.emplace(key, data.columns[right][row]).first->second != data.columns[right][row])
          return false;
      }
      return true;
    };
    std::set<std::tuple<std::size_t, AttributeSet, std::size_t>> expected;
    for (std::size_t bits = 0; bits < std::size_t{1} << data.attributes.size(); ++bits) {
      const AttributeSet left = subset(bits);
      if (left.size() > most || !is_subset(left, attributes)) continue;
      for (const std::size_t right : without(attributes, left)) {
        bool minimal = holds(left, right);
        for (std::size_t fewer = 0; fewer < bits; ++fewer)
          minimal = minimal && ((fewer & bits) != fewer || !holds(subset(fewer), right));
        if (minimal) expected.insert({left.size(), left, right});
      }
    }
    std::vector<std::tuple<std::size_t, AttributeSet, std::size_t>> found;
    for (const FunctionalDependency& d : functional_dependencies(data, attributes, most, {}))
      found.emplace_back(d.determinant.size(), d.determinant, d.dependent);
    EXPECT_EQ(found, decltype(found)(expected.begin(), expected.end()));
  });
}

// Returns the pairs of attributes that parts connect, transitively (definition 3).
std::vector<std::vector<bool>> reachable(const std::vector<Set>& parts, std::size_t attributes) {
  std::vector<std::vector<bool>> reach(attributes, std::vector<bool>(attributes));
  for (std::size_t a = 0; a < attributes; ++a) {
    reach[a][a] = true;
    for (const Set& part : parts) {
      for (std::size_t b = 0; b < attributes; ++b) {
        if (part.contains(a) && part.contains(b)) reach[a][b] = true;
      }
    }
  }
  for (std::size_t via = 0; via < attributes; ++via) {
    for (std::size_t a = 0; a < attributes; ++a) {
      for (std::size_t b = 0; b < attributes; ++b)
        reach[a][b] = reach[a][b] || (reach[a][via] && reach[via][b]);
    }
  }
  return reach;
}

bool any_reaches(const std::vector<std::vector<bool>>& reach, const Set& from, std::size_t to) {
  return std::any_of(from.begin(), from.end(), [&](std::size_t a) { return reach[a][to]; });
}

// Returns true for a guardian by definition 4, with the sensitive attributes as one.
bool is_guardian(const std::vector<Part>& parts, std::size_t i, const Set& known,
                 const Set& sensitive, double l, Protection protection, std::size_t attributes) {
  std::vector<Set> sets;
  for (const Part& part : parts)
    sets.push_back(set_of(part.attributes));
  if (!within(sensitive, sets[i])) return false;
  if (!parts[i].enforced || set_of(parts[i].enforced->sensitive) != sensitive ||
      l_of(*parts[i].enforced) < l)
    return false;
  Set protected_against = set_of(parts[i].enforced->known);
  if (protection == Protection::bucketized) protected_against = sets[i];
  std::vector<Set> others = sets;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
  const auto over_others = reachable(others, attributes);
  for (const std::size_t a : sets[i]) {
    if (!sensitive.contains(a) && any_reaches(over_others, known, a) &&
        !protected_against.contains(a))
      return false;
  }
  std::vector<Set> removed = sets;
  for (const std::size_t s : sensitive)
    removed[i].erase(s);
  const auto after = reachable(removed, attributes);
  return std::none_of(sensitive.begin(), sensitive.end(),
                      [&](std::size_t s) { return any_reaches(after, known, s); });
}

TEST(GuardianNormalFormProperty, IsJudgedByDefinition) {
  constexpr std::size_t attributes = 5;
  int satisfied = 0;
  int guarded = 0;
  int broken = 0;
  repeat(20'000, [&](Choices& choices) {
    std::vector<PrivacyRule> rules = test::random_rules(choices, attributes, 4);
    test::choose_harmless(choices, attributes, rules);
    const std::vector<Part> parts = test::random_parts(choices, attributes, rules, 4);
    const auto protection = choices.one_in(2) ? Protection::declared : Protection::bucketized;
    std::vector<Set> sets;
    for (const Part& part : parts)
      sets.push_back(set_of(part.attributes));
    const auto reach = reachable(sets, attributes);
    const std::vector<RuleFinding> findings = check(parts, rules, protection);
    ASSERT_EQ(findings.size(), rules.size());
    bool all = true;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const Set known = set_of(rules[r].known);
      AttributeSet unreached;
      for (const std::size_t s : rules[r].sensitive) {
        if (!any_reaches(reach, known, s)) unreached.push_back(s);
      }
      const bool reached = unreached.empty();
      std::vector<std::size_t> guardians;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t bits = 1; bits < std::size_t{1} << attributes; ++bits) {
          if (protects(subset(bits), rules[r]) &&
              is_guardian(parts, i, known, set_of(subset(bits)), l_of(rules[r]), protection,
                          attributes))
            guardians.push_back(i);
        }
      }
      const bool expected = !reached || !guardians.empty();
      all = all && expected;
      const RuleFinding& finding = findings[r];
      EXPECT_EQ(finding.satisfied, expected);
      EXPECT_EQ(finding.unreached, unreached);
      EXPECT_EQ(finding.path.attributes.empty(), !reached);
      EXPECT_EQ(finding.guardian.has_value(), reached && expected);
      if (finding.guardian) {
        EXPECT_EQ(*finding.guardian, guardians.front());
      }
      EXPECT_EQ(finding.failures.empty(), expected);
      if (reached) {
        ASSERT_EQ(finding.path.attributes.size(), finding.path.parts.size() + 1);
        EXPECT_TRUE(known.contains(finding.path.attributes.front()));
        for (std::size_t i = 0; i < finding.path.parts.size(); ++i) {
          EXPECT_TRUE(sets[finding.path.parts[i]].contains(finding.path.attributes[i]));
          EXPECT_TRUE(sets[finding.path.parts[i]].contains(finding.path.attributes[i + 1]));
        }
      }
      ++(reached ? expected ? guarded : broken : satisfied);
    }
    EXPECT_EQ(is_guardian_normal_form(parts, rules, protection), all);
  });
  EXPECT_GT(satisfied, test::expected_of(1000));
  EXPECT_GT(guarded, test::expected_of(1000));
  EXPECT_GT(broken, test::expected_of(1000));
}

PrivacyModel random_model(Choices& choices) {
  const auto bound = [&] { return static_cast<double>(choices.between(1, 4)); };
  const auto share = [&] { return 0.25 * choices.between(0, 4); };
  switch (choices.between(0, 7)) {
    case 0:
      return KAnonymity{bound()};
    case 1:
      return LDiversity{bound(), static_cast<LDiversity::Variant>(choices.between(0, 3)), bound()};
    case 2:
      return AlphaKAnonymity{share(), bound(), std::nullopt};
    case 3:
      return TCloseness{share(), static_cast<TCloseness::Distance>(choices.between(0, 1))};
    case 4:
      return DeltaDisclosure{share()};
    case 5:
      return BetaLikeness{share()};
    case 6:
      return RhoBreach{share(), share()};
    default:
      return BeliefDistance{share(), static_cast<BeliefDistance::Distance>(choices.between(0, 2))};
  }
}

TEST(ImplicationProperty, HoldsForEveryGroup) {
  int implied = 0;
  repeat(20'000, [&](Choices& choices) {
    const PrivacyModel a = random_model(choices);
    const PrivacyModel b = random_model(choices);
    EXPECT_TRUE(implies(a, a));
    if (!implies(a, b)) return;
    ++implied;
    std::vector<std::uint64_t> table;
    std::vector<ValueCount> group;
    for (Code value = 0; value < 4; ++value) {
      const auto count = static_cast<std::uint32_t>(choices.between(0, 3));
      table.push_back(count + static_cast<std::uint64_t>(choices.between(1, 3)));
      group.push_back({value, count});
    }
    group.front().tuples += 1;
    table.front() += 1;
    const SensitiveDistribution distribution(table);
    EXPECT_TRUE(!holds(a, group, distribution) || holds(b, group, distribution))
        << to_string(a) << " " << to_string(b);
  });
  EXPECT_GT(implied, test::expected_of(100));
}

TEST(ImplicationProperty, CarriesOverToCombinations) {
  repeat(20'000, [&](Choices& choices) {
    const PrivacyModel model = random_model(choices);
    if (!holds_for_combinations(model)) return;
    // Each value is split into combinations.
    std::vector<ValueCount> values;
    std::vector<ValueCount> combinations;
    for (Code value = 0; value < 4; ++value) {
      const auto first = static_cast<std::uint32_t>(choices.between(0, 3));
      const auto second = static_cast<std::uint32_t>(choices.between(0, 3));
      values.push_back({value, first + second});
      combinations.push_back({2 * value, first});
      combinations.push_back({2 * value + 1, second});
    }
    values.front().tuples += 1;
    combinations.front().tuples += 1;
    const SensitiveDistribution table(std::vector<std::uint64_t>(8, 100));
    EXPECT_TRUE(!holds(model, values, table) || holds(model, combinations, table));
  });
}

}  // namespace
}  // namespace microdata
