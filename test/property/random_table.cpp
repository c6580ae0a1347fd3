#include "property/random_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <string_view>

namespace microdata::test {

std::uint64_t first_seed() {
  static const std::uint64_t seed = [] {
    const char* given = std::getenv("MICRODATA_SEED");
    const std::uint64_t chosen =
        given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    std::cout << "seeds from " << chosen << " on (MICRODATA_SEED=" << chosen << " repeats them)\n";
    return chosen;
  }();
  return seed;
}

namespace {

// Returns true if MICRODATA_ALL_CASES_OF, a list of file names separated by colons, contains the
// file of the current test.
bool is_tried_whole() {
  static const char* const files = std::getenv("MICRODATA_ALL_CASES_OF");
  const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  if (files == nullptr || test == nullptr) return false;
  const std::string_view path = test->file();
  const std::string name = ":" + std::string(path.substr(path.rfind('/') + 1)) + ":";
  return std::string_view(files).find(name) != std::string_view::npos;
}

}  // namespace

int tried(int cases) {
  static const int one_in = [] {
    const char* given = std::getenv("MICRODATA_ONE_CASE_IN");
    return given == nullptr ? 1 : std::max(1, std::atoi(given));
  }();
  return one_in == 1 || is_tried_whole() ? cases : (cases + one_in - 1) / one_in;
}

namespace {

// Sets a column, with values renumbered so that every code below `distinct` occurs.
void set_column(Microdata& data, std::size_t attribute, const std::vector<int>& values) {
  std::vector<int> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<Code> codes;
  for (const int value : values) {
    codes.push_back(
        static_cast<Code>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin()));
  }
  Attribute& a = data.attributes[attribute];
  a.distinct = static_cast<Code>(sorted.size());
  if (!a.projection.empty()) a.projection.assign(sorted.begin(), sorted.end());
  data.columns[attribute] = std::move(codes);
}

}  // namespace

Microdata random_table(Choices& choices, const TableShape& shape) {
  Microdata data;
  data.rows = static_cast<Row>(choices.between(1, shape.most_rows));
  const int attributes = choices.between(2, shape.most_attributes);
  const int sensitive = choices.between(1, std::min(shape.most_sensitive, attributes - 1));
  data.attributes.resize(static_cast<std::size_t>(attributes));
  data.columns.resize(static_cast<std::size_t>(attributes));
  for (int a = 0; a < attributes; ++a) {
    const auto index = static_cast<std::size_t>(a);
    Attribute& attribute = data.attributes[index];
    attribute.name = "a" + std::to_string(a);
    if (a >= attributes - sensitive) {
      attribute.role = Role::sensitive;
    } else if (shape.insensitive && choices.one_in(5)) {
      attribute.role = Role::insensitive;
    }
    attribute.divisible = !choices.one_in(8);
    if (choices.one_in(2)) attribute.projection = {0};
    const int values =
        choices.one_in(6) ? static_cast<int>(data.rows) : choices.between(1, shape.most_values);
    const bool skewed = choices.one_in(3);
    std::vector<int> column;
    for (Row row = 0; row < data.rows; ++row) {
      const double u = choices.real();
      column.push_back(static_cast<int>((skewed ? u * u * u : u) * values));
    }
    set_column(data, index, column);
  }
  return data;
}

AttributePartition random_partition(Choices& choices, const Microdata& data) {
  const AttributeSet published = published_attributes(data);
  const int columns = choices.between(1, static_cast<int>(published.size()));
  AttributePartition partition(static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < published.size(); ++i) {
    const std::size_t column =
        i < partition.size() ? i : static_cast<std::size_t>(choices.between(0, columns - 1));
    partition[column].attributes.push_back(published[i]);
  }
  return partition;
}

oracle::Table oracle_table(const Microdata& data) {
  oracle::Table table;
  table.rows.resize(data.rows);
  for (Row row = 0; row < data.rows; ++row) {
    for (const auto& column : data.columns) {
      table.rows[row].push_back(static_cast<oracle::Value>(column[row]));
    }
  }
  return table;
}

oracle::Slicing oracle_columns(const Microdata& data, const AttributePartition& partition) {
  oracle::Slicing slicing;
  for (const Column& column : partition)
    slicing.columns.push_back(column.attributes);
  slicing.sensitive = attributes_with_role(data, Role::sensitive);
  slicing.unknown = attributes_with_role(data, Role::insensitive);
  return slicing;
}

}  // namespace microdata::test
