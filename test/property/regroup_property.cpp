#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/correlation/correlation.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/slicing/feasibility.hpp"
#include "core/slicing/slicing.hpp"
#include "property/random_table.hpp"

// Compares regrouping with all possible sensitive columns.

namespace microdata {
namespace {

using test::Choices;

AttributeSet chosen_by(unsigned subset, const AttributeSet& attributes) {
  AttributeSet chosen;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if ((subset >> i & 1U) != 0) chosen.push_back(attributes[i]);
  }
  return chosen;
}

// Returns true if no value of the sensitive attribute has a share above 1/l among the rows with
// equal values of `known`.
bool is_feasible(const Microdata& data, const AttributeSet& known, std::size_t sensitive,
                 double l) {
  std::map<std::vector<Code>, std::pair<double, std::map<Code, double>>> groups;
  for (Row row = 0; row < data.rows; ++row) {
    std::vector<Code> value;
    for (const std::size_t a : known)
      value.push_back(data.columns[a][row]);
    auto& [total, counts] = groups[value];
    ++total;
    ++counts[data.columns[sensitive][row]];
  }
  return std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
    return std::all_of(group.second.second.begin(), group.second.second.end(),
                       [&](const auto& c) { return c.second * l <= group.second.first + 1e-9; });
  });
}

double correlation_sum(const AttributeSet& known, std::size_t sensitive,
                       const AttributeSet& published, const Eigen::MatrixXd& correlation) {
  const auto place = [&](std::size_t a) {
    return std::find(published.begin(), published.end(), a) - published.begin();
  };
  double sum = 0;
  for (const std::size_t a : known)
    sum += correlation(place(a), place(sensitive));
  return sum;
}

struct Best {
  std::size_t size = 0;
  double correlation = 0;
};

Best best_column(const Microdata& data, const AttributeSet& candidates, std::size_t most,
                 std::size_t sensitive, double l, const AttributeSet& published,
                 const Eigen::MatrixXd& correlation) {
  Best best;
  for (unsigned subset = 1; subset < 1U << candidates.size(); ++subset) {
    const AttributeSet known = chosen_by(subset, candidates);
    if (known.size() > most || known.size() < best.size) continue;
    if (!is_feasible(data, known, sensitive, l)) continue;
    const double sum = correlation_sum(known, sensitive, published, correlation);
    if (known.size() > best.size || sum > best.correlation) best = {known.size(), sum};
  }
  return best;
}

void expect_columns(const AttributePartition& partition, std::size_t columns,
                    const AttributeSet& published) {
  EXPECT_EQ(partition.size(), columns);
  std::multiset<std::size_t> attributes;
  for (const Column& column : partition) {
    EXPECT_FALSE(column.attributes.empty());
    EXPECT_TRUE(std::is_sorted(column.attributes.begin(), column.attributes.end()));
    attributes.insert(column.attributes.begin(), column.attributes.end());
  }
  EXPECT_EQ(attributes, std::multiset<std::size_t>(published.begin(), published.end()));
}

TEST(RegroupProperty, TakesTheMostCorrelatedColumnThatIsFeasible) {
  int regrouped = 0;
  int beyond_the_first = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t) {
    const Microdata data = test::random_table(
        choices, {.most_rows = 40, .most_attributes = 7, .insensitive = choices.one_in(3)});
    const AttributeSet published = published_attributes(data);
    const std::size_t sensitive = attributes_with_role(data, Role::sensitive).front();
    const AttributeSet known = attributes_with_role(data, Role::quasi_identifier);
    const double l = choices.of(std::vector<double>{1.2, 1.5, 2, 3});
    std::vector<Row> rows(data.rows);
    for (Row row = 0; row < data.rows; ++row)
      rows[row] = row;
    if (!is_feasible(data, {}, sensitive, l) || published.size() < 2) return;
    const Eigen::MatrixXd correlation =
        correlation_matrix(data, published, CorrelationMeasure::phi2, {}, 1, {});
    AttributePartitionOptions options;
    options.columns =
        static_cast<std::size_t>(choices.between(2, static_cast<int>(published.size())));
    const std::size_t most_alpha =
        std::min(known.size() + 1, published.size() - options.columns + 1);
    if (choices.one_in(2)) {
      options.sensitive_column_size =
          static_cast<std::size_t>(choices.between(1, static_cast<int>(most_alpha)));
    }
    AttributePartition partition = partition_attributes(data, published, correlation, options, {});
    const std::size_t most = quasi_identifiers(data, partition.back()).size();
    const bool was_feasible =
        is_feasible(data, quasi_identifiers(data, partition.back()), sensitive, l);
    const auto because = regroup(data, published, correlation, options, rows, l, partition, {});
    EXPECT_EQ(because.has_value(), !was_feasible);
    expect_columns(partition, options.columns, published);
    if (was_feasible) return;
    const AttributeSet chosen = quasi_identifiers(data, partition.back());
    const Best best = best_column(data, known, most, sensitive, l, published, correlation);
    EXPECT_TRUE(is_feasible(data, chosen, sensitive, l));
    EXPECT_EQ(chosen.size(), best.size);
    EXPECT_NEAR(correlation_sum(chosen, sensitive, published, correlation), best.correlation, 1e-9);
    ++regrouped;
    if (best.size > 0) ++beyond_the_first;
  });
  EXPECT_GT(regrouped, test::expected_of(200));
  EXPECT_GE(beyond_the_first, test::expected_of(51));
}

}  // namespace
}  // namespace microdata
