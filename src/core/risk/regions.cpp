#include "core/risk/regions.hpp"

#include <algorithm>
#include <span>
#include <utility>

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

// The attribute whose labels say most: candidates come from it.
const RegionAttribute& most_telling(const std::vector<RegionAttribute>& attributes,
                                    const std::vector<Row>& region_rows) {
  const auto candidates_of = [&](const RegionAttribute& attribute) {
    std::size_t sum = 0;
    for (const Row row : region_rows)
      sum += attribute.covers[attribute.published[row]].size();
    return static_cast<double>(sum) / std::max<Code>(attribute.values, 1);
  };
  return *std::min_element(attributes.begin(), attributes.end(),
                           [&](const RegionAttribute& a, const RegionAttribute& b) {
                             return candidates_of(a) < candidates_of(b);
                           });
}

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
  const std::vector<std::vector<std::uint32_t>> candidates = regions_by_value(telling, region_rows);

  const std::vector<Row> tuple_rows = representatives(tuples);
  const std::vector<std::uint32_t> frequency = frequencies(tuples);
  std::vector<std::uint32_t> region_of(tuple_rows.size(), nowhere);
  for (std::size_t t = 0; t < tuple_rows.size(); ++t) {
    progress.checkpoint_at(t * 16);
    std::size_t found = 0;
    for (const std::uint32_t region : candidates[telling.tuples[tuple_rows[t]]]) {
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

  result.values.covering = SlicedView::Covering{};
  SlicedView::Covering& covering = *result.values.covering;
  for (const Row row : region_rows) {
    double combinations = 1;
    for (const RegionAttribute& attribute : attributes)
      combinations *= static_cast<double>(attribute.covers[attribute.published[row]].size());
    covering.combinations.push_back(std::max(combinations, 1.0));
  }
  const RegionAttribute& telling = most_telling(attributes, region_rows);
  const std::vector<std::vector<std::uint32_t>> candidates =
      tuple_count == 0 ? std::vector<std::vector<std::uint32_t>>(telling.values)
                       : regions_by_value(telling, region_rows);
  for (std::size_t t = 0; t < tuple_rows.size(); ++t) {
    progress.checkpoint();
    bool is_ambiguous = false;
    for (const std::uint32_t region : candidates[telling.tuples[tuple_rows[t]]]) {
      if (!covers(attributes, region_rows[region], tuple_rows[t])) continue;
      const bool is_first =
          covering.published.size() == covering.offsets.back() ||
          bucket_of[region_rows[covering.published.back()]] != bucket_of[region_rows[region]];
      if (is_first) covering.published.push_back(region);
      is_ambiguous = is_ambiguous || !is_first;
    }
    if (is_ambiguous) result.ambiguous += frequency[t];
    covering.offsets.push_back(covering.published.size());
  }
  result.values.published = std::move(regions.of_row);
  result.values.distinct = regions.distinct;
  result.values.tuples = std::move(tuples.of_row);
  return result;
}

SlicedView::Values with_rest(const SlicedView::Values& regions, const SlicedView::Values& rest,
                             const Progress& progress) {
  const SlicedView::Covering& covering = *regions.covering;
  const auto together = [&](const std::vector<std::uint32_t>& of_regions, std::uint32_t distinct,
                            const std::vector<std::uint32_t>& of_rest) {
    return combine(static_cast<Row>(of_regions.size()),
                   std::vector<std::span<const Code>>{of_regions, of_rest},
                   std::vector<Code>{std::max<Code>(distinct, 1), std::max<Code>(rest.distinct, 1)},
                   progress);
  };
  SlicedView::Values result;
  Combinations published = together(regions.published, regions.distinct, rest.published);
  Combinations tuples = together(regions.tuples, covering.values(), rest.tuples);
  result.covering = SlicedView::Covering{};
  SlicedView::Covering& covers_both = *result.covering;
  // By published value: its region and the value of the rest, which ascend with it.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
  for (const Row row : representatives(published)) {
    parts.emplace_back(regions.published[row], rest.published[row]);
    covers_both.combinations.push_back(covering.combinations[regions.published[row]]);
  }
  for (const Row row : representatives(tuples)) {
    progress.checkpoint();
    for (const std::uint32_t region : covering.of(regions.tuples[row])) {
      const std::pair sought(region, rest.tuples[row]);
      const auto found = std::lower_bound(parts.begin(), parts.end(), sought);
      if (found != parts.end() && *found == sought)
        covers_both.published.push_back(static_cast<std::uint32_t>(found - parts.begin()));
    }
    covers_both.offsets.push_back(covers_both.published.size());
  }
  result.published = std::move(published.of_row);
  result.distinct = published.distinct;
  result.tuples = std::move(tuples.of_row);
  return result;
}

}  // namespace microdata
