#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "postgres/audits/composition.hpp"
#include "postgres/audits/identity_audits.hpp"
#include "postgres/audits/inference_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/estimates/group_estimation.hpp"
#include "postgres/estimates/utility_figures.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/layouts/bucket_operations.hpp"
#include "postgres/methods/generalization/generalization_method.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/methods/slicing/sliced_regions.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"

// The SQL functions plan_regions and microdata.audit_region. A server answers questions of
// verify_release(), estimates and audits about a part of a distributed release with audit_region.
// The function reads what the caller may read.

namespace microdata::postgres {

namespace {

// Returns the request to slice_table(); without columns, a request without groups.
SlicingRequest request_of(const Arguments& arguments) {
  SlicingRequest request;
  if (!arguments.is_null("columns")) {
    request = slicing_request(arguments);
  } else {
    for (const char* name : {"groups", "sensitive_column_size"}) {
      if (arguments.is_null(name)) continue;
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, std::string(name) + " needs columns")
          .hint("Say how many groups of attributes there are, as in slice_table().");
    }
    request.options.l = given_optional_l(arguments).value_or(1);
    request.options.k = given_k(arguments);
  }
  request.options.privacy = given_privacy(arguments);
  request.options.cuts = given_cuts(arguments);
  return request;
}

Datum plan(const Arguments& arguments) {
  const std::optional<std::int32_t> regions = given_regions(arguments);
  const SlicingRequest slicing = request_of(arguments);
  const bool has_groups = !arguments.is_null("columns");
  const Source source = open_source(arguments.relation("source"));
  Phases phases("planning regions of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles =
      assign_roles(source, without_subject(given_roles(arguments)));
  if (!arguments.is_null("l") || has_groups) require_sensitive(source, roles);
  if (has_groups) check_request(slicing, source, roles, true);
  const std::optional<std::int64_t> seed = given_seed(arguments);
  GroupNames chosen;
  RegionRequest request =
      region_request(slicing, source, roles, regions, seed.has_value(), chosen, progress);
  if (!has_groups) {
    request.choose_groups = nullptr;
    request.may_regroup = false;
  }
  request.by_partitions = !regions && has_partitions_as_regions(source, roles, request);
  Random random = make_random(seed);
  RegionPlan plan = plan_regions(source, roles, request, random, progress);
  if (has_groups) plan.groups = groups_of_regions(slicing, plan, chosen);
  const Json json = region_plan_json(plan);
  phases.finish();
  return json.datum(arguments.context());
}

}  // namespace

namespace {

// The part of a release that servers ask each other about, on the server of its rows, from the
// arguments `region`, `released` and `mark`.
struct GivenPart {
  std::uint32_t number;
  // The tables with the part's rows.
  std::vector<Oid> released;
  // The condition of the part's rows in these tables, which excludes the row that names the part.
  std::string is_row;
};

GivenPart given_part(const Arguments& arguments, const RegionPlan& plan) {
  const std::int32_t number = arguments.integer("region");
  if (number < 0 || static_cast<std::uint32_t>(number) >= plan.tree.regions())
    fail_range("region", "one of the plan's", std::to_string(number));
  std::vector<Oid> released = arguments.relations("released");
  if (released.empty()) throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "released must not be empty");
  const std::string mark = arguments.text("mark");
  if (mark.empty()) throw Error(ERRCODE_INVALID_NAME, "mark must not be empty");
  return {static_cast<std::uint32_t>(number), std::move(released), quote_name(mark) + " IS NULL"};
}

// Returns the release of the part as the caller describes it. Fails for releases that are not
// divided among servers; only rows in buckets or classes are.
Release described_part(const Json& json, const GivenPart& part, const std::optional<Oid>& source) {
  Release release = described_release(json, part.released, source, part.number);
  const bool of_rows =
      std::holds_alternative<ReadReleasedTable*>(operations_of(release).released_table);
  // A part cannot tell counterfeits, because only their number in the whole release is known.
  if (!of_rows || is_of_subjects(release) || has_special_rows(release))
    refuse("Such releases are not divided among servers.");
  return release;
}

const PartQuestion& asked_question(const Arguments& arguments) {
  const auto named = [](const PartQuestion& question) {
    return Arguments::Choice<const PartQuestion*>{question.name, &question};
  };
  return *arguments.choice<const PartQuestion*>(
      "question", {named(groups_question), named(width_question), named(covers_question),
                   named(counts_question), named(membership_in_buckets_question),
                   named(membership_in_classes_question), named(numbers_question),
                   named(links_question), named(beliefs_question), named(values_alone_question),
                   named(fits_question), named(guesses_question), named(cuts_question),
                   named(verification_question), named(disclosure_question)});
}

std::string bytes_given(const Arguments& arguments, const char* name) {
  if (arguments.is_null(name))
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, std::string(name) + " must not be null");
  return bytes_of(arguments.datum(name));
}

