#include "postgres/verification.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/privacy/privacy_model.hpp"
#include "core/risk/disclosure.hpp"
#include "postgres/arguments.hpp"
#include "postgres/decomposition_verification.hpp"
#include "postgres/fragmentation_verification.hpp"
#include "postgres/generalization_verification.hpp"
#include "postgres/guard.hpp"
#include "postgres/matching.hpp"
#include "postgres/progress.hpp"
#include "postgres/published_release.hpp"
#include "postgres/result_set.hpp"
#include "postgres/settings.hpp"
#include "postgres/spi.hpp"
#include "postgres/text.hpp"

// verify_release, disclosure and matching_buckets.

namespace microdata::postgres {

namespace {

std::optional<std::string> number(const std::optional<double>& value) {
  return value ? std::optional(microdata::to_string(*value)) : std::nullopt;
}

std::vector<Finding> verify(const Release& release, const Progress& progress) {
  if (release.method == "generalization") return verify_generalized(release, progress);
  if (release.method == "gnf") return verify_decomposed(release, progress);
  if (release.method == "fragmentation") return verify_fragmented(release, progress);
  return verify_sliced(release, progress);
}

DisclosureFigures measure(const Release& release, const Progress& progress) {
  if (release.method == "generalization") return disclosure_of_generalized(release, progress);
  if (release.method == "gnf") return disclosure_of_decomposed(release, progress);
  return disclosure_of_sliced(release, progress);
}

Datum verify_release(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "relation");
  const Release release = require_release(relation);
  Phases phases("verifying " + in_quotes(relation_name(relation)));
  const Progress progress = phases.progress();
  for (const Finding& finding : verify(release, progress)) {
    std::optional<std::string> holds;
    if (finding.holds) holds = *finding.holds ? "t" : "f";
    result.add({finding.requirement, number(finding.bound), number(finding.achieved), holds,
                finding.worst_case});
  }
  phases.finish();
  return 0;
}

Datum disclosure(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "relation");
  const Release release = require_release(relation);
  if (release.method == "fragmentation") {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "disclosure() does not measure joins of fragments")
        .hint(
            "verify_release() tells what sensitive values they give away, membership_likelihood() "
            "how well a person is found in them.");
  }
  if (!release.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of " + in_quotes(relation_name(relation)) + " is gone")
        .hint("What a release discloses is told of the tuples of its source.");
  }
  Phases phases("measuring the disclosure of " + in_quotes(relation_name(relation)));
  const Progress progress = phases.progress();
  const DisclosureFigures measured = measure(release, progress);
  if (measured.max_probability > 0) {
    result.add({std::to_string(measured.tuples),
                microdata::to_string(without_noise(measured.max_probability)),
                microdata::to_string(without_noise(measured.mean_probability)),
                microdata::to_string(without_noise(1 / measured.max_probability)),
                measured.max_paper_probability
                    ? number(without_noise(*measured.max_paper_probability))
                    : std::nullopt});
  } else {
    result.add({"0", std::nullopt, std::nullopt, std::nullopt, std::nullopt});
  }
  phases.finish();
  return 0;
}

Datum matching_buckets(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "relation");
  const Release release = require_release(relation);
  Phases phases("matching a tuple with " + in_quotes(relation_name(relation)));
  const Progress progress = phases.progress();
  std::size_t added = 0;
  for (const MatchingBucket& match :
       find_matching_buckets(release, arguments.json(1, "tuple"), progress)) {
    progress.checkpoint_at(added++ * 64);
    result.add({match.bucket, microdata::to_string(match.degree),
                microdata::to_string(match.probability), match.sensitive_distribution,
                microdata::to_string(match.paper_probability)});
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_verify_release, microdata::postgres::verify_release)
MICRODATA_FUNCTION(pg_microdata_disclosure, microdata::postgres::disclosure)
MICRODATA_FUNCTION(pg_microdata_matching_buckets, microdata::postgres::matching_buckets)
