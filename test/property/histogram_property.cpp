#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <vector>

#include "core/generalization/generalization.hpp"
#include "core/microdata/histogram.hpp"
#include "core/privacy/infeasible.hpp"
#include "property/generalization_problem.hpp"

// Tests that histograms of random tables, and their generalization to levels, agree with the tables
// row by row.

namespace microdata {
namespace {

using test::Choices;
using test::GeneralizationProblem;
using Tuple = std::vector<Code>;
using Counted = std::map<Tuple, std::uint32_t>;

Tuple tuple_of(const Microdata& data, Row row) {
  Tuple tuple;
  for (const std::vector<Code>& column : data.columns)
    tuple.push_back(column[row]);
  return tuple;
}

template <typename Rows>
Counted counted(const Microdata& data, const Rows& rows) {
  Counted result;
  for (const Row row : rows)
    result[tuple_of(data, row)] += data.times_of(row);
  return result;
}

Counted counted(const Microdata& data) {
  std::vector<Row> rows(data.rows);
  for (Row row = 0; row < data.rows; ++row)
    rows[row] = row;
  return counted(data, rows);
}

void append(const Microdata& some, Microdata& all) {
  all.rows += some.rows;
  for (std::size_t a = 0; a < all.columns.size(); ++a)
    all.columns[a].insert(all.columns[a].end(), some.columns[a].begin(), some.columns[a].end());
  for (Row row = 0; row < some.rows; ++row)
    all.times.push_back(some.times_of(row));
}

// Returns a histogram made from the histograms of parts, as regions are read.
Microdata histogram_by_parts(const Microdata& data, Choices& choices) {
  const int parts = choices.between(1, 4);
  std::vector<Microdata> part(static_cast<std::size_t>(parts));
  for (Microdata& p : part) {
    p.attributes = data.attributes;
    p.columns.resize(data.columns.size());
  }
  for (Row row = 0; row < data.rows; ++row) {
    Microdata& p = part[static_cast<std::size_t>(choices.between(0, parts - 1))];
    for (std::size_t a = 0; a < data.columns.size(); ++a)
      p.columns[a].push_back(data.columns[a][row]);
    ++p.rows;
  }
  Microdata all{0, data.attributes, std::vector<std::vector<Code>>(data.columns.size()), {}};
  for (const Microdata& p : part) {
    if (p.rows > 0) append(histogram_of(p, {}), all);
  }
  return histogram_of(all, {});
}

TEST(HistogramProperty, OfPartsTogetherIsThatOfTheTable) {
  int repeated = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 40, .most_attributes = 4, .most_values = 3});
    const Counted expected = counted(data);
    const Microdata histogram = histogram_by_parts(data, choices);
    EXPECT_EQ(counted(histogram), expected);
    EXPECT_EQ(histogram.rows, expected.size());
    EXPECT_EQ(rows_of_table(histogram), data.rows);
    // The order is that of the codes, like the map's.
    Row row = 0;
    for (const auto& [tuple, times] : expected)
      EXPECT_EQ(tuple_of(histogram, row++), tuple);
    repeated += histogram.rows < data.rows ? 1 : 0;
  });
  EXPECT_TRUE(testing::Test::HasFailure() || repeated > test::expected_of(500));
}

struct Shown {
  // Published values of each class, with the class's tuples.
  std::map<std::vector<GeneralizedValue>, Counted> classes;
  Generalization generalization;
};

// Returns the release as its classes show it, or no value and the reason if there is none.
std::optional<Shown> attempt(const Microdata& data, const GeneralizationOptions& options,
                             Infeasible& infeasible) {
  Random random = Random::seeded(1);
  Shown shown;
  try {
    shown.generalization = generalize(data, options, random, {});
  } catch (const Infeasible& why) {
    infeasible = why;
    return std::nullopt;
  }
  const Generalization& g = shown.generalization;
  for (std::size_t c = 0; c < g.classes.buckets(); ++c) {
    std::vector<GeneralizedValue> labels;
    for (const GeneralizedAttribute& attribute : g.attributes)
      labels.push_back(attribute.values[attribute.value_of_class[c]]);
    Counted& tuples = shown.classes[labels];
    EXPECT_TRUE(tuples.empty());
    tuples = counted(data, g.classes.bucket(c));
  }
  return shown;
}

void expect_same(const Infeasible& of_table, const Infeasible& of_histogram) {
  EXPECT_EQ(of_table.reason, of_histogram.reason);
  EXPECT_EQ(of_table.attribute, of_histogram.attribute);
  EXPECT_EQ(of_table.code, of_histogram.code);
  EXPECT_EQ(of_table.count, of_histogram.count);
  EXPECT_EQ(of_table.total, of_histogram.total);
  EXPECT_EQ(of_table.to_suppress, of_histogram.to_suppress);
  // The sums have the same terms in another order.
  EXPECT_TRUE(of_table.reached == of_histogram.reached ||
              std::abs(of_table.reached - of_histogram.reached) < 1e-9);
}

