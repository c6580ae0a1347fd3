#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>

#include "core/fragmentation/class_enforcement.hpp"
#include "core/fragmentation/fragmentation.hpp"
#include "core/fragmentation/reachable_joins.hpp"
#include "core/fragmentation/selectivity_enforcement.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/equijoin_selectivity.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/risk/fragment_joins.hpp"
#include "core/risk/fragment_selectivity.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/fragmentation_problem.hpp"
#include "property/random_table.hpp"

// What every release by fragmentation must be, on random tables, judged by joining it row by row.

namespace microdata {
namespace {

using test::Choices;
using test::FragmentationProblem;

constexpr int tables = 1000;

template <typename Body>
void for_seeds(int count, const Body& body) {
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    body(choices, seed);
  }
}

Fragmentation fragment_with(const FragmentationProblem& problem, std::uint64_t seed) {
  Random random = Random::seeded(seed);
  return fragment(problem.data, problem.options, random, {});
}

// Every attribute but the class in one fragment, and a quasi-identifier in each.
void expect_vertical_fragmentation(const FragmentationProblem& problem,
                                   const Fragmentation& result) {
  AttributeSet all;
  ASSERT_EQ(result.fragments.size(), problem.options.fragments);
  for (const PublishedFragment& fragment : result.fragments) {
    const AttributeSet& attributes = fragment.plan.attributes;
    EXPECT_TRUE(std::is_sorted(attributes.begin(), attributes.end()));
    EXPECT_FALSE(with_role(problem.data, attributes, Role::quasi_identifier).empty());
    all.insert(all.end(), attributes.begin(), attributes.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, without(published_attributes(problem.data), {problem.options.class_attribute}));
}

// The same rows in every fragment, in classes of at least k that show different things.
void expect_anonymous_fragments(const FragmentationProblem& problem, const Fragmentation& result) {
  for (const PublishedFragment& fragment : result.fragments) {
    const std::set<Row> rows(fragment.classes.rows.begin(), fragment.classes.rows.end());
    EXPECT_EQ(rows.size(), fragment.classes.rows.size());
    EXPECT_EQ(rows.size() + result.suppressed, problem.data.rows);
    EXPECT_EQ(rows, std::set<Row>(result.fragments[0].classes.rows.begin(),
                                  result.fragments[0].classes.rows.end()));
    std::set<std::vector<GeneralizedValue>> shown;
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      EXPECT_GE(fragment.classes.bucket(c).size(), problem.options.k);
      std::vector<GeneralizedValue> values;
      for (const GeneralizedAttribute& attribute : fragment.attributes)
        values.push_back(attribute.values[attribute.value_of_class[c]]);
      EXPECT_TRUE(shown.insert(values).second);
    }
    AttributeSet generalized;
    for (const GeneralizedAttribute& attribute : fragment.attributes)
      generalized.push_back(attribute.attribute);
    EXPECT_EQ(generalized,
              with_role(problem.data, fragment.plan.attributes, Role::quasi_identifier));
  }
}

// Definition 4.1.
void expect_safe_joins(const Fragmentation& result, std::uint32_t k) {
  const std::vector<oracle::FragmentRows> fragments = test::oracle_fragments(result);
  oracle::for_subsets(fragments.size(), 1, [&](const std::vector<std::size_t>& subset) {
    for (const auto& [groups, rows] : oracle::join(fragments, subset))
      EXPECT_GE(rows.size(), k);
  });
}

// Values are those of the class, and as many differ from the source as are said to.
void expect_class_values(const FragmentationProblem& problem, const Fragmentation& result) {
  const std::vector<Code>& source = problem.data.columns[problem.options.class_attribute];
  Row all = 0;
  for (const PublishedFragment& fragment : result.fragments) {
    Row changed = 0;
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      std::set<Code> of_class;
      for (const Row row : fragment.classes.bucket(c))
        of_class.insert(source[row]);
      for (const Row row : fragment.classes.bucket(c)) {
        EXPECT_TRUE(of_class.contains(fragment.class_values[row]));
        changed += fragment.class_values[row] != source[row] ? 1 : 0;
      }
    }
    EXPECT_EQ(changed, fragment.changed);
    all += changed;
  }
  EXPECT_EQ(all, result.changed());
}

