#include "core/choice/release_view.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/microdata/combination.hpp"
#include "core/risk/label_cover.hpp"

namespace microdata {

namespace {

SlicedView::Values values_of(const Microdata& data, const AttributeSet& attributes,
                             const std::vector<Row>& linking, const Progress& progress) {
  const Combinations combinations = combine(data, attributes, progress);
  SlicedView::Values values;
  values.tuples = combinations.of_row;
  values.distinct = combinations.distinct;
  for (const Row row : linking)
    values.published.push_back(combinations.of_row[row]);
  return values;
}

SlicedView::Values regions_of(const ColumnGeneralization& column, const std::vector<Row>& linking) {
  SlicedView::Values values;
  values.distinct = column.regions;
  for (const std::uint32_t region : column.of_row)
    values.tuples.push_back(region < column.regions ? region : nowhere);
  for (const Row row : linking)
    values.published.push_back(column.of_row[row]);
  return values;
}

}  // namespace

SlicedView make_view(const Microdata& data, const AttributePartition& columns,
                     const TuplePartition& buckets, const std::vector<std::vector<Row>>& linking,
                     const Progress& progress) {
  SlicedView view;
  view.buckets = static_cast<std::uint32_t>(buckets.buckets());
  view.tuples = data.rows;
  for (std::uint32_t b = 0; b < view.buckets; ++b) {
    view.bucket_of.insert(view.bucket_of.end(), buckets.bucket(b).size(), b);
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    view.columns.push_back(
        {values_of(data, quasi_identifiers(data, columns[c]), linking[c], progress),
         values_of(data, columns[c].attributes, linking[c], progress)});
    for (const std::size_t s : sensitive_attributes(data, columns[c])) {
      SlicedView::Sensitive sensitive{c, data.attributes[s].distinct, {}, data.columns[s]};
      for (const Row row : linking[c])
        sensitive.published.push_back(data.columns[s][row]);
      view.sensitive.push_back(std::move(sensitive));
    }
  }
  return view;
}

SlicedView make_view(const Microdata& data, const Slicing& slicing, const Progress& progress) {
  SlicedView view = make_view(data, slicing.columns, slicing.buckets, slicing.linking, progress);
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    const auto& generalization = slicing.generalizations[c];
    if (!generalization || generalization->attributes.empty()) continue;
    if (generalization->in_buckets) {
      std::vector<Row> rows(data.rows);
      std::iota(rows.begin(), rows.end(), Row{0});
      view.columns[c].known = regions_in_buckets(data, *generalization, rows, slicing.linking[c],
                                                 view.bucket_of, view.buckets, progress);
    } else {
      view.columns[c].known = regions_of(*generalization, slicing.linking[c]);
    }
  }
  return view;
}

SlicedView::Values regions_in_buckets(const Microdata& data, const ColumnGeneralization& column,
                                      const std::vector<Row>& tuples,
                                      const std::vector<Row>& linking,
                                      const std::vector<std::uint32_t>& bucket_of,
                                      std::uint32_t buckets, const Progress& progress) {
  // Labels are the regions of the published rows.
  std::vector<std::uint32_t> shown;
  for (const Row row : linking)
    shown.push_back(column.of_row[row]);
  std::vector<std::uint32_t> regions = shown;
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  for (std::uint32_t& region : shown) {
    region = static_cast<std::uint32_t>(std::lower_bound(regions.begin(), regions.end(), region) -
                                        regions.begin());
  }
  std::vector<RegionAttribute> attributes;
  for (std::size_t i = 0; i < column.attributes.size(); ++i) {
    const std::size_t a = column.attributes[i];
    RegionAttribute attribute{
        shown, static_cast<Code>(regions.size()), {}, data.attributes[a].distinct, {}};
    for (const Row row : tuples)
      attribute.tuples.push_back(data.columns[a][row]);
    for (const std::uint32_t region : regions) {
      progress.checkpoint();
      const std::vector<Code>& codes = column.codes[i][region];
      attribute.covers.push_back(data.attributes[a].numeric()
                                     ? CodeSet::range(codes.front(), codes.back() + 1)
                                     : CodeSet::of(codes));
    }
    attributes.push_back(std::move(attribute));
  }
  return find_regions_in_buckets(attributes, bucket_of, buckets, progress).values;
}

SlicedView make_view(const Microdata& data, const Bucketization& bucketization,
                     const Progress& progress) {
  std::vector<std::vector<Row>> linking{bucketization.buckets.rows};
  linking.insert(linking.end(), bucketization.linking.begin(), bucketization.linking.end());
  return make_view(data, columns_of_buckets(data), bucketization.buckets, linking, progress);
}

AttributePartition columns_of_buckets(const Microdata& data) {
  AttributePartition columns(1);
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (data.attributes[a].role == Role::sensitive) {
      columns.push_back({{a}, std::nullopt});
    } else {
      columns.front().attributes.push_back(a);
    }
  }
  return columns;
}

}  // namespace microdata
