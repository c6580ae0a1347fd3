#include "core/choice/release_view.hpp"

#include <optional>
#include <utility>

#include "core/microdata/combination.hpp"

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
    if (generalization && !generalization->attributes.empty())
      view.columns[c].known = regions_of(*generalization, slicing.linking[c]);
  }
  return view;
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