// Every equivalence class has its most frequent value alone.
void expect_majorities(const FragmentationProblem& problem, const Fragmentation& result) {
  const std::vector<Code>& source = problem.data.columns[problem.options.class_attribute];
  for (const PublishedFragment& fragment : result.fragments) {
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      std::map<Code, int> counts;
      std::set<Code> published;
      for (const Row row : fragment.classes.bucket(c)) {
        ++counts[source[row]];
        published.insert(fragment.class_values[row]);
      }
      ASSERT_EQ(published.size(), 1U);
      for (const auto& [value, count] : counts)
        EXPECT_LE(count, counts[*published.begin()]);
    }
  }
}

TEST(FragmentationProperty, NoJoinIdentifies) {
  int changed = 0;
  int unchanged = 0;
  for_seeds(tables, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    std::map<Enforcement, Row> changes;
    for (const Enforcement enforcement : {Enforcement::naive, Enforcement::dependency_graph}) {
      problem.options.enforcement = enforcement;
      try {
        const Fragmentation result = fragment_with(problem, seed);
        EXPECT_GE(problem.data.rows, problem.options.k);
        expect_vertical_fragmentation(problem, result);
        expect_anonymous_fragments(problem, result);
        expect_class_values(problem, result);
        expect_safe_joins(result, problem.options.k);
        if (enforcement == Enforcement::naive) expect_majorities(problem, result);
        changes[enforcement] = result.changed();
      } catch (const Infeasible& infeasible) {
        EXPECT_EQ(infeasible.reason, Infeasible::Reason::too_few_rows);
        EXPECT_LT(problem.data.rows, problem.options.k);
      }
    }
    EXPECT_LE(changes[Enforcement::dependency_graph], changes[Enforcement::naive]);
    ++(changes[Enforcement::dependency_graph] > 0 ? changed : unchanged);
  });
  EXPECT_GT(changed, tables / 50);
  EXPECT_GT(unchanged, tables / 50);
}

// By equivalence class: its tuples and the values that it publishes, each once.
struct AmbiguousFragment {
  std::vector<std::size_t> tuples;
  std::vector<oracle::Values> values;
};

std::vector<AmbiguousFragment> ambiguous_fragments(const FragmentationProblem& problem,
                                                   const Fragmentation& result) {
  const std::vector<Code>& source = problem.data.columns[problem.options.class_attribute];
  std::vector<AmbiguousFragment> fragments;
  for (const PublishedFragment& fragment : result.fragments) {
    AmbiguousFragment& read = fragments.emplace_back();
    Row changed = 0;
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      std::set<int> published;
      std::map<Code, std::size_t> counts;
      for (const Row row : fragment.classes.bucket(c)) {
        ++counts[source[row]];
        const Code value = fragment.class_values[row];
        if (value != ambiguous) {
          EXPECT_TRUE(published.insert(static_cast<int>(value)).second);
        }
      }
      EXPECT_FALSE(published.empty());
      // None is left out that is more frequent than one that is not.
      std::size_t fewest = source.size();
      for (const int value : published) {
        EXPECT_TRUE(counts.contains(static_cast<Code>(value)));
        fewest = std::min(fewest, counts[static_cast<Code>(value)]);
      }
      for (const auto& [value, count] : counts) {
        if (published.contains(static_cast<int>(value))) continue;
        EXPECT_LE(count, fewest);
        changed += static_cast<Row>(count);
      }
      read.tuples.push_back(fragment.classes.bucket(c).size());
      read.values.emplace_back(published.begin(), published.end());
    }
    EXPECT_EQ(fragment.changed, changed);
  }
  return fragments;
}

// The smallest eta of definition 4.4 over all choices of fragments and equivalence classes.
double smallest_selectivity(const std::vector<AmbiguousFragment>& fragments, std::size_t k) {
  double smallest = 1;
  oracle::for_subsets(fragments.size(), 2, [&](const std::vector<std::size_t>& subset) {
    std::vector<std::vector<std::size_t>> chosen{{}};
    for (const std::size_t f : subset) {
      std::vector<std::vector<std::size_t>> next;
      for (const auto& before : chosen) {
        for (std::size_t c = 0; c < fragments[f].tuples.size(); ++c) {
          next.push_back(before);
          next.back().push_back(c);
        }
      }
      chosen = next;
    }
    for (const auto& classes : chosen) {
      std::vector<oracle::Values> values;
      std::vector<std::size_t> tuples;
      for (std::size_t i = 0; i < subset.size(); ++i) {
        values.push_back(fragments[subset[i]].values[classes[i]]);
        tuples.push_back(fragments[subset[i]].tuples[classes[i]]);
      }
      if (oracle::join_size(values) == 0) continue;
      const oracle::Selectivity eta = oracle::equijoin_selectivity(values, tuples, k);
      smallest =
          std::min(smallest, static_cast<double>(eta.preserving) / static_cast<double>(eta.joins));
    }
  });
  return smallest;
}

