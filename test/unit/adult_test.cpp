#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "core/correlation/correlation.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/slicing.hpp"

// Known figures of the UCI Adult data, which the project does not ship: see scripts/check.

namespace microdata {
namespace {

const std::set<std::string> numeric{"age",          "fnlwgt",       "education_num",
                                    "capital_gain", "capital_loss", "hours_per_week"};

template <typename Value>
std::vector<Code> encode(const std::vector<Value>& values, std::vector<Value>& distinct) {
  distinct = values;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<Code> codes;
  for (const Value& value : values) {
    codes.push_back(static_cast<Code>(std::lower_bound(distinct.begin(), distinct.end(), value) -
                                      distinct.begin()));
  }
  return codes;
}

class Adult : public testing::Test {
 protected:
  void SetUp() override {
    const char* path = std::getenv("MICRODATA_ADULT");
    if (path == nullptr || *path == '\0') GTEST_SKIP() << "no adult.csv";
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    std::vector<std::string> names;
    split(line, names);
    std::vector<std::vector<std::string>> columns(names.size());
    while (std::getline(file, line)) {
      std::vector<std::string> values;
      split(line, values);
      for (std::size_t a = 0; a < values.size(); ++a)
        columns[a].push_back(values[a]);
    }
    data.rows = static_cast<Row>(columns.front().size());
    for (std::size_t a = 0; a < names.size(); ++a) {
      Attribute attribute;
      attribute.name = names[a];
      if (numeric.contains(names[a])) {
        std::vector<double> values;
        for (const std::string& text : columns[a])
          values.push_back(std::stod(text));
        data.columns.push_back(encode(values, attribute.projection));
        attribute.distinct = static_cast<Code>(attribute.projection.size());
      } else {
        std::vector<std::string> distinct;
        data.columns.push_back(encode(columns[a], distinct));
        attribute.distinct = static_cast<Code>(distinct.size());
      }
      data.attributes.push_back(std::move(attribute));
      position[names[a]] = a;
    }
    data.attributes[position["occupation"]].role = Role::sensitive;
  }

  static void split(const std::string& line, std::vector<std::string>& parts) {
    std::stringstream stream(line);
    for (std::string part; std::getline(stream, part, ',');)
      parts.push_back(part);
  }

  Column column(const std::vector<std::string>& names) {
    Column result;
    for (const std::string& name : names)
      result.attributes.push_back(position[name]);
    std::sort(result.attributes.begin(), result.attributes.end());
    return result;
  }

  // The seven attributes of the paper's OCC-7 in five columns, the others left out.
  SlicingOptions occ_7() {
    const std::vector<std::vector<std::string>> groups{
        {"age", "marital_status", "sex"}, {"workclass"}, {"education"}, {"race"}, {"occupation"}};
    std::set<std::string> kept;
    SlicingOptions options;
    for (const auto& group : groups) {
      options.groups.push_back(column(group));
      kept.insert(group.begin(), group.end());
    }
    for (Attribute& attribute : data.attributes) {
      if (!kept.contains(attribute.name)) attribute.role = Role::identifier;
    }
    options.l = 3;
    return options;
  }

  // All fifteen attributes, sex with occupation.
  SlicingOptions occ_15() {
    SlicingOptions options;
    options.l = 3;
    options.columns = 2;
    options.sensitive_column_size = 2;
    return options;
  }

  Microdata data;
  std::map<std::string, std::size_t> position;
};

TEST_F(Adult, Correlations) {
  const AttributeSet all = published_attributes(data);
  const Eigen::MatrixXd phi2 = correlation_matrix(data, all, CorrelationMeasure::phi2, {}, 2, {});
  const auto occupation = static_cast<Eigen::Index>(position["occupation"]);
  EXPECT_NEAR(phi2(occupation, static_cast<Eigen::Index>(position["sex"])), 0.1899, 0.00005);
  EXPECT_NEAR(phi2(occupation, static_cast<Eigen::Index>(position["salary"])), 0.1197, 0.00005);
}

TEST_F(Adult, BucketsAreAsSmallAsTheyCanBe) {
  // A plain prototype reached 11,081 buckets, mean 5.4, and 16,481 buckets, mean 5.6.
  Random random = Random::seeded(1);
  const Slicing x = slice(data, occ_15(), random, {});
  std::cout << "OCC-15: " << x.buckets.buckets() << " buckets, mean " << mean_bucket_size(x.buckets)
            << '\n';
  EXPECT_EQ(x.columns.back().attributes, column({"sex", "occupation"}).attributes);
  EXPECT_GT(x.buckets.buckets(), 14'000U);
  EXPECT_LT(mean_bucket_size(x.buckets), 3.3);

  const Slicing y = slice(data, occ_7(), random, {});
  std::cout << "OCC-7: " << y.buckets.buckets() << " buckets, mean " << mean_bucket_size(y.buckets)
            << '\n';
  EXPECT_GT(y.buckets.buckets(), 24'000U);
  EXPECT_LT(mean_bucket_size(y.buckets), 2.5);
  EXPECT_FALSE(y.exact_check_cut_short);
}

TEST_F(Adult, StrictBucketsAreSmallToo) {
  // The prototype: 3,861 buckets, mean 101, and 1,251 buckets, mean 179.
  Random random = Random::seeded(1);
  SlicingOptions options = occ_15();
  options.grouping = Grouping::strict;
  const Slicing x = slice(data, options, random, {});
  EXPECT_GT(x.buckets.buckets(), 8'000U);
  EXPECT_LT(mean_bucket_size(x.buckets), 25);
  options = occ_7();
  options.grouping = Grouping::strict;
  const Slicing y = slice(data, options, random, {});
  EXPECT_GT(y.buckets.buckets(), 1'251U);
  EXPECT_LT(mean_bucket_size(y.buckets), 179);
}

TEST_F(Adult, Feasibility) {
  // 3,730 of 14,695 women are Adm-clerical.
  std::vector<Row> rows(data.rows);
  for (Row row = 0; row < data.rows; ++row)
    rows[row] = row;
  const auto sex = find_infeasible(data, column({"sex", "occupation"}), rows, 5, {});
  ASSERT_TRUE(sex);
  EXPECT_EQ(sex->count, 3730U);
  EXPECT_EQ(sex->total, 14695U);
  EXPECT_NEAR(sex->largest_l(), 3.94, 0.005);
  EXPECT_FALSE(find_infeasible(data, column({"marital_status", "occupation"}), rows, 5, {}));
  const auto alone = find_infeasible(data, column({"occupation"}), rows, 8, {});
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->count, 6020U);
  EXPECT_EQ(alone->total, 45222U);
  EXPECT_NEAR(alone->largest_l(), 7.51, 0.005);

  SlicingOptions options = occ_15();
  options.l = 5;
  Random random = Random::seeded(1);
  const Slicing slicing = slice(data, options, random, {});
  ASSERT_TRUE(slicing.regrouped);
  EXPECT_EQ(slicing.regrouped->count, 3730U);
  EXPECT_EQ(slicing.columns.back().attributes.size(), 2U);
}

}  // namespace
}  // namespace microdata
