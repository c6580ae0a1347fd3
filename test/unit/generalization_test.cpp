#include <algorithm>
#include <cmath>
#include <ctime>
#include <gtest/gtest.h>
#include <utility>

#include "core/base/random.hpp"
#include "core/generalization/cell_generalization.hpp"
#include "core/generalization/full_domain.hpp"

namespace microdata {
namespace {

// Returns a hierarchy in which each value's label at a level is the value divided by the level's
// width, rounded down.
Hierarchy by_width(Code distinct, const std::vector<Code>& widths) {
  Hierarchy hierarchy;
  for (const Code width : widths) {
    std::vector<std::uint32_t> labels;
    for (Code code = 0; code < distinct; ++code)
      labels.push_back(code / width);
    hierarchy.labels.push_back(labels.back() + 1);
    hierarchy.label_of_code.push_back(std::move(labels));
  }
  return hierarchy;
}

Microdata table(const std::vector<std::vector<Code>>& columns) {
  Microdata data;
  data.rows = static_cast<Row>(columns.front().size());
  data.columns = columns;
  for (const std::vector<Code>& column : columns) {
    Attribute attribute;
    attribute.distinct = *std::max_element(column.begin(), column.end()) + 1;
    data.attributes.push_back(std::move(attribute));
  }
  return data;
}

FullDomainOptions options_of(AttributeSet quasi_identifiers, AttributeSet sensitive,
                             std::uint32_t k, double suppress = 0) {
  FullDomainOptions options;
  options.quasi_identifiers = std::move(quasi_identifiers);
  options.sensitive = std::move(sensitive);
  options.k = k;
  options.suppress = suppress;
  return options;
}

FullDomainGeneralization generalize(const Microdata& data, const FullDomainOptions& options,
                                    const std::vector<PrivacyModel>& models = {},
                                    const Progress& progress = {}) {
  const PrivacyRequirement privacy(data, options.sensitive, models, {});
  return generalize_full_domain(data, options, privacy, progress);
}

using Sizes = std::vector<std::size_t>;

TEST(FullDomain, OneRow) {
  const Microdata data = table({{0}, {0}});
  const FullDomainGeneralization found = generalize(data, options_of({0}, {1}, 1));
  EXPECT_EQ(found.levels, Sizes{0});
  EXPECT_EQ(found.loss, 0);
  EXPECT_EQ(found.classes.rows, std::vector<Row>{0});
  EXPECT_EQ(found.nodes, 1U);
  EXPECT_THROW(generalize(data, options_of({0}, {1}, 2)), NoTransformation);
}

TEST(FullDomain, NoTableHasSoManyValues) {
  const Microdata data = table({{0, 1, 1}, {0, 1, 2}});
  for (const double l : {4.0, 5e9, 1e308}) {
    EXPECT_THROW(generalize(data, options_of({0}, {1}, 1),
                            {LDiversity{l, LDiversity::Variant::distinct, 0}}),
                 NoTransformation);
    EXPECT_THROW(generalize(data, options_of({0}, {1}, 1),
                            {LDiversity{l, LDiversity::Variant::recursive, 2}}),
                 NoTransformation);
  }
}

TEST(FullDomain, EqualRowsStayAsTheyAre) {
  Microdata data = table({std::vector<Code>(9, 0), std::vector<Code>(9, 0)});
  // Levels that do not merge values are as good as the lowest.
  data.attributes[0].hierarchy = by_width(1, {1, 2, 3});
  const FullDomainGeneralization found = generalize(data, options_of({0, 1}, {}, 9));
  EXPECT_EQ(found.levels, (Sizes{0, 0}));
  EXPECT_EQ(found.loss, 0);
  EXPECT_EQ(found.suppressed, 0U);
  EXPECT_EQ(found.classes.buckets(), 1U);
}

TEST(FullDomain, NoQuasiIdentifiers) {
  const Microdata data = table({{0, 1, 1}});
  const FullDomainGeneralization found = generalize(data, options_of({}, {0}, 3));
  EXPECT_TRUE(found.levels.empty());
  EXPECT_EQ(found.loss, 0);
  EXPECT_EQ(found.classes.buckets(), 1U);
}

TEST(FullDomain, GeneralizesTheCheaperAttribute) {
  // A solution generalizes the first attribute to pairs, or the second to one label. A label of two
  // of four values costs 1/2.
  Microdata data = table({{0, 1, 2, 3, 0, 1, 2, 3}, {0, 0, 0, 0, 1, 1, 1, 1}});
  data.attributes[0].hierarchy = by_width(4, {1, 2, 4});
  const FullDomainGeneralization found = generalize(data, options_of({0, 1}, {}, 2));
  EXPECT_EQ(found.levels, (Sizes{1, 0}));
  EXPECT_NEAR(found.loss, 0.25, 1e-9);
  EXPECT_EQ(found.classes.rows, (std::vector<Row>{0, 1, 4, 5, 2, 3, 6, 7})) << "by labels";
  EXPECT_EQ(found.nodes, 6U);
}

TEST(FullDomain, TiesGoToTheLowestLevelsOfTheFirst) {
  // Either attribute could be generalized with the same loss.
  const Microdata data = table({{0, 0, 1, 1}, {0, 1, 0, 1}});
  const FullDomainGeneralization found = generalize(data, options_of({0, 1}, {}, 2));
  EXPECT_EQ(found.levels, (Sizes{0, 1}));
}

TEST(FullDomain, SuppressesOutliers) {
  // One of the ten rows is an outlier.
  Microdata data = table({{0, 0, 0, 1, 1, 1, 2, 2, 2, 3}});
  FullDomainOptions options = options_of({0}, {}, 3);
  EXPECT_EQ(generalize(data, options).levels, Sizes{1});
  options.suppress = 0.1;
  const FullDomainGeneralization found = generalize(data, options);
  EXPECT_EQ(found.levels, Sizes{0});
  EXPECT_EQ(found.suppressed, 1U);
  EXPECT_NEAR(found.loss, 0.1, 1e-9);
  options.suppress = 0.0999;
  EXPECT_EQ(generalize(data, options).suppressed, 0U);
}

TEST(FullDomain, NeverSuppressesAll) {
  const Microdata data = table({{0, 1, 2}});
  try {
    generalize(data, options_of({0}, {}, 4, 1));
    FAIL();
  } catch (const NoTransformation& error) {
    EXPECT_EQ(error.fewest_suppressed, 3U);
    EXPECT_EQ(error.fewest_rows, 4U);
    EXPECT_FALSE(error.attribute);
  }
}

TEST(FullDomain, SaysWhyNot) {
  const Microdata data = table({{0, 1, 2, 3}, {0, 0, 0, 1}});
  const FullDomainOptions options = options_of({0}, {1}, 1);
  try {
    generalize(data, options, {LDiversity{3, LDiversity::Variant::distinct, 1}});
    FAIL();
  } catch (const NoTransformation& error) {
    EXPECT_EQ(error.fewest_rows, 0U);
    EXPECT_EQ(error.attribute, std::optional<std::size_t>(1));
    ASSERT_TRUE(error.model);
    EXPECT_EQ(to_string(*error.model), "l_diversity(3, 'distinct')");
    EXPECT_EQ(error.reached, 2);
  }
  FullDomainOptions with_l = options;
  with_l.l = 2;
  try {
    generalize(data, with_l);
    FAIL();
  } catch (const NoTransformation& error) {
    EXPECT_EQ(error.attribute, std::optional<std::size_t>(1));
    EXPECT_FALSE(error.model);
  }
}

TEST(FullDomain, RefusesALatticeThatIsTooLarge) {
  // The lattice has 3^17 nodes, which is more than 2^26.
  std::vector<std::vector<Code>> columns(17, {0, 1, 2, 3});
  Microdata data = table(columns);
  FullDomainOptions options;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    data.attributes[a].hierarchy = by_width(4, {1, 2, 4});
    options.quasi_identifiers.push_back(a);
  }
  try {
    generalize(data, options);
    FAIL();
  } catch (const LatticeTooLarge& error) {
    EXPECT_EQ(error.nodes, std::pow(3, 17));
  }
}

// Returns `attributes` random quasi-identifiers with 64 values and 7 levels each, and a sensitive
// attribute.
Microdata random_people(Row rows, std::size_t attributes) {
  Random random = Random::seeded(1);
  std::vector<std::vector<Code>> columns(attributes + 1, std::vector<Code>(rows));
  for (std::vector<Code>& column : columns) {
    for (Code& code : column)
      code = random.below(64);
    column.front() = 63;
  }
  Microdata data = table(columns);
  for (std::size_t a = 0; a < attributes; ++a)
    data.attributes[a].hierarchy = by_width(64, {1, 2, 4, 8, 16, 32, 64});
  return data;
}

// The numbering of codes does not matter, whether a key takes one word, two, or more.
TEST(FullDomain, WideKeys) {
  constexpr Code spread = 1U << 14U;
  for (const std::size_t attributes : {4U, 6U, 12U}) {
    Random random = Random::seeded(attributes);
    std::vector<std::vector<Code>> columns(attributes, std::vector<Code>(300));
    FullDomainOptions options = options_of({}, {}, 3, 0.1);
    for (std::size_t a = 0; a < attributes; ++a) {
      options.quasi_identifiers.push_back(a);
      for (Code& code : columns[a])
        code = random.below(a % 3 == 0 ? 4 : 2);
      columns[a].front() = 3;
    }
    Microdata data = table(columns);
    const FullDomainGeneralization narrow = generalize(data, options);
    for (std::size_t a = 0; a < attributes; ++a) {
      data.attributes[a].distinct = 4 * spread;
      for (Code& code : data.columns[a])
        code *= spread;
    }
    const FullDomainGeneralization wide = generalize(data, options);
    EXPECT_EQ(narrow.levels, wide.levels);
    EXPECT_EQ(narrow.classes.rows, wide.classes.rows);
    EXPECT_EQ(narrow.classes.offsets, wide.classes.offsets);
    EXPECT_EQ(narrow.checked, wide.checked);
    EXPECT_NEAR(narrow.loss, wide.loss, 1e-9);
    EXPECT_GT(narrow.classes.buckets(), 1U);
  }
}

TEST(FullDomain, ThreadsDoNotMatter) {
  const Microdata data = random_people(3000, 6);
  FullDomainOptions options = options_of({0, 1, 2, 3, 4, 5}, {6}, 3, 0.05);
  for (const PrivacyModel& model : {PrivacyModel(LDiversity{3, LDiversity::Variant::distinct, 1}),
                                    PrivacyModel(LDiversity{3, LDiversity::Variant::entropy, 1})}) {
    options.threads = 1;
    const FullDomainGeneralization alone = generalize(data, options, {model});
    options.threads = 3;
    const FullDomainGeneralization together = generalize(data, options, {model});
    EXPECT_EQ(alone.levels, together.levels);
    EXPECT_EQ(alone.loss, together.loss);
    EXPECT_EQ(alone.classes.rows, together.classes.rows);
    EXPECT_EQ(alone.checked, together.checked);
    EXPECT_GT(alone.checked, 100U);
    EXPECT_LT(alone.checked, alone.nodes);
  }
}

TEST(FullDomain, IsCancelledAtOnce) {
  struct Cancelled {};
  const Microdata data = random_people(50'000, 8);
  FullDomainOptions options = options_of({0, 1, 2, 3, 4, 5, 6, 7}, {8}, 5, 0.1);
  options.threads = 2;
  // The time is processor time, which does not depend on other load.
  const auto seconds = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  for (const double after : {0.0, 0.02, 0.3, 1.0}) {
    const double due = seconds() + after;
    const Progress progress([&] {
      if (seconds() >= due) throw Cancelled{};
    });
    try {
      generalize(data, options, {TCloseness{0.2, TCloseness::Distance::equal}}, progress);
    } catch (const Cancelled&) {
      EXPECT_LT(seconds() - due, 0.2);
      continue;
    }
    EXPECT_GT(after, 0.1) << "done before";
  }
}

TEST(CellGeneralization, LowersCellsAndReadmitsRows) {
  // Values 0 and 1 have three rows each, 2 and 3 have one each. Values 2 and 3 could form a class,
  // but only if all other rows are generalized, too.
  Microdata data = table({{0, 0, 0, 1, 1, 1, 2, 3}});
  data.attributes[0].hierarchy = by_width(4, {1, 2, 4});
  FullDomainOptions options = options_of({0}, {}, 2, 0.5);
  const PrivacyRequirement privacy;
  const FullDomainGeneralization start = generalize_full_domain(data, options, privacy, {});
  EXPECT_EQ(start.levels, Sizes{0});
  EXPECT_EQ(start.suppressed, 2U);
  const CellGeneralization cells = generalize_cells(data, options, privacy, start.classes, {});
  EXPECT_EQ(cells.suppressed, 0U);
  EXPECT_EQ(cells.classes.buckets(), 3U);
  EXPECT_NEAR(cells.loss, 2 * 0.5 / 8, 1e-9);

  // All rows are generalized if suppression is not allowed, and classes with one value get the
  // value back.
  options.suppress = 0;
  data = table({{0, 0, 1, 1, 2, 3}});
  data.attributes[0].hierarchy = by_width(4, {1, 2, 4});
  data.columns[0] = {0, 0, 0, 0, 2, 3};
  const FullDomainGeneralization pairs = generalize_full_domain(data, options, privacy, {});
  EXPECT_EQ(pairs.levels, Sizes{1});
  const CellGeneralization finer = generalize_cells(data, options, privacy, pairs.classes, {});
  EXPECT_EQ(finer.classes.buckets(), 2U);
  EXPECT_EQ(finer.levels, (std::vector<Sizes>{{0}, {1}}));
}

}  // namespace
}  // namespace microdata