std::vector<FragmentView> views_of(const Fragmentation& result) {
  std::vector<FragmentView> views;
  for (const PublishedFragment& fragment : result.fragments) {
    FragmentView& view = views.emplace_back();
    view.classes = static_cast<std::uint32_t>(fragment.classes.buckets());
    for (std::uint32_t c = 0; c < view.classes; ++c) {
      for (const Row row : fragment.classes.bucket(c)) {
        view.class_of_row.push_back(c);
        const Code value = fragment.class_values[row];
        view.class_values.push_back(value == ambiguous ? no_class_value : value);
      }
    }
  }
  return views;
}

TEST(FragmentationProperty, JoinsAreSelective) {
  int changed = 0;
  for_seeds(400, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    // Versions are enumerated.
    const std::map<std::size_t, Row> most_rows{{2, 11}, {3, 8}, {4, 6}};
    problem.data.rows = std::min(problem.data.rows, most_rows.at(problem.options.fragments));
    for (std::vector<Code>& column : problem.data.columns)
      column.resize(problem.data.rows);
    problem.options.k = std::min({problem.options.k, problem.data.rows, 5U});
    problem.options.enforcement = Enforcement::delta_selectivity;
    problem.options.delta = choices.of(std::vector<double>{0, 0.25, 0.5, 0.9, 1});
    const Fragmentation result = fragment_with(problem, seed);
    expect_anonymous_fragments(problem, result);
    const std::vector<AmbiguousFragment> fragments = ambiguous_fragments(problem, result);
    const double smallest = smallest_selectivity(fragments, problem.options.k);
    EXPECT_GE(smallest, problem.options.delta - 1e-9);
    changed += result.changed() > 0 ? 1 : 0;
    const FragmentSelectivity measured =
        measure_fragment_selectivity(views_of(result), problem.options.k, {});
    EXPECT_NEAR(measured.smallest_eta, smallest, 1e-9);
    EXPECT_EQ(measured.repeated_values, 0U);
    EXPECT_GE(measured.smallest_class, problem.options.k);
    EXPECT_FALSE(measured.cursory);
  });
  EXPECT_GT(changed, 10);
}

// The same on histograms by themselves, with values so far apart that they are no bits of a word.
TEST(FragmentationProperty, EnforcedHistogramsAreSelective) {
  int removed = 0;
  for_seeds(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto k = static_cast<std::uint32_t>(choices.between(2, 5));
    const Code apart = choices.one_in(3) ? 1 : 37;
    const double delta = choices.of(std::vector<double>{0.25, 0.5, 0.9, 1});
    std::vector<std::vector<ClassHistogram>> kinds(static_cast<std::size_t>(choices.between(2, 3)));
    for (std::vector<ClassHistogram>& fragment : kinds) {
      for (int c = choices.between(1, 3); c > 0; --c) {
        std::map<Code, std::uint32_t> counts;
        const int tuples = static_cast<int>(k) + choices.between(0, 1);
        for (int t = 0; t < tuples; ++t)
          ++counts[static_cast<Code>(choices.between(0, 2) + c) * apart];
        ClassHistogram& histogram = fragment.emplace_back();
        for (const auto& [value, count] : counts)
          histogram.push_back({value, count});
      }
    }
    const auto kept = enforce_selectivity(kinds, k, delta, {});
    std::vector<AmbiguousFragment> fragments(kinds.size());
    for (std::size_t f = 0; f < kinds.size(); ++f) {
      for (std::size_t c = 0; c < kinds[f].size(); ++c) {
        ASSERT_FALSE(kept[f][c].empty());
        fragments[f].tuples.push_back(tuples_of(kinds[f][c]));
        fragments[f].values.emplace_back(kept[f][c].begin(), kept[f][c].end());
        removed += kept[f][c].size() < kinds[f][c].size() ? 1 : 0;
        if (f == 0) {
          EXPECT_EQ(kept[f][c].size(), kinds[f][c].size());
        }
      }
    }
    EXPECT_GE(smallest_selectivity(fragments, k), delta - 1e-9);
  });
  EXPECT_GT(removed, 50);
}

