#include "postgres/methods/gnf/decomposed_divergence.hpp"

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/utility/part_placement.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

namespace {

Microdata source_tuples(const PublishedDecomposition& published) {
  Microdata data;
  data.rows = published.tuple_count;
  data.columns = published.tuples;
  for (std::size_t a = 0; a < published.names.size(); ++a) {
    data.attributes.push_back(
        make_attribute(published.names[a], Role::quasi_identifier, *published.dictionaries[a]));
  }
  return data;
}

SharedCombinations combinations_of(const AttributeSet& attributes, const PublishedPartTable& part,
                                   const PublishedDecomposition& published,
                                   const Progress& progress) {
  std::vector<std::vector<Code>> rows;
  std::vector<std::vector<Code>> tuples;
  for (std::size_t i = 0; i < part.attributes.size(); ++i) {
    const std::size_t a = part.attributes[i];
    if (!contains(attributes, a)) continue;
    rows.push_back(part.columns[i]);
    tuples.push_back(published.tuples[a]);
  }
  SlicedView::Values values =
      number_values(rows, tuples, part.rows(), published.tuple_count, progress);
  return {std::move(values.published), std::move(values.tuples), values.distinct};
}

PartReading reading_of(const PublishedPartTable& part, const PublishedDecomposition& published,
                       const Progress& progress) {
  PartReading reading;
  reading.bucketed = part.bucketed;
  reading.open =
      combinations_of(without(part.attributes, part.bucketed), part, published, progress);
  reading.linked = combinations_of(part.bucketed, part, published, progress);
  reading.bucket_of = part.bucket_of;
  return reading;
}

// Of tuples that were changed, or came into the source, since it was published. Which ones were
// left out then is concluded, so that some of these may have no place.
void report_missing(const PartPlacement& placement, Row tuples, std::int64_t left_out) {
  std::size_t missing = tuples - placement.tuples.size();
  if (left_out == 0) missing += placement.unplaced;
  if (static_cast<std::int64_t>(missing) <= left_out) return;
  report(NOTICE, std::to_string(missing) + " of " + std::to_string(tuples) +
                     " rows of the source are not found in every part, where " +
                     std::to_string(left_out) + " were left out");
}

Divergence divergence_of_parts(const PublishedDecomposition& published, std::int64_t left_out,
                               const Progress& progress) {
  std::vector<PartReading> readings;
  for (const PublishedPartTable& part : published.parts) {
    if (part.rows() == 0) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "a part of the release has no rows");
    }
    readings.push_back(reading_of(part, published, progress));
  }
  const Microdata all = source_tuples(published);
  const PartPlacement placement = place_in_parts(readings, all.rows, progress);
  report_missing(placement, all.rows, left_out);
  std::vector<PublishedPart> parts;
  for (std::size_t p = 0; p < published.parts.size(); ++p)
    parts.push_back({published.parts[p].attributes, placement.bucketed[p]});
  AttributeSet attributes(all.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return kl_divergence(selected(all, placement.tuples, progress), attributes, parts, progress);
}

}  // namespace

Divergence divergence_of_decomposed(const Release& release, const Progress& progress) {
  const PublishedDecomposition published =
      read_decomposition(release, SourceReading::required, progress);
  progress.phase("divergence");
  return divergence_of_parts(published, release.suppressed_rows.value_or(0), progress);
}

}  // namespace microdata::postgres
