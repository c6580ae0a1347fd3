#include "core/partition/mondrian_space.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

namespace microdata {
namespace {

// The table is a region whose attribute has more values than an axis has cells. The first and the
// last value, which the region knows from the whole table, have no row in the region.
TEST(MondrianSpace, ValuesWithoutRowsHaveCells) {
  constexpr Code distinct = 70000;
  Microdata data;
  Attribute attribute;
  attribute.distinct = distinct;
  attribute.projection.resize(distinct);
  std::iota(attribute.projection.begin(), attribute.projection.end(), 0.0);
  data.attributes.push_back(attribute);
  data.columns.emplace_back(distinct - 2);
  std::iota(data.columns.front().begin(), data.columns.front().end(), Code{1});
  data.rows = distinct - 2;

  const std::vector<Axis> axes = make_axes(data, {0}, {}, LossMeasure::width);
  ASSERT_EQ(axes.size(), 1U);
  const std::vector<Cell>& cells = axes.front().cell_of_code;
  ASSERT_EQ(cells.size(), distinct);
  EXPECT_TRUE(std::is_sorted(cells.begin(), cells.end()));
  EXPECT_EQ(axes.front().position.size(), cell_index(cells.back()) + 1);
  EXPECT_TRUE(std::is_sorted(axes.front().position.begin(), axes.front().position.end()));
}

}  // namespace
}  // namespace microdata