TEST(FragmentationProperty, SelectivityIsCountedExactly) {
  int between = 0;
  for_seeds(600, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto k = static_cast<std::uint32_t>(choices.between(1, 8));
    EquijoinSelectivity eta(k);
    const int classes = choices.between(2, 3);
    const int domain = choices.between(1, 5);
    std::vector<oracle::Values> values;
    std::vector<std::size_t> tuples;
    std::vector<AmbiguousClass> shape;
    for (int c = 0; c < classes; ++c) {
      std::set<int> set;
      for (int i = choices.between(1, domain); i > 0; --i)
        set.insert(choices.between(1, domain));
      values.emplace_back(set.begin(), set.end());
      tuples.push_back(std::max<std::size_t>(k, set.size()) +
                       static_cast<std::size_t>(choices.between(0, classes == 2 ? 4 : 1)));
      shape.push_back(
          {static_cast<std::uint32_t>(tuples.back()), static_cast<std::uint32_t>(set.size())});
    }
    const std::size_t common = oracle::join_size(values);
    if (common == 0) return;
    const oracle::Selectivity expected = oracle::equijoin_selectivity(values, tuples, k);
    const double exact =
        static_cast<double>(expected.preserving) / static_cast<double>(expected.joins);
    EXPECT_NEAR(eta(shape, static_cast<std::uint32_t>(common), {}), exact, 1e-9);
    between += exact > 0 && exact < 1 ? 1 : 0;
  });
  EXPECT_GT(between, 50);
}

// Judged from the rows alone, releases as they are and with rows given another class value.
TEST(FragmentationProperty, MeasuredJoinsAreTheSmallest) {
  int failing = 0;
  for_seeds(600, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.k = std::min(problem.options.k, problem.data.rows);
    Fragmentation result = fragment_with(problem, seed);
    const bool tampered = choices.one_in(2);
    const Code values = problem.data.attributes[problem.options.class_attribute].distinct;
    for (PublishedFragment& fragment : result.fragments) {
      for (Code& value : fragment.class_values) {
        if (tampered && choices.one_in(4)) value = static_cast<Code>(choices.real() * values);
      }
    }
    std::uint64_t smallest = problem.options.k;
    const std::vector<oracle::FragmentRows> fragments = test::oracle_fragments(result);
    oracle::for_subsets(fragments.size(), 2, [&](const std::vector<std::size_t>& subset) {
      for (const auto& [groups, rows] : oracle::join(fragments, subset))
        smallest = std::min<std::uint64_t>(smallest, rows.size());
    });
    std::size_t smallest_class = problem.data.rows;
    for (const PublishedFragment& fragment : result.fragments) {
      for (std::size_t c = 0; c < fragment.classes.buckets(); ++c)
        smallest_class = std::min(smallest_class, fragment.classes.bucket(c).size());
    }
    const FragmentJoins joins = measure_fragment_joins(views_of(result), problem.options.k, {});
    EXPECT_EQ(joins.smallest_class, smallest_class);
    EXPECT_EQ(joins.smallest_join, smallest);
    EXPECT_EQ(joins.joined.empty(), smallest == problem.options.k);
    EXPECT_FALSE(joins.cursory);
    if (!tampered) {
      EXPECT_EQ(joins.smallest_join, problem.options.k);
    }
    failing += joins.joined.empty() ? 0 : 1;
  });
  EXPECT_GT(failing, 30);
}

TEST(FragmentationProperty, ThreadsChangeNothing) {
  for_seeds(40, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.k = std::min(problem.options.k, problem.data.rows);
    problem.options.threads = 1;
    const Fragmentation one = fragment_with(problem, seed);
    problem.options.threads = 3;
    const Fragmentation three = fragment_with(problem, seed);
    for (std::size_t f = 0; f < one.fragments.size(); ++f) {
      EXPECT_EQ(one.fragments[f].plan.attributes, three.fragments[f].plan.attributes);
      EXPECT_EQ(one.fragments[f].classes.rows, three.fragments[f].classes.rows);
      EXPECT_EQ(one.fragments[f].class_values, three.fragments[f].class_values);
    }
  });
}

// Fragments of random histograms: few values, so that many joins are small.
struct RandomHistograms {
  std::vector<std::vector<ClassHistogram>> kinds;
  std::uint32_t k;
};

