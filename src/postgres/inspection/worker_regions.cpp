#include "postgres/inspection/worker_regions.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>

#include "postgres/distributed/region_copies.hpp"
#include "postgres/inspection/model_findings.hpp"
#include "postgres/inspection/region_description.hpp"
#include "postgres/inspection/region_findings.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/distribution.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// Hierarchies are in the catalog.
bool needs_hierarchies(const Release& release) {
  return need_hierarchies(recorded_models(release)) ||
         query(
             "SELECT COALESCE($1::pg_catalog.jsonb -> 'hierarchies', '{}'::pg_catalog.jsonb) "
             "OPERATOR(pg_catalog.<>) '{}'::pg_catalog.jsonb",
             {release.parameters})
                 .front()
                 .front() == "t";
}

bool is_hashed(const std::optional<Oid>& relation) {
  return relation && distribution_of(*relation) == Distribution::hashed;
}

// Beside the attributes a copy has the bucket, the region and a mark.
bool fits_in_copy(const Release& release) {
  return release.attributes.size() + 3 <= MaxHeapAttributeNumber;
}

Oid schema_of(Oid relation) {
  return guarded([&] { return get_rel_namespace(relation); });
}

// The relation that has the release's rows, and its source.
struct Relations {
  Source released;
  std::optional<Source> source;
};

std::vector<CopiedRelation> copied_relations(const Release& release, const Relations& relations) {
  CopiedRelation released{&relations.released, {}, {}};
  if (const auto bucket = release_parameter(release, "bucket_column"))
    released.columns.push_back(&require_column(relations.released, *bucket));
  for (const ReleaseAttribute& attribute : release.attributes)
    released.columns.push_back(&require_column(relations.released, attribute.name));
  released.region = [&release](const RegionTree& tree) { return region_in_release(release, tree); };
  std::vector<CopiedRelation> copied{std::move(released)};
  if (!relations.source) return copied;
  CopiedRelation source{&*relations.source, {}, {}};
  for (const ReleaseAttribute& attribute : release.attributes)
    source.columns.push_back(&source_column(attribute, *relations.source));
  source.region = [&release, &relations](const RegionTree& tree) {
    return region_in_source(release, tree, *relations.source);
  };
  copied.push_back(std::move(source));
  return copied;
}

std::vector<std::int64_t> suppressed_by_region(const Release& release, RegionLoop& loop) {
  std::vector<std::int64_t> suppressed;
  for (std::uint32_t region = 0; region < loop.regions(); ++region)
    suppressed.push_back(*part_of(release, loop, region).suppressed_rows);
  return suppressed;
}

// What every region knows of the whole.
RegionPlan plan_of(const Release& release, const RegionLoop& loop) {
  RegionPlan plan;
  plan.tree = loop.tree();
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (const GlobalValues* known = loop.globals(attribute)) plan.globals.push_back(*known);
  }
  return plan;
}

std::vector<std::string> ask(const Release& release, RegionLoop& loop, const char* question,
                             const std::vector<std::string>& but_for) {
  const std::string described =
      release_description(release, but_for, suppressed_by_region(release, loop));
  const std::string plan = region_plan_json(plan_of(release, loop));
  Relations relations{open_source(relation_of_rows(release)), std::nullopt};
  if (release.source) relations.source = open_source(*release.source);
  const RegionCopies copies = copy_by_region(schema_of(relations.released.relation), loop.tree(),
                                             copied_relations(release, relations));
  std::vector<std::string> answers = ask_regions(
      copies, "microdata.inspect_region(question => " + quote_value(question) +
                  ", released => region.shard_1, source => " +
                  (release.source ? "region.shard_2" : "NULL::pg_catalog.oid") + ", mark => " +
                  quote_value(copies.mark_column) + ", region => region.number, plan => " +
                  quote_value(plan) + "::pg_catalog.jsonb, release => " + quote_value(described) +
                  "::pg_catalog.jsonb)");
  drop_copies(copies);
  return answers;
}

}  // namespace

// A database may not have been updated yet.
bool can_be_asked_on_workers(const char* function) {
  return inspect_on_workers() && query("SELECT pg_catalog.to_regproc($1) IS NOT NULL",
                                       {std::string("microdata.") + function})
                                         .front()
                                         .front() == "t";
}

bool stands_in_one_relation(const Release& release) {
  return !release.attributes.empty() &&
         std::all_of(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& attribute) {
                       return attribute.relation == release.attributes.front().relation;
                     });
}

bool is_inspected_on_workers(const Release& release) {
  return stands_in_one_relation(release) && fits_in_copy(release) &&
         is_hashed(release.attributes.front().relation) &&
         (!release.source || is_hashed(release.source)) && !needs_hierarchies(release) &&
         can_be_asked_on_workers("inspect_region") &&
         may_copy_to(schema_of(release.attributes.front().relation));
}

std::vector<std::vector<Finding>> findings_on_workers(const Release& release, RegionLoop& loop,
                                                      const std::vector<std::string>& but_for) {
  const std::vector<std::string> answers = ask(release, loop, "verification", but_for);
  std::vector<std::vector<Finding>> findings;
  std::transform(answers.begin(), answers.end(), std::back_inserter(findings), described_findings);
  return findings;
}

std::vector<DisclosureFigures> disclosure_on_workers(const Release& release, RegionLoop& loop) {
  const std::vector<std::string> answers = ask(release, loop, "disclosure", {"regions"});
  std::vector<DisclosureFigures> figures;
  std::transform(answers.begin(), answers.end(), std::back_inserter(figures), described_figures);
  return figures;
}

}  // namespace microdata::postgres
