#include "postgres/methods/gnf/part_excerpt.hpp"

#include "core/microdata/attribute_set.hpp"
#include "postgres/inspection/release_reading.hpp"

namespace microdata::postgres {

PartExcerpt part_excerpt(const AttributeSet& attributes, const PublishedPartTable& part,
                         const PublishedDecomposition& published) {
  PartExcerpt result;
  for (std::size_t i = 0; i < part.attributes.size(); ++i) {
    const std::size_t a = part.attributes[i];
    if (!contains(attributes, a)) continue;
    result.published.push_back(part.columns[i]);
    result.tuples.push_back(published.has_source ? published.tuples[a] : std::vector<Code>{});
  }
  return result;
}

SlicedView::Values part_values(const AttributeSet& attributes, const PublishedPartTable& part,
                               const PublishedDecomposition& published, const Progress& progress) {
  const PartExcerpt columns = part_excerpt(attributes, part, published);
  return number_values(columns.published, columns.tuples, part.rows(), published.tuple_count,
                       progress);
}

}  // namespace microdata::postgres