RandomHistograms random_histograms(Choices& choices) {
  RandomHistograms result;
  result.k = static_cast<std::uint32_t>(choices.between(1, 9));
  const int fragments = choices.between(2, 4);
  const int values = choices.between(2, 6);
  // Codes far apart go another way.
  const Code apart = choices.one_in(2) ? 1 : 37;
  for (int f = 0; f < fragments; ++f) {
    std::vector<ClassHistogram>& kinds = result.kinds.emplace_back();
    const int classes = choices.between(1, fragments == 2 ? 12 : 6);
    for (int c = 0; c < classes; ++c) {
      std::map<Code, std::uint32_t> counts;
      const int tuples = static_cast<int>(result.k) + choices.between(0, 6);
      const int of = choices.between(1, values);
      for (int t = 0; t < tuples; ++t)
        ++counts[static_cast<Code>((choices.between(1, of) + c) % values) * apart];
      ClassHistogram& histogram = kinds.emplace_back();
      for (const auto& [value, count] : counts)
        histogram.push_back({value, count});
    }
  }
  return result;
}

oracle::Values oracle_values(const ClassHistogram& histogram) {
  oracle::Values values;
  for (const ValueCount& v : histogram)
    values.insert(values.end(), v.tuples, static_cast<int>(v.value));
  return values;
}

std::vector<std::vector<oracle::Values>> oracle_classes(
    const std::vector<std::vector<ClassHistogram>>& kinds) {
  std::vector<std::vector<oracle::Values>> result;
  for (const std::vector<ClassHistogram>& fragment : kinds) {
    result.emplace_back();
    for (const ClassHistogram& histogram : fragment)
      result.back().push_back(oracle_values(histogram));
  }
  return result;
}

TEST(FragmentationProperty, EnforcedHistogramsAreNotReconstructible) {
  int changed = 0;
  for_seeds(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RandomHistograms random = random_histograms(choices);
    std::vector<ChangeUnit> units;
    for (std::size_t f = 0; f < random.kinds.size(); ++f)
      units.push_back(choices.one_in(4) ? ChangeUnit::value : ChangeUnit::tuple);
    const auto enforced = enforce_on_dependency_graph(random.kinds, units, random.k, 1, {});
    EXPECT_TRUE(oracle::non_reconstructible(oracle_classes(enforced), random.k));
    const bool was = oracle::non_reconstructible(oracle_classes(random.kinds), random.k);
    bool same = true;
    for (std::size_t f = 0; f < enforced.size(); ++f) {
      for (std::size_t i = 0; i < enforced[f].size(); ++i) {
        const oracle::Values before = oracle_values(random.kinds[f][i]);
        const oracle::Values after = oracle_values(enforced[f][i]);
        EXPECT_EQ(before.size(), after.size());
        same = same && before == after;
        // No more than the naive way.
        oracle::Values lost;
        std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                            std::back_inserter(lost));
        EXPECT_LE(lost.size(),
                  before.size() -
                      static_cast<std::size_t>(
                          std::max_element(random.kinds[f][i].begin(), random.kinds[f][i].end(),
                                           [](const ValueCount& a, const ValueCount& b) {
                                             return a.tuples < b.tuples;
                                           })
                              ->tuples));
      }
    }
    // What is safe is left alone, what is not is not.
    EXPECT_EQ(same, was);
    changed += same ? 0 : 1;
  });
  EXPECT_GT(changed, 300);
}

// Exactly the joins that the definition has, though few are kept.
TEST(FragmentationProperty, ReachableJoinsAreAllJoins) {
  int unsafe = 0;
  for_seeds(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RandomHistograms random = random_histograms(choices);
    ReachableJoins joins(random.k);
    for (std::size_t f = 0; f + 1 < random.kinds.size(); ++f)
      joins.add(random.kinds[f], {});
    ReachableJoins::Scratch scratch = joins.make_scratch();
    for (const ClassHistogram& histogram : random.kinds.back()) {
      std::vector<std::vector<oracle::Values>> classes =
          oracle_classes({random.kinds.begin(), random.kinds.end() - 1});
      bool safe = true;
      oracle::for_subsets(classes.size(), 1, [&](const std::vector<std::size_t>& subset) {
        std::vector<std::vector<oracle::Values>> chosen{{oracle_values(histogram)}};
        for (const std::size_t f : subset) {
          std::vector<std::vector<oracle::Values>> next;
          for (const auto& before : chosen) {
            for (const oracle::Values& values : classes[f]) {
              next.push_back(before);
              next.back().push_back(values);
            }
          }
          chosen = next;
        }
        for (const auto& joined : chosen) {
          const std::size_t rows = oracle::join_size(joined);
          safe = safe && (rows == 0 || rows >= random.k);
        }
      });
      EXPECT_EQ(joins.safe(histogram, scratch, {}), safe);
      unsafe += safe ? 0 : 1;
    }
  });
  EXPECT_GT(unsafe, 300);
}

