#include "postgres/api.hpp"

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/part_placement.hpp"
#include "postgres/arguments.hpp"
#include "postgres/divergence_report.hpp"
#include "postgres/guard.hpp"
#include "postgres/progress.hpp"
#include "postgres/published_decomposition.hpp"
#include "postgres/published_release.hpp"
#include "postgres/release_reading.hpp"
#include "postgres/settings.hpp"
#include "postgres/spi.hpp"
#include "postgres/table.hpp"
#include "postgres/text.hpp"

// kl_divergence.

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

Divergence divergence_of(const PublishedDecomposition& published, std::int64_t left_out,
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

Datum divergence(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "relation");
  const Release release = require_release(relation);
  if (release.method == "fragmentation") {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "kl_divergence() does not measure fragments")
        .hint("information_loss() tells how much they were generalized.");
  }
  if (release.method != "gnf") {
    throw Error(ERRCODE_WRONG_OBJECT_TYPE,
                in_quotes(relation_name(relation)) + " is no part of a decomposition")
        .hint("Releases by gnf_decompose() have a divergence; relative_error() suits others.");
  }
  Phases phases("measuring the divergence of " + in_quotes(relation_name(relation)));
  const Progress progress = phases.progress();
  const PublishedDecomposition published =
      read_decomposition(release, SourceReading::required, progress);
  phases.begin("divergence");
  const Divergence measured =
      divergence_of(published, release.suppressed_rows.value_or(0), progress);
  report_fitting(measured);
  phases.finish();
  return Float8GetDatum(measured.nats);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_kl_divergence, microdata::postgres::divergence)