void expect_same(const Shown& of_table, const Shown& of_histogram) {
  const Generalization& a = of_table.generalization;
  const Generalization& b = of_histogram.generalization;
  EXPECT_EQ(a.levels, b.levels);
  EXPECT_EQ(a.suppressed, b.suppressed);
  EXPECT_EQ(of_table.classes, of_histogram.classes);
  EXPECT_EQ(a.loss.of_attribute, b.loss.of_attribute);
  EXPECT_EQ(a.loss.mean, b.loss.mean);
  EXPECT_EQ(a.loss.discernibility, b.loss.discernibility);
  EXPECT_EQ(a.loss.average_class_size, b.loss.average_class_size);
}

TEST(HistogramProperty, IsGeneralizedToLevelsAsTheTableIs) {
  int feasible = 0;
  int suppressing = 0;
  int infeasible_tables = 0;
  test::for_cases(6000, [&](Choices& choices, std::uint64_t /*seed*/) {
    GeneralizationProblem p = test::random_generalization(choices, choices.one_in(2) ? 24 : 200);
    for (const std::size_t attribute : p.options.quasi_identifiers) {
      Attribute& a = p.data.attributes[attribute];
      if (!a.hierarchy) a.hierarchy = flat_hierarchy(a.distinct);
    }
    GeneralizationOptions options;
    options.k = p.options.k;
    options.l = p.options.l.value_or(1);
    options.recoding = choices.one_in(2) ? Recoding::full_domain : Recoding::cell;
    options.privacy = p.models;
    options.suppress = p.options.suppress;
    options.loss = choices.of(
        std::vector<LossMeasure>{LossMeasure::width, LossMeasure::values, LossMeasure::entropy});
    options.threads = p.options.threads;
    Infeasible of_table;
    Infeasible of_histogram;
    const std::optional<Shown> table = attempt(p.data, options, of_table);
    const std::optional<Shown> histogram =
        attempt(histogram_by_parts(p.data, choices), options, of_histogram);
    ASSERT_EQ(table.has_value(), histogram.has_value());
    if (!table) {
      ++infeasible_tables;
      expect_same(of_table, of_histogram);
      return;
    }
    ++feasible;
    suppressing += table->generalization.suppressed > 0 ? 1 : 0;
    expect_same(*table, *histogram);
  });
  EXPECT_TRUE(testing::Test::HasFailure() || feasible > test::expected_of(1500));
  EXPECT_TRUE(testing::Test::HasFailure() || suppressing > test::expected_of(300));
  EXPECT_TRUE(testing::Test::HasFailure() || infeasible_tables > test::expected_of(300));
}

// The loss of a table is the sum of the losses of its two parts.
TEST(LossSumsProperty, OfRegionsAddUpToThoseOfTheTable) {
  test::for_cases(500, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto value = [&] { return GeneralizedValue{{}, {}, 0, choices.real()}; };
    std::vector<GeneralizedAttribute> attributes(static_cast<std::size_t>(choices.between(1, 3)));
    TuplePartition classes;
    std::vector<TuplePartition> of_region(2);
    std::vector<std::vector<GeneralizedAttribute>> shown(2, attributes);
    for (int c = choices.between(2, 8); c > 0; --c) {
      const auto region = static_cast<std::size_t>(c % 2);
      for (int row = choices.between(1, 5); row > 0; --row) {
        classes.rows.push_back(0);
        of_region[region].rows.push_back(0);
      }
      classes.offsets.push_back(static_cast<Row>(classes.rows.size()));
      of_region[region].offsets.push_back(static_cast<Row>(of_region[region].rows.size()));
      for (std::size_t i = 0; i < attributes.size(); ++i) {
        const GeneralizedValue v = value();
        for (GeneralizedAttribute* attribute : {&attributes[i], &shown[region][i]}) {
          attribute->value_of_class.push_back(static_cast<std::uint32_t>(attribute->values.size()));
          attribute->values.push_back(v);
        }
      }
    }
    const std::vector<Row> suppressed{static_cast<Row>(choices.between(0, 3)),
                                      static_cast<Row>(choices.between(0, 3))};
    LossSums sums;
    for (std::size_t r = 0; r < 2; ++r) {
      sums.add(sum_losses(of_region[r], shown[r],
                          static_cast<Row>(of_region[r].rows.size()) + suppressed[r],
                          suppressed[r]));
    }
    const InformationLoss added = information_loss(sums);
    const InformationLoss whole = information_loss(
        classes, attributes, static_cast<Row>(classes.rows.size()) + suppressed[0] + suppressed[1],
        suppressed[0] + suppressed[1]);
    EXPECT_NEAR(added.mean, whole.mean, 1e-12);
    for (std::size_t i = 0; i < attributes.size(); ++i)
      EXPECT_NEAR(added.of_attribute[i], whole.of_attribute[i], 1e-12);
    EXPECT_DOUBLE_EQ(added.discernibility, whole.discernibility);
    EXPECT_DOUBLE_EQ(added.average_class_size, whole.average_class_size);
  });
}

}  // namespace
}  // namespace microdata