// Algorithm 1, every contribution computed anew from the definition of FMRMR.
TEST(FragmentationProperty, FragmentsAreGreedy) {
  for_seeds(400, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto features = static_cast<std::size_t>(choices.between(2, 12));
    const auto fragments =
        static_cast<std::size_t>(choices.between(1, std::min(5, static_cast<int>(features))));
    const auto leading = static_cast<std::size_t>(
        choices.between(static_cast<int>(fragments), static_cast<int>(features)));
    oracle::Matrix matrix(features + 1, std::vector<double>(features + 1));
    Eigen::MatrixXd information(features + 1, features + 1);
    const bool coarse = choices.one_in(3);
    for (std::size_t i = 0; i <= features; ++i) {
      for (std::size_t j = i; j <= features; ++j) {
        // Eighths are summed without rounding, so that ties are ties.
        const double value = coarse ? choices.between(0, 8) / 8.0 : choices.real();
        matrix[i][j] = matrix[j][i] = value;
        information(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = value;
        information(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = value;
      }
    }
    const std::vector<Fragment> found = construct_fragments(information, leading, fragments);
    ASSERT_EQ(found.size(), fragments);
    AttributeSet all;
    for (const Fragment& fragment : found) {
      all.insert(all.end(), fragment.attributes.begin(), fragment.attributes.end());
      EXPECT_LT(fragment.attributes.front(), leading);
      EXPECT_NEAR(fragment.relevance, oracle::relevance(matrix, fragment.attributes), 1e-9);
      EXPECT_NEAR(fragment.redundancy, oracle::redundancy(matrix, fragment.attributes), 1e-9);
    }
    std::sort(all.begin(), all.end());
    AttributeSet every(features);
    std::iota(every.begin(), every.end(), std::size_t{0});
    EXPECT_EQ(all, every);
    if (coarse) return;

    std::vector<AttributeSet> expected(1, AttributeSet{0});
    std::set<std::size_t> assigned{0};
    if (fragments > 1) {
      double most = -1;
      for (std::size_t i = 0; i < leading; ++i) {
        for (std::size_t j = i + 1; j < leading; ++j) {
          if (matrix[i][j] > most) {
            most = matrix[i][j];
            expected = {{i}, {j}};
            assigned = {i, j};
          }
        }
      }
    }
    while (expected.size() < fragments) {
      double most = -1;
      std::size_t next = 0;
      for (std::size_t i = 0; i < leading; ++i) {
        double sum = 0;
        for (const AttributeSet& seeds : expected)
          sum += matrix[i][seeds.front()];
        if (!assigned.contains(i) && sum > most) {
          most = sum;
          next = i;
        }
      }
      expected.push_back({next});
      assigned.insert(next);
    }
    while (assigned.size() < features) {
      const std::size_t upto = assigned.size() < leading ? leading : features;
      double most = -1e300;
      std::size_t feature = 0;
      std::size_t fragment = 0;
      for (std::size_t i = 0; i < upto; ++i) {
        if (assigned.contains(i)) continue;
        for (std::size_t f = 0; f < fragments; ++f) {
          AttributeSet with = expected[f];
          with.push_back(i);
          const double contribution =
              oracle::relevance(matrix, with) - oracle::redundancy(matrix, with) -
              oracle::relevance(matrix, expected[f]) + oracle::redundancy(matrix, expected[f]);
          if (contribution > most) {
            most = contribution;
            feature = i;
            fragment = f;
          }
        }
      }
      expected[fragment].push_back(feature);
      assigned.insert(feature);
    }
    for (AttributeSet& attributes : expected)
      std::sort(attributes.begin(), attributes.end());
    std::sort(expected.begin(), expected.end());
    for (std::size_t f = 0; f < fragments; ++f)
      EXPECT_EQ(found[f].attributes, expected[f]);
  });
}

// A cancel at any checkpoint ends the work at once.
TEST(FragmentationProperty, CancelledAnywhere) {
  struct Cancelled {};
  int cancelled = 0;
  for_seeds(200, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.threads = static_cast<unsigned>(choices.between(1, 3));
    int left = choices.between(0, 60);
    const Progress progress([&] {
      if (left-- == 0) throw Cancelled{};
    });
    Random random = Random::seeded(seed);
    try {
      fragment(problem.data, problem.options, random, progress);
    } catch (const Cancelled&) {
      ++cancelled;
    } catch (const Infeasible&) {
    }
  });
  EXPECT_GT(cancelled, 50);
}

}  // namespace
}  // namespace microdata
