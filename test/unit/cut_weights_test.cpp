#include <gtest/gtest.h>
#include <set>

#include "core/slicing/slicing.hpp"

// Tests of the attribute that splits a bucket if all attributes are equally wide.

namespace microdata {
namespace {

// Returns an independent number, and a number that determines the sensitive attribute and a third
// one.
Microdata noise_and_key() {
  Random random = Random::seeded(3);
  Microdata data;
  data.rows = 1600;
  data.attributes.resize(4);
  data.columns.resize(4);
  const Code domains[] = {8, 8, 4, 4};
  for (std::size_t a = 0; a < 4; ++a)
    data.attributes[a].distinct = domains[a];
  data.attributes[3].role = Role::sensitive;
  for (Row row = 0; row < data.rows; ++row) {
    const Code key = row % 8;
    data.columns[0].push_back(random.below(8));
    data.columns[1].push_back(key);
    data.columns[2].push_back(key / 2);
    data.columns[3].push_back((key + random.below(2)) % 4);
  }
  return data;
}

Slicing sliced(const Microdata& data, CutsBy cuts_by) {
  SlicingOptions options;
  options.l = 1;
  options.groups = {{{0, 1}, {}}, {{2, 3}, {}}};
  options.privacy.emplace_back(KAnonymity{25});
  options.cuts_by = cuts_by;
  Random random = Random::seeded(1);
  return slice(data, options, random, {});
}

// Returns the mean number of distinct values of an attribute in a bucket.
double distinct_in_buckets(const Microdata& data, const Slicing& slicing, std::size_t attribute) {
  std::size_t sum = 0;
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    std::set<Code> values;
    for (const Row row : slicing.buckets.bucket(b))
      values.insert(data.columns[attribute][row]);
    sum += values.size();
  }
  return static_cast<double>(sum) / static_cast<double>(slicing.buckets.buckets());
}

TEST(CutWeightsTest, ByCorrelationBucketsAreAlikeInWhatOtherColumnsFollow) {
  const Microdata data = noise_and_key();
  const Slicing by_width = sliced(data, CutsBy::width);
  const Slicing by_correlation = sliced(data, CutsBy::correlation);
  ASSERT_GE(by_width.buckets.buckets(), 8U);
  ASSERT_GE(by_correlation.buckets.buckets(), 8U);
  EXPECT_LT(distinct_in_buckets(data, by_correlation, 1), distinct_in_buckets(data, by_width, 1));
  EXPECT_GT(distinct_in_buckets(data, by_correlation, 0), distinct_in_buckets(data, by_width, 0));
}

}  // namespace
}  // namespace microdata
