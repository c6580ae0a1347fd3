#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/given_hierarchies.hpp"
#include "postgres/functions/given_part.hpp"
#include "postgres/inspection/bucket_membership.hpp"
#include "postgres/inspection/group_estimation.hpp"
#include "postgres/inspection/information_loss.hpp"
#include "postgres/inspection/packed_values.hpp"
#include "postgres/inspection/region_beliefs.hpp"
#include "postgres/inspection/region_inference.hpp"
#include "postgres/inspection/region_linkability.hpp"
#include "postgres/inspection/region_minimality.hpp"
#include "postgres/inspection/region_singling_out.hpp"
#include "postgres/inspection/source_counts.hpp"
#include "postgres/inspection/worker_regions.hpp"
#include "postgres/methods/generalization/generalized_membership.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/packing.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"

// microdata.audit_region: what a server answers estimates and audits of a part of a distributed
// release. It reads what the caller may read.

namespace microdata::postgres {

namespace {

struct Question {
  AnswerPart* answer = nullptr;
  bool needs_source = false;
  // Whether the part is read by its regions, by the function itself.
  bool of_regions = false;
};

Question asked_question(const Arguments& arguments) {
  static constexpr Question groups{answer_groups};
  static constexpr Question width{answer_width_loss};
  static constexpr Question covers{answer_cover_loss, true};
  static constexpr Question counts{answer_counts, true};
  static constexpr Question in_buckets{answer_membership_in_buckets, true};
  static constexpr Question in_classes{answer_membership_in_classes, true};
  static constexpr Question numbers{answer_numbers_shown, true};
  static constexpr Question links{answer_links, true};
  static constexpr Question beliefs{answer_beliefs, true};
  static constexpr Question alone{answer_values_alone, true};
  static constexpr Question fits{answer_fits, true};
  static constexpr Question guesses{answer_guesses, true, true};
  static constexpr Question cuts{answer_cuts, true};
  return *arguments.choice<const Question*>("question", {{"groups", &groups},
                                                         {"width", &width},
                                                         {"covers", &covers},
                                                         {"counts", &counts},
                                                         {"membership in buckets", &in_buckets},
                                                         {"membership in classes", &in_classes},
                                                         {"numbers", &numbers},
                                                         {"links", &links},
                                                         {"beliefs", &beliefs},
                                                         {"values alone", &alone},
                                                         {"fits", &fits},
                                                         {"guesses", &guesses},
                                                         {"cuts", &cuts}});
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

// All rows of the tables are the region's, but for the one that names it.
std::string answer_of_region(const Question& question, const AskedPart& asked,
                             const Progress& progress) {
  std::vector<Oid> read = asked.release.relations;
  for (const std::optional<Oid>& relation : {asked.release.source, asked.outsiders}) {
    if (relation) read.push_back(*relation);
  }
  std::vector<RegionRows::Relation> relations;
  std::transform(read.begin(), read.end(), std::back_inserter(relations), [&](Oid relation) {
    return RegionRows::Relation{
        relation, std::to_string(asked.part) + "::pg_catalog.int4", {}, {}, asked.is_row};
  });
  RegionRows rows(std::move(relations), asked.plan.globals, asked.plan.tree.regions());
  rows.enter(asked.part);
  return question.answer(asked, progress);
}

Datum audit_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const SpiSession spi;
  const SafeSearchPath path;
  const Question question = asked_question(arguments);
  std::string described;
  std::string planned;
  Unpacking known = unpacking(bytes_given(arguments, "known"));
  known.take(described, planned);
  known.finish();
  const RegionPlan plan = region_plan(Json::parse(planned));
  const GivenHierarchies hierarchies(plan.hierarchies);
  const GivenPart part = given_part(arguments, plan);
  const std::optional<Oid> source = relation_given(arguments, "source");
  if (question.needs_source && !source)
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "source must not be null");
  const Release release = described_part(Json::parse(described), part, source);
  const std::string request = bytes_given(arguments, "request");
  const AskedPart asked{release,
                        operations_of(release),
                        relation_given(arguments, "outsiders"),
                        part.number,
                        plan,
                        part.is_row,
                        request};
  Phases phases("auditing region " + std::to_string(part.number));
  const std::string answer = question.of_regions
                                 ? question.answer(asked, phases.progress())
                                 : answer_of_region(question, asked, phases.progress());
  phases.finish();
  return bytes_result(answer, caller);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_region, microdata::postgres::audit_region)
