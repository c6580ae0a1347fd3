#include "experiment_tables.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "unit/adult.hpp"

namespace microdata::experiment {

namespace {

Feature feature_of(std::string name, const std::vector<std::string>& texts, bool nominal) {
  Feature result{std::move(name), {}, {}};
  if (nominal) {
    const std::set<std::string> labels(texts.begin(), texts.end());
    result.labels.assign(labels.begin(), labels.end());
  }
  for (const std::string& text : texts) {
    const auto label = std::lower_bound(result.labels.begin(), result.labels.end(), text);
    result.values.push_back(nominal ? static_cast<double>(label - result.labels.begin())
                                    : std::stod(text));
  }
  return result;
}

void encode_feature(const Feature& feature, Role role, const std::vector<Row>& rows,
                    EncodedTable& table) {
  std::vector<double> values;
  for (const Row row : rows)
    values.push_back(feature.values[row]);
  std::vector<double> distinct = values;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  Attribute attribute;
  attribute.name = feature.name;
  attribute.role = role;
  attribute.distinct = static_cast<Code>(distinct.size());
  if (!feature.nominal()) attribute.projection = distinct;
  std::vector<Code> column;
  for (const double value : values) {
    const auto code = std::lower_bound(distinct.begin(), distinct.end(), value);
    column.push_back(static_cast<Code>(code - distinct.begin()));
  }
  table.data.attributes.push_back(std::move(attribute));
  table.data.columns.push_back(std::move(column));
  table.value_of_code.push_back(std::move(distinct));
}

}  // namespace

Table read_adult_table(const std::string& path) {
  const test::AdultTable adult = test::read_adult(path);
  const std::set<std::string> numbers{"age",          "fnlwgt",       "education_num",
                                      "capital_gain", "capital_loss", "hours_per_week"};
  Table table{"adult", {}, {}, {}};
  for (const std::string& name : adult.attributes) {
    Feature feature = feature_of(name, adult.values.at(name), !numbers.contains(name));
    if (name == "salary") {
      table.class_attribute = std::move(feature);
    } else {
      table.features.push_back(std::move(feature));
    }
  }
  return table;
}

Table read_musk_table(const std::string& path, Random& random) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::vector<std::string>> cells;
  for (std::string line; std::getline(file, line);) {
    std::stringstream parts(line);
    std::size_t c = 0;
    for (std::string part; std::getline(parts, part, ','); ++c) {
      if (cells.size() == c) cells.emplace_back();
      cells[c].push_back(part);
    }
  }
  if (cells.size() < 4) throw std::runtime_error(path + " is no table of Musk");
  Table table{"clean", {}, {}, {"class", {}, {"musk", "non-musk"}}};
  for (const std::string& text : cells.back())
    table.class_attribute.values.push_back(std::stod(text) == 1 ? 0 : 1);
  for (std::size_t c = 2; c + 1 < cells.size(); ++c)
    table.features.push_back(feature_of("f" + std::to_string(c - 1), cells[c], false));
  random.shuffle(std::span(table.features));
  return table;
}

std::size_t index_of(const Table& table, const std::string& name) {
  const auto found = std::find_if(table.features.begin(), table.features.end(),
                                  [&](const Feature& feature) { return feature.name == name; });
  if (found == table.features.end()) throw std::invalid_argument("no feature " + name);
  return static_cast<std::size_t>(found - table.features.begin());
}

Table with_class(const Table& table, const std::vector<std::string>& features,
                 const std::string& class_attribute) {
  Table all{table.name, table.features, {}, {}};
  all.features.push_back(table.class_attribute);
  Table result{table.name, {}, {}, all.features[index_of(all, class_attribute)]};
  for (const std::string& name : features)
    result.features.push_back(all.features[index_of(all, name)]);
  return result;
}

EncodedTable encode(const Table& table, std::size_t features, const std::vector<Row>& rows) {
  EncodedTable result;
  result.data.rows = static_cast<Row>(rows.size());
  for (std::size_t f = 0; f < features; ++f)
    encode_feature(table.features[f], Role::quasi_identifier, rows, result);
  encode_feature(table.class_attribute, Role::insensitive, rows, result);
  return result;
}

std::vector<Row> random_order(Row rows, Random& random) {
  std::vector<Row> order(rows);
  std::iota(order.begin(), order.end(), Row{0});
  random.shuffle(std::span(order));
  return order;
}

HoldOut hold_out(Row rows, Random& random, std::optional<Row> most) {
  std::vector<Row> order = random_order(rows, random);
  if (most) order.resize(std::min(rows, *most));
  const auto cut = order.begin() + static_cast<std::ptrdiff_t>(order.size() * 7 / 10);
  return {{order.begin(), cut}, {cut, order.end()}};
}

}  // namespace microdata::experiment
