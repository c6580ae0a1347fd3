#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/generalization/full_domain.hpp"
#include "core/generalization/generalization.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/class_penalty.hpp"
#include "core/partition/local_recoding.hpp"

// Compares the loss by covered values on a table of skewed amounts: of our recodings, and of other
// recodings, rebuilt from their descriptions. Global recoding is the best transformation of the
// lattice. Local recoding takes the best transformation of the table with nearly unlimited
// suppression, then that of the suppressed rows, and so on. Sources: Prasser, Bild, Kuhn, "A
// generic method for assessing the quality of de-identified health data", MIE 2016, and ARX's
// iterative local recoding.

namespace microdata {
namespace {

constexpr Row rows = 3000;
constexpr std::uint32_t k = 5;

double uniform(Random& random) {
  return (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53;
}

double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

// Returns intervals of `width`, then of twice and four times the width, up to one interval.
Hierarchy intervals(const std::vector<double>& values, double width) {
  Hierarchy hierarchy;
  std::vector<std::uint32_t>& own = hierarchy.label_of_code.emplace_back(values.size());
  std::iota(own.begin(), own.end(), 0U);
  hierarchy.labels.push_back(static_cast<std::uint32_t>(values.size()));
  while (hierarchy.labels.back() > 1) {
    std::map<double, std::uint32_t> number;
    std::vector<std::uint32_t>& label = hierarchy.label_of_code.emplace_back();
    for (const double value : values) {
      const auto next = static_cast<std::uint32_t>(number.size());
      label.push_back(number.try_emplace(std::floor(value / width), next).first->second);
    }
    hierarchy.labels.push_back(static_cast<std::uint32_t>(number.size()));
    width *= 2;
  }
  return hierarchy;
}

void add(Microdata& data, const std::string& name, const std::vector<double>& values,
         double width) {
  const std::set<double> distinct(values.begin(), values.end());
  Attribute attribute;
  attribute.name = name;
  attribute.distinct = static_cast<Code>(distinct.size());
  attribute.projection.assign(distinct.begin(), distinct.end());
  attribute.hierarchy = intervals(attribute.projection, width);
  std::vector<Code>& column = data.columns.emplace_back();
  for (const double value : values) {
    const auto at =
        std::lower_bound(attribute.projection.begin(), attribute.projection.end(), value);
    column.push_back(static_cast<Code>(at - attribute.projection.begin()));
  }
  data.attributes.push_back(std::move(attribute));
}

// Returns a limit, a bill and a payment, each with a long tail and the latter two often 0; and age
// and education.
Microdata cards() {
  Random random = Random::seeded(7);
  std::vector<double> limit;
  std::vector<double> bill;
  std::vector<double> paid;
  std::vector<double> age;
  std::vector<double> education;
  for (Row row = 0; row < rows; ++row) {
    const double wealth = normal(random);
    limit.push_back(std::round(std::exp(11.5 + 0.9 * wealth) / 10'000) * 10'000);
    bill.push_back(uniform(random) < 0.2
                       ? 0
                       : std::round(std::exp(9 + wealth + 1.2 * normal(random)) / 100) * 100);
    paid.push_back(uniform(random) < 0.3
                       ? 0
                       : std::round(std::exp(7 + wealth + 1.3 * normal(random)) / 100) * 100);
    age.push_back(std::clamp(std::round(35 + 9 * normal(random)), 21.0, 75.0));
    education.push_back(std::clamp(std::round(2 + normal(random)), 0.0, 5.0));
  }
  Microdata data;
  data.rows = rows;
  add(data, "limit", limit, 20'000);
  add(data, "bill", bill, 1'000);
  add(data, "paid", paid, 1'000);
  add(data, "age", age, 5);
  add(data, "education", education, 2);
  return data;
}

// Returns the loss of a release's values by covered values, whatever measure the release was made
// with.
double by_values(const Microdata& data, const Generalization& release) {
  double sum = 0;
  for (const GeneralizedAttribute& shown : release.attributes) {
    const std::size_t a = shown.attribute;
    const AttributePenalty penalty(data.attributes[a], LossMeasure::values);
    sum += release.suppressed;
    for (std::size_t c = 0; c < release.classes.buckets(); ++c) {
      const GeneralizedValue& value = shown.values[shown.value_of_class[c]];
      const double each = shown.kind == GeneralizedAttribute::Kind::label
                              ? penalty.of_label(value.level, value.codes.front())
                              : penalty.of(value.codes);
      sum += each * static_cast<double>(release.classes.bucket(c).size());
    }
  }
  return sum / static_cast<double>(data.rows * release.attributes.size());
}

double ours(const Microdata& data, Recoding recoding, double suppress, LossMeasure loss,
            Grouping grouping = Grouping::strict) {
  GeneralizationOptions options;
  options.grouping = grouping;
  options.k = k;
  options.recoding = recoding;
  options.suppress = suppress;
  options.loss = loss;
  options.threads = 2;
  Random random = Random::seeded(1);
  return by_values(data, generalize(data, options, random, {}));
}

FullDomainOptions of_all(const Microdata& data, double suppress) {
  FullDomainOptions options;
  options.quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
  options.k = k;
  options.suppress = suppress;
  options.loss = LossMeasure::values;
  options.threads = 2;
  return options;
}

double global_recoding(const Microdata& data, double suppress) {
  const PrivacyRequirement nothing(data, {}, {}, {});
  return generalize_full_domain(data, of_all(data, suppress), nothing, {}).loss;
}

// Returns the given rows of a table, with the whole table's domains.
Microdata part_of(const Microdata& data, const std::vector<Row>& of_part) {
  Microdata part{static_cast<Row>(of_part.size()), data.attributes, {}, {}};
  for (const std::vector<Code>& column : data.columns) {
    std::vector<Code>& codes = part.columns.emplace_back();
    for (const Row row : of_part)
      codes.push_back(column[row]);
  }
  return part;
}

double iterated_local_recoding(const Microdata& data) {
  constexpr double nearly_all = 0.99;
  std::vector<Row> left(data.rows);
  std::iota(left.begin(), left.end(), 0U);
  double lost = 0;
  while (!left.empty()) {
    const Microdata part = part_of(data, left);
    const PrivacyRequirement nothing(part, {}, {}, {});
    FullDomainGeneralization found;
    try {
      found = generalize_full_domain(part, of_all(part, nearly_all), nothing, {});
    } catch (const NoTransformation&) {
      break;
    }
    // Suppressed rows cost 1 each in `loss`, and the next round recodes them.
    lost += found.loss * part.rows - found.suppressed;
    std::vector<std::uint8_t> published(part.rows);
    for (const Row row : found.classes.rows)
      published[row] = 1;
    std::vector<Row> rest;
    for (Row row = 0; row < part.rows; ++row) {
      if (published[row] == 0) rest.push_back(left[row]);
    }
    left = std::move(rest);
  }
  return (lost + static_cast<double>(left.size())) / data.rows;
}

TEST(LossComparison, SkewedMoneyLosesLeastByValues) {
  const Microdata data = cards();
  const double global = global_recoding(data, 0.05);
  const double local = iterated_local_recoding(data);
  const auto width = LossMeasure::width;
  const auto values = LossMeasure::values;
  Microdata ranges = data;
  for (Attribute& attribute : ranges.attributes)
    attribute.hierarchy.reset();
  std::map<std::string, std::pair<double, double>> by;
  by["full-domain, 5%"] = {ours(data, Recoding::full_domain, 0.05, width),
                           ours(data, Recoding::full_domain, 0.05, values)};
  by["cell, 5%"] = {ours(data, Recoding::cell, 0.05, width),
                    ours(data, Recoding::cell, 0.05, values)};
  by["mondrian, hierarchies"] = {ours(data, Recoding::mondrian, 0, width),
                                 ours(data, Recoding::mondrian, 0, values)};
  by["mondrian, hierarchies, relaxed"] = {
      ours(data, Recoding::mondrian, 0, width, Grouping::relaxed),
      ours(data, Recoding::mondrian, 0, values, Grouping::relaxed)};
  by["cell, 0%"] = {ours(data, Recoding::cell, 0, width), ours(data, Recoding::cell, 0, values)};
  by["mondrian, ranges"] = {ours(ranges, Recoding::mondrian, 0, width),
                            ours(ranges, Recoding::mondrian, 0, values)};
  std::cout << "global " << global << ", iterated local " << local << '\n';
  for (const auto& [what, loss] : by) {
    std::cout << what << ": " << loss.first << " by width, " << loss.second << " by values\n";
    EXPECT_LE(loss.second, loss.first) << what;
  }
  EXPECT_NEAR(by["full-domain, 5%"].second, global, 1e-9);
  EXPECT_LT(by["cell, 5%"].second, global);
  EXPECT_LT(by["cell, 0%"].second, local);
  EXPECT_LT(by["mondrian, hierarchies, relaxed"].second, 0.9 * local);
  EXPECT_LT(by["mondrian, ranges"].second, 0.9 * by["mondrian, ranges"].first);
}

}  // namespace
}  // namespace microdata