std::optional<Oid> relation_given(const Arguments& arguments, const char* name) {
  if (arguments.is_null(name)) return std::nullopt;
  return arguments.relation(name);
}

// Returns the answer about a part that is one region. All rows of the tables belong to the region,
// except the row that names it.
std::string answer_of_region(const PartQuestion& question, const AskedPart& asked,
                             const GivenPart& given, const RegionPlan& plan,
                             const std::string& request, const Progress& progress) {
  std::vector<Oid> read = asked.release.relations;
  for (const std::optional<Oid>& relation : {asked.release.source, asked.outsiders}) {
    if (relation) read.push_back(*relation);
  }
  std::vector<RegionRows::Relation> relations;
  std::transform(read.begin(), read.end(), std::back_inserter(relations), [&](Oid relation) {
    return RegionRows::Relation{
        relation, std::to_string(given.number) + "::pg_catalog.int4", {}, {}, given.is_row};
  });
  RegionRows rows(std::move(relations), plan.globals, plan.tree.regions());
  rows.enter(given.number);
  return question.answer(asked, given.number, request, progress);
}

// Returns the description of the release and the plan of its regions from the argument `known`.
std::pair<Json, RegionPlan> known_to_all(const Arguments& arguments) {
  std::uint32_t version = 0;
  std::string described;
  std::string planned;
  Unpacking known = unpacking(bytes_given(arguments, "known"));
  known.take(version);
  if (version != version_of_questions) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "another server sent a question of another version of pg_microdata")
        .hint("Install one version of pg_microdata on all servers of the cluster.");
  }
  known.take(described, planned);
  known.finish();
  RegionPlan plan = region_plan(Json::parse(planned));
  return {Json::parse(described), std::move(plan)};
}

Datum audit_region(const Arguments& arguments) {
  const PartQuestion& question = asked_question(arguments);
  const auto& [described, plan] = known_to_all(arguments);
  const GivenHierarchies hierarchies(plan.hierarchies);
  const GivenPart given = given_part(arguments, plan);
  const std::optional<Oid> source = relation_given(arguments, "source");
  if (question.needs_source && !source)
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "source must not be null");
  const Release release = described_part(described, given, source);
  const std::string request = bytes_given(arguments, "request");
  AskedPart asked{.release = release, .outsiders = relation_given(arguments, "outsiders")};
  const LoopOptions regions{
      .outsiders = asked.outsiders,
      .is_row = given.is_row,
      .globals = [&plan = plan](const KeptSnapshot& /*snapshot*/) { return plan.globals; }};
  Phases phases("auditing region " + std::to_string(given.number));
  std::string answer;
  if (question.reads_regions) {
    asked.regions = &regions;
    answer = question.answer(asked, given.number, request, phases.progress());
  } else {
    answer = answer_of_region(question, asked, given, plan, request, phases.progress());
  }
  phases.finish();
  return bytes_result(answer, arguments.context());
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_plan_regions, microdata::postgres::plan)

MICRODATA_FUNCTION(pg_microdata_audit_region, microdata::postgres::audit_region)
