#include "core/choice/attacked_table.hpp"

#include <numeric>
#include <span>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/table_counts.hpp"

namespace microdata {

KnownFeatures known_features(const Microdata& data, const Progress& progress) {
  std::vector<KnownAttribute> known;
  for (const std::size_t a : attributes_with_role(data, Role::quasi_identifier)) {
    const Attribute& attribute = data.attributes[a];
    known.push_back({data.columns[a], attribute.distinct, attribute.numeric()});
  }
  return {known, data.rows, progress};
}

std::vector<std::size_t> sensitive_in_order(const Microdata& data,
                                            const AttributePartition& columns) {
  std::vector<std::size_t> result;
  for (const Column& column : columns) {
    const AttributeSet of_column = sensitive_attributes(data, column);
    result.insert(result.end(), of_column.begin(), of_column.end());
  }
  return result;
}

std::optional<NearValues> near_values(const Microdata& data, std::size_t attribute) {
  const Attribute& guessed = data.attributes[attribute];
  const std::vector<double>& numbers =
      guessed.projection.empty() ? guessed.amounts : guessed.projection;
  if (numbers.empty()) return std::nullopt;
  return NearValues(
      numbers,
      default_tolerance(numbers, table_counts(guessed, data.columns[attribute], {}, data.times)));
}

std::vector<Row> random_order(std::size_t count, Random& random) {
  std::vector<Row> order(count);
  std::iota(order.begin(), order.end(), Row{0});
  random.shuffle(std::span(order));
  return order;
}

}  // namespace microdata
