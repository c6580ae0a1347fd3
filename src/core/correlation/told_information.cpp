#include "core/correlation/told_information.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/correlation/contingency.hpp"
#include "core/correlation/discretization.hpp"

namespace microdata {

GroupedAttribute grouped_attribute(const Microdata& data, std::size_t attribute,
                                   const Progress& progress) {
  constexpr std::uint64_t intervals = 10;
  const std::vector<Code>& codes = data.columns[attribute];
  std::vector<std::uint64_t> rows(data.attributes[attribute].distinct);
  for (const Code code : codes)
    ++rows[code];
  const auto values =
      std::count_if(rows.begin(), rows.end(), [](auto of_code) { return of_code > 0; });
  const bool is_cut = data.attributes[attribute].numeric() && values > most_values_kept;
  GroupedAttribute result;
  std::vector<Code> group(rows.size());
  std::uint64_t before = 0;
  std::uint64_t last = intervals;
  for (Code code = 0; code < rows.size(); ++code) {
    progress.checkpoint_at(code);
    if (rows[code] == 0) continue;
    const std::uint64_t interval = before * intervals / data.rows;
    if (!is_cut || interval != last) ++result.distinct;
    group[code] = result.distinct - 1;
    last = interval;
    before += rows[code];
  }
  for (const Code code : codes)
    result.codes.push_back(group[code]);
  return result;
}

double told_information(const GroupedAttribute& a, const GroupedAttribute& b, double deviations,
                        const Progress& progress) {
  const ContingencyTable table =
      contingency_table({a.codes, a.distinct}, {b.codes, b.distinct}, progress);
  const double degrees = static_cast<double>(a.distinct - 1) * static_cast<double>(b.distinct - 1);
  const double by_chance = (degrees + deviations * std::sqrt(2 * degrees)) / (2 * table.total);
  return mutual_information(table) - by_chance;
}

double entropy(const GroupedAttribute& attribute) {
  std::vector<double> rows(attribute.distinct);
  for (const Code code : attribute.codes)
    ++rows[code];
  double sum = 0;
  for (const double of_group : rows) {
    const double share = of_group / static_cast<double>(attribute.codes.size());
    sum -= share * std::log(share);
  }
  return sum;
}

}  // namespace microdata
