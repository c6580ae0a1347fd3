#include "postgres/methods/gnf/shown_decomposition.hpp"

#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"
#include "postgres/release/release_lock.hpp"

namespace microdata::postgres {

namespace {

TableOfPersons shown_part(PublishedPartTable& part, const PublishedDecomposition& published) {
  TableOfPersons shown;
  PublishedTable& table = shown.table;
  const std::size_t rows = part.rows();
  table.columns = part.bucketed.empty() ? 1 : 2;
  if (part.bucketed.empty()) {
    table.bucket_of.resize(rows);
    std::iota(table.bucket_of.begin(), table.bucket_of.end(), 0U);
    table.buckets = static_cast<std::uint32_t>(rows);
  } else {
    table.bucket_of = std::move(part.bucket_of);
    table.buckets = part.bucket_numbers.front().distinct();
  }
  for (std::size_t i = 0; i < part.attributes.size(); ++i) {
    const std::size_t a = part.attributes[i];
    const Dictionary& values = *published.dictionaries[a];
    PublishedTable::Attribute attribute;
    attribute.column = contains(part.bucketed, a) ? 1 : 0;
    attribute.published = std::move(part.columns[i]);
    attribute.values = values.distinct();
    for (Code value = 0; value < attribute.values; ++value)
      attribute.covers.push_back(CodeSet::range(value, value + 1));
    attribute.numbers = values.projection();
    table.attributes.push_back(std::move(attribute));
    shown.attributes.push_back(a);
  }
  return shown;
}

}  // namespace

ShownRelease read_shown_parts(const Release& release, const ReadScope& beside,
                              const Progress& progress) {
  PublishedDecomposition published =
      read_decomposition(release, SourceReading::required, progress, beside);
  ShownRelease result;
  for (PublishedPartTable& part : published.parts) {
    if (part.rows() == 0) fail_empty(release);
    result.tables.push_back(shown_part(part, published));
  }
  result.source.persons = published.members();
  if (beside.outsiders) result.outsiders = PersonValues{published.outsiders, {}, {}};
  for (std::size_t a = 0; a < published.tuples.size(); ++a) {
    result.values.push_back(published.dictionaries[a]->distinct());
    std::vector<Code>& values = published.tuples[a];
    const auto members = values.begin() + static_cast<std::ptrdiff_t>(published.members());
    if (result.outsiders) result.outsiders->of_attribute.emplace_back(members, values.end());
    values.erase(members, values.end());
    result.source.of_attribute.push_back(std::move(values));
  }
  add_joins(result, progress);
  return result;
}

}  // namespace microdata::postgres
