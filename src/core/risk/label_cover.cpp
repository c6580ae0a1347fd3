#include "core/risk/label_cover.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/microdata/combination.hpp"

namespace microdata {

namespace {

bool covers(const std::vector<RegionAttribute>& attributes, Row published, Row tuple) {
  return std::all_of(attributes.begin(), attributes.end(), [&](const RegionAttribute& attribute) {
    return attribute.covers[attribute.published[published]].contains(attribute.tuples[tuple]);
  });
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
  const RegionAttribute& telling = most_telling(attributes, region_rows);
  std::vector<Code> labels;
  for (const Row row : region_rows)
    labels.push_back(telling.published[row]);
  const RegionsByBlock candidates(telling.covers, labels, telling.values, progress);

  const std::vector<Row> tuple_rows = representatives(tuples);
  const std::vector<std::uint32_t> frequency = frequencies(tuples);
  std::vector<std::uint32_t> region_of(tuple_rows.size(), nowhere);
  for (std::size_t t = 0; t < tuple_rows.size(); ++t) {
    progress.checkpoint_at(t * 16);
    std::size_t found = 0;
    for (const std::uint32_t region : candidates.of(telling.tuples[tuple_rows[t]])) {
      if (covers(attributes, region_rows[region], tuple_rows[t]) && found++ == 0)
        region_of[t] = region;
    }
    if (found > 1) result.ambiguous += frequency[t];
  }
  result.values.tuples.resize(tuples.of_row.size());
  for (std::size_t row = 0; row < tuples.of_row.size(); ++row) {
    result.values.tuples[row] = region_of[tuples.of_row[row]];
  }
  return result;
}

Regions find_regions_in_buckets(const std::vector<RegionAttribute>& attributes,
                                const std::vector<std::uint32_t>& bucket_of, std::uint32_t buckets,
                                const Progress& progress) {
  Regions result;
  std::vector<std::span<const Code>> columns{bucket_of};
  std::vector<Code> domains{buckets};
  for (const RegionAttribute& attribute : attributes) {
    columns.emplace_back(attribute.published);
    domains.push_back(attribute.labels);
  }
  // Numbers ascend with the first of the columns.
  Combinations regions = combine(static_cast<Row>(bucket_of.size()), columns, domains, progress);
  const std::vector<Row> region_rows = representatives(regions);
  const auto tuple_count = static_cast<Row>(attributes.front().tuples.size());
  Combinations tuples = combine_regions(tuple_count, attributes, false, progress);
  const std::vector<Row> tuple_rows = representatives(tuples);
  const std::vector<std::uint32_t> frequency = frequencies(tuples);

  result.values.covering.emplace(attributes, region_rows, bucket_of, tuple_rows, progress);
  for (const std::uint32_t value : result.values.covering->ambiguous())
    result.ambiguous += frequency[value];
  result.values.published = std::move(regions.of_row);
  result.values.distinct = regions.distinct;
  result.values.tuples = std::move(tuples.of_row);
  return result;
}

SlicedView::Values with_rest(const SlicedView::Values& regions, const SlicedView::Values& rest,
                             const Progress& progress) {
  const auto together = [&](const std::vector<std::uint32_t>& of_regions, std::uint32_t distinct,
                            const std::vector<std::uint32_t>& of_rest) {
    return combine(static_cast<Row>(of_regions.size()),
                   std::vector<std::span<const Code>>{of_regions, of_rest},
                   std::vector<Code>{std::max<Code>(distinct, 1), std::max<Code>(rest.distinct, 1)},
                   progress);
  };
  SlicedView::Values result;
  Combinations published = together(regions.published, regions.distinct, rest.published);
  Combinations tuples = together(regions.tuples, regions.covering->values(), rest.tuples);
  const auto pairs = [](const Combinations& combinations,
                        const std::vector<std::uint32_t>& of_regions,
                        const std::vector<std::uint32_t>& of_rest) {
    std::vector<Covering::Pair> of_values;
    for (const Row row : representatives(combinations))
      of_values.emplace_back(of_regions[row], of_rest[row]);
    return of_values;
  };
  result.covering.emplace(*regions.covering, pairs(published, regions.published, rest.published),
                          pairs(tuples, regions.tuples, rest.tuples), progress);
  result.published = std::move(published.of_row);
  result.distinct = published.distinct;
  result.tuples = std::move(tuples.of_row);
  return result;
}

}  // namespace microdata
