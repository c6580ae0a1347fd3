#include "core/risk/regions.hpp"

#include <algorithm>
#include <span>

#include "core/microdata/combination.hpp"

namespace microdata {

namespace {

// The regions whose label of the attribute covers a value, by value.
std::vector<std::vector<std::uint32_t>> regions_by_value(const RegionAttribute& attribute,
                                                         const std::vector<Row>& region_rows) {
  std::vector<std::vector<std::uint32_t>> regions(attribute.values);
  for (std::uint32_t region = 0; region < region_rows.size(); ++region) {
    attribute.covers[attribute.published[region_rows[region]]].for_each([&](Code value) {
      if (value < attribute.values) regions[value].push_back(region);
    });
  }
  return regions;
}

}  // namespace

Combinations combine_regions(Row count, const std::vector<RegionAttribute>& attributes,
                             bool published, const Progress& progress) {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const RegionAttribute& attribute : attributes) {
    columns.emplace_back(published ? attribute.published : attribute.tuples);
    domains.push_back(published ? attribute.labels : attribute.values);
  }
  return combine(count, columns, domains, progress);
}

Regions find_regions(const std::vector<RegionAttribute>& attributes, const Progress& progress) {
  Regions result;
  const auto rows = static_cast<Row>(attributes.front().published.size());
  const Combinations regions = combine_regions(rows, attributes, true, progress);
  const auto tuple_count = static_cast<Row>(attributes.front().tuples.size());
  const Combinations tuples = combine_regions(tuple_count, attributes, false, progress);
  const std::vector<Row> region_rows = representatives(regions);
  result.values.published = regions.of_row;
  result.values.distinct = regions.distinct;
  // Candidates come from the attribute whose labels say most.
  const auto candidates_of = [&](const RegionAttribute& attribute) {
    std::size_t sum = 0;
    for (const Row row : region_rows)
      sum += attribute.covers[attribute.published[row]].size();
    return static_cast<double>(sum) / std::max<Code>(attribute.values, 1);
  };
  const auto telling = std::min_element(attributes.begin(), attributes.end(),
                                        [&](const RegionAttribute& a, const RegionAttribute& b) {
                                          return candidates_of(a) < candidates_of(b);
                                        });
  const std::vector<std::vector<std::uint32_t>> candidates =
      regions_by_value(*telling, region_rows);

  const std::vector<Row> tuple_rows = representatives(tuples);
  const std::vector<std::uint32_t> frequency = frequencies(tuples);
  std::vector<std::uint32_t> region_of(tuple_rows.size(), nowhere);
  for (std::size_t t = 0; t < tuple_rows.size(); ++t) {
    progress.checkpoint_at(t * 16);
    std::size_t found = 0;
    for (const std::uint32_t region : candidates[telling->tuples[tuple_rows[t]]]) {
      const bool inside =
          std::all_of(attributes.begin(), attributes.end(), [&](const RegionAttribute& attribute) {
            return attribute.covers[attribute.published[region_rows[region]]].contains(
                attribute.tuples[tuple_rows[t]]);
          });
      if (inside && found++ == 0) region_of[t] = region;
    }
    if (found > 1) result.ambiguous += frequency[t];
  }
  result.values.tuples.resize(tuples.of_row.size());
  for (std::size_t row = 0; row < tuples.of_row.size(); ++row) {
    result.values.tuples[row] = region_of[tuples.of_row[row]];
  }
  return result;
}

}  // namespace microdata
