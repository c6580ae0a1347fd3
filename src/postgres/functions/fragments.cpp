#include "postgres/api.hpp"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "core/utility/extent_loss.hpp"
#include "postgres/arguments.hpp"
#include "postgres/guard.hpp"
#include "postgres/progress.hpp"
#include "postgres/published_extents.hpp"
#include "postgres/published_fragments.hpp"
#include "postgres/published_release.hpp"
#include "postgres/settings.hpp"
#include "postgres/spi.hpp"
#include "postgres/subject_membership.hpp"
#include "postgres/text.hpp"

// membership_likelihood and information_loss.

namespace microdata::postgres {

namespace {

Datum membership(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "relation");
  const std::string tuple = arguments.json(1, "tuple");
  const Release release = require_release(relation);
  if (release.method != "fragmentation") {
    throw Error(ERRCODE_WRONG_OBJECT_TYPE,
                in_quotes(relation_name(relation)) + " is no fragment of a table")
        .hint(
            "Persons are looked for in releases by fragment_table(); matching_buckets() suits "
            "those in buckets.");
  }
  Phases phases("looking for a person in " + in_quotes(relation_name(relation)));
  const double likelihood = likelihood_of_membership(release, tuple, phases.progress());
  phases.finish();
  return Float8GetDatum(without_noise(likelihood));
}

// By table the attributes' extents, from the published rows alone.
std::vector<PublishedExtents> read_extents(const Release& release, const Progress& progress) {
  const bool fragmented = release.method == "fragmentation";
  std::vector<PublishedExtents> extents;
  const auto add = [&](const Release& table, PublishedGeneralization published) {
    std::vector<PublishedExtents> found = extents_of(table, std::move(published), progress);
    std::move(found.begin(), found.end(), std::back_inserter(extents));
  };
  Release alone = release;
  alone.source.reset();
  if (!fragmented) {
    add(release, read_generalization(alone, progress));
    return extents;
  }
  PublishedFragments published = read_fragments(alone, progress);
  for (std::size_t f = 0; f < published.tables.size(); ++f)
    add(release_of_fragment(release, f), std::move(published.tables[f]));
  return extents;
}

Datum information_loss_of(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "relation");
  const Release release = require_release(relation);
  if (release.method != "fragmentation" && release.method != "generalization") {
    throw Error(ERRCODE_WRONG_OBJECT_TYPE,
                in_quotes(relation_name(relation)) + " is no generalized release")
        .hint(
            "Releases by generalize_table() and fragment_table() lose information so; "
            "relative_error() suits all others.");
  }
  Phases phases("measuring the information loss of " + in_quotes(relation_name(relation)));
  const Progress progress = phases.progress();
  const std::vector<PublishedExtents> extents = read_extents(release, progress);
  phases.begin("loss");
  const double loss = extent_loss(extents, progress);
  phases.finish();
  return Float8GetDatum(without_noise(loss));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_membership_likelihood, microdata::postgres::membership)
MICRODATA_FUNCTION(pg_microdata_information_loss, microdata::postgres::information_loss_of)
