#include "postgres/server/api.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "core/utility/group_sums.hpp"
#include "postgres/checks/edition_verification.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/checks/series_verification.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/functions/published_series.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// The SQL functions verify_release, verify_series, disclosure, matching_buckets and
// membership_likelihood.

namespace microdata::postgres {

namespace {

// Fails before any reading if a release that was made at once, or the largest of its regions, takes
// too much memory. Memory is needed for the codes of both sides, their combinations, and the
// matches of each tuple.
void require_memory_to_compare(const Release& release, bool with_source, const char* call) {
  const double of_side = verifying_bytes(release.attributes.size()) / 2;
  (void)must_read_by_regions(release, {call, of_side, with_source ? of_side : 0});
}

// Fails likewise for a function that reads the release alone: known columns, sensitive columns, and
// a tally of each bucket.
void require_memory_to_match(const Release& release, const char* call) {
  (void)must_read_by_regions(release,
                             {call, 60 + 4 * static_cast<double>(release.attributes.size()), 0});
}

std::optional<std::string> number(const std::optional<double>& value) {
  return value ? std::optional(microdata::to_string(*value)) : std::nullopt;
}

ResultRow row_of(const Finding& finding) {
  std::optional<std::string> holds;
  if (finding.holds) holds = *finding.holds ? "t" : "f";
  return {finding.requirement, number(finding.bound), number(finding.achieved), holds,
          finding.worst_case.text()};
}

void verify_release(const Arguments& arguments, ResultSet& result) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  // The owner of an edition gets the checks without a source, and a reader those by rows.
  const bool of_owner = is_edition(release) && release.source && sees_all_of(release);
  const bool by_rows = is_edition(release) && !release.layout.cohorts && release.source &&
                       !of_owner && source_is_denied(release);
  if (release.source && !of_owner && !by_rows)
    require_source(release, name, "It is what the release is compared with.");
  require_memory_to_compare(release, release.source && !by_rows, "verify_release()");
  Phases phases("verifying " + name);
  const Progress progress = phases.progress();
  std::vector<Finding> findings = by_rows               ? verify_rows_of_edition(release, progress)
                                  : is_edition(release) ? verify_edition(release, progress)
                                                        : operations.verify(release, progress);
  if (!by_rows) add_findings_of_any(release, findings, progress);
  for (const Finding& finding : findings)
    result.add(row_of(finding));
  phases.finish();
}

void verify_series_function(const Arguments& arguments, ResultSet& result) {
  const std::string name = arguments.text("series");
  Phases phases("verifying series " + in_quotes(name));
  const Series series = found_series(name);
  const Progress progress = phases.progress();
  std::vector<SeriesFinding> all =
      series.independent ? verify_independent(series, progress) : verify_series(name, progress);
  std::vector<Finding> of_views;
  add_views_of_series(series, of_views);
  for (Finding& finding : of_views)
    all.push_back({std::nullopt, std::move(finding)});
  for (const SeriesFinding& found : all) {
    ResultRow row = row_of(found.finding);
    row.insert(row.begin(),
               found.edition ? std::optional(std::to_string(*found.edition)) : std::nullopt);
    result.add(row);
  }
  phases.finish();
}

void disclosure(const Arguments& arguments, ResultSet& result) {
  const auto [relation, name, release, operations] = given_release(arguments);
  MeasureDisclosure* const measure = require(operations.disclosure, relation);
  require_source(release, name, "Disclosure is measured on the tuples of the source.");
  require_memory_to_compare(release, true, "disclosure()");
  Phases phases("measuring the disclosure of " + name);
  const Progress progress = phases.progress();
  const DisclosureFigures measured = measure(release, progress);
  if (measured.max_probability > 0 || !release.layout.harmless.empty()) {
    result.add(
        {std::to_string(measured.tuples),
         microdata::to_string(without_noise(measured.max_probability)),
         microdata::to_string(without_noise(measured.mean_probability)),
         measured.max_probability > 0
             ? std::optional(microdata::to_string(without_noise(1 / measured.max_probability)))
             : std::nullopt,
         measured.max_paper_probability
             ? std::optional(microdata::to_string(without_noise(*measured.max_paper_probability)))
             : std::nullopt});
  } else {
    result.add({"0", std::nullopt, std::nullopt, std::nullopt, std::nullopt});
  }
  phases.finish();
}

// Returns a bucket's number for `bucket`, whose type is integer; nothing if the number is larger.
std::optional<std::string> integer_number(const std::string& bucket) {
  std::int32_t number = 0;
  const char* const end = bucket.data() + bucket.size();
  const std::errc error = std::from_chars(bucket.data(), end, number).ec;
  return error == std::errc::result_out_of_range ? std::nullopt : std::optional(bucket);
}

void matching_buckets(const Arguments& arguments, ResultSet& result) {
  const auto [relation, name, release, operations] = given_release(arguments);
  MatchBuckets* const match_buckets = require(operations.matching_buckets, relation);
  require_memory_to_match(release, "matching_buckets()");
  Phases phases("matching a tuple with " + name);
  const Progress progress = phases.progress();
  std::size_t added = 0;
  for (const MatchingBucket& match : match_buckets(release, arguments.json("tuple"), progress)) {
    progress.checkpoint_at(added++ * 64);
    result.add({integer_number(match.bucket), microdata::to_string(match.degree),
                microdata::to_string(match.probability), match.sensitive_distribution.str(),
                microdata::to_string(match.paper_probability), match.bucket});
  }
  phases.finish();
}

Datum membership_likelihood(const Arguments& arguments) {
  const Json tuple = arguments.json("tuple");
  const auto [relation, name, release, operations] = given_release(arguments);
  MeasureMembership* const measure = require(operations.membership, relation);
  require_memory_to_match(release, "microdata.membership_likelihood()");
  Phases phases("looking for a person in " + name);
  const double likelihood = measure(release, tuple, phases.progress());
  phases.finish();
  return Float8GetDatum(without_noise(likelihood));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_verify_release, microdata::postgres::verify_release)
MICRODATA_FUNCTION(pg_microdata_verify_series, microdata::postgres::verify_series_function)
MICRODATA_FUNCTION(pg_microdata_disclosure, microdata::postgres::disclosure)
MICRODATA_FUNCTION(pg_microdata_matching_buckets, microdata::postgres::matching_buckets)
MICRODATA_FUNCTION(pg_microdata_membership_likelihood, microdata::postgres::membership_likelihood)
