#include "core/risk/reidentification.hpp"

#include <algorithm>
#include <map>

#include "core/microdata/combination.hpp"

namespace microdata {

PersonClasses classes_of_persons(const Microdata& data, const AttributeSet& known,
                                 const TuplePartition& rows_of_persons, const Progress& progress) {
  const Combinations of_rows = combine(data, known, progress);
  PersonClasses result;
  result.class_of.reserve(rows_of_persons.buckets());
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
  std::vector<std::uint32_t> rows;
  for (std::size_t p = 0; p < rows_of_persons.buckets(); ++p) {
    progress.checkpoint_at(p * 16);
    rows.clear();
    for (const Row row : rows_of_persons.bucket(p))
      rows.push_back(of_rows.of_row[row]);
    std::sort(rows.begin(), rows.end());
    result.class_of.push_back(numbers.emplace(rows, result.classes).first->second);
    result.classes = static_cast<std::uint32_t>(numbers.size());
  }
  return result;
}

ReidentificationRisk reidentification_risk(std::span<const std::uint32_t> in_table,
                                           std::span<const std::uint32_t> exposed,
                                           std::span<const std::uint32_t> among, std::uint32_t k) {
  ReidentificationRisk risk;
  double found = 0;
  for (std::size_t c = 0; c < in_table.size(); ++c) {
    if (in_table[c] == 0) continue;
    ++risk.classes;
    risk.persons += in_table[c];
    if (among[c] == 1) risk.uniques += in_table[c];
    if (among[c] < k) {
      risk.below_k += in_table[c];
      risk.exposed_below_k += exposed[c];
    }
    risk.highest = std::max(risk.highest, 1.0 / among[c]);
    found += static_cast<double>(in_table[c]) / among[c];
  }
  if (risk.persons > 0) risk.mean = found / static_cast<double>(risk.persons);
  return risk;
}

}  // namespace microdata
