#include "postgres/inspection/worker_regions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

namespace {

Role role_named(const std::string& name) {
  const std::optional<Role> role = role_from_name(name);
  if (!role) throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid role: " + in_quotes(name));
  return *role;
}

void require_member(bool is_there) {
  if (!is_there) throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a description lacks a member");
}

const Json& required(const Json& member) {
  require_member(!member.is_null());
  return member;
}

std::string required_text(const Json& member) {
  return *required(member).text();
}

bool required_boolean(const Json& member) {
  require_member(member.is_boolean());
  return member.is_true();
}

const Json::Array& array_of(const Json& member) {
  require_member(member.is_array());
  return member.elements();
}

// Describes a release for another server, which has other relations in place of the given ones. The
// relations must have all attributes. `suppressed` has the number of suppressed rows by region. The
// parameters `but_for` are left out.
Json release_description(const Release& release, const std::vector<Oid>& relations,
                         const std::vector<std::string>& but_for,
                         const std::vector<std::int64_t>& suppressed) {
  Json parameters = release.parameters;
  for (const std::string& name : but_for)
    parameters.remove(name);
  const auto attribute_json = [&](const ReleaseAttribute& attribute) {
    const auto place = std::find(relations.begin(), relations.end(), attribute.relation);
    return Json::object()
        .add("relation", place - relations.begin())
        .add("column", attribute.column)
        .add("name", attribute.name)
        .add("role", role_name(attribute.role))
        .add("generalized", attribute.generalized)
        .add("source_name", attribute.source_name);
  };
  return Json::object()
      .add("method", release.method)
      .add("parameters", std::move(parameters))
      .add("suppressed", suppressed)
      .add("attributes", json_array(release.attributes, attribute_json));
}

}  // namespace

Release described_release(const Json& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t part) {
  Release release;
  release.method = required_text(json["method"]);
  release.source = source;
  release.relations = released;
  release.set_parameters(required(json["parameters"]));
  require_member(release.parameters.is_object());
  const Json::Array& suppressed = array_of(json["suppressed"]);
  require_member(part < suppressed.size());
  release.suppressed_rows = required(suppressed[part]).integer();
  for (const Json& a :
       json["attributes"].is_null() ? Json::Array() : array_of(json["attributes"])) {
    const std::int64_t relation = a["relation"].is_null() ? 0 : a["relation"].integer();
    if (relation < 0 || static_cast<std::uint64_t>(relation) >= released.size())
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "an attribute is in none of the relations");
    const std::int64_t column = required(a["column"]).integer();
    require_member(std::in_range<int>(column));
    release.attributes.push_back(
        {released[static_cast<std::size_t>(relation)], static_cast<int>(column),
         required_text(a["name"]), role_named(required_text(a["role"])),
         required_boolean(a["generalized"]), required_text(a["source_name"])});
  }
  return release;
}

namespace {

// Returns the hierarchies by which attributes were generalized or sensitive attributes are
// measured; nothing if other servers cannot get them.
std::optional<Json> told_hierarchies(const Release& release) {
  std::vector<DeclaredHierarchy> told;
  for (const auto& [attribute, hierarchy] : release.parameters["hierarchies"].members())
    told.push_back({attribute, hierarchy.text().value()});
  if (release.source && need_hierarchies(recorded_models(release))) {
    for (const DeclaredHierarchy& declared : declared_hierarchies(*release.source)) {
      const bool is_sensitive = std::any_of(release.attributes.begin(), release.attributes.end(),
                                            [&](const ReleaseAttribute& attribute) {
                                              return attribute.role == Role::sensitive &&
                                                     attribute.source_name == declared.attribute;
                                            });
      if (is_sensitive) told.push_back(declared);
    }
  }
  return described_hierarchies(told);
}

bool is_hashed(const std::optional<Oid>& relation) {
  return relation && shards_of(*relation) > 0;
}

// True if the relations are distributed by hash and colocated, so that the same server has the rows
// of a bucket.
bool lie_beside_each_other(const std::vector<Oid>& relations) {
  if (!std::all_of(relations.begin(), relations.end(), is_hashed)) return false;
  std::vector<std::string> oids;
  for (const Oid relation : relations)
    oids.push_back(std::to_string(relation));
  return query_rows(
             "SELECT pg_catalog.count(DISTINCT colocationid) FROM "
             "pg_catalog.pg_dist_partition WHERE logicalrelid IN (" +
             join(oids) + ")")
             .front()
             .front() == "1";
}

// True if a copy has room for the attributes, the bucket, the region, a mark and possibly a count.
bool fits_in_copy(const Release& release) {
  return release.attributes.size() + 4 <= MaxHeapAttributeNumber;
}

Oid schema_of(Oid relation) {
  return guarded([&] { return get_rel_namespace(relation); });
}

// Relations that are copied for a release: its own, with the relation of its rows first, its
// source, and people who are not in it.
struct Relations {
  std::vector<Source> released;
  std::optional<Source> source;
  std::optional<Source> outsiders;
};

std::vector<Oid> published_relations(const Release& release) {
  std::vector<Oid> relations{relation_of_rows(release)};
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (std::find(relations.begin(), relations.end(), attribute.relation) == relations.end())
      relations.push_back(attribute.relation);
  }
  return relations;
}

Relations open_relations(const Release& release, const std::optional<Oid>& outsiders) {
  Relations relations;
  for (const Oid relation : published_relations(release))
    relations.released.push_back(open_source(relation));
  if (release.source) relations.source = open_source(*release.source);
  if (outsiders) relations.outsiders = open_source(*outsiders);
  return relations;
}

CopiedRelation copied_relation(const Release& release, const RegionTree& tree,
                               const Source& relation) {
  CopiedRelation copied{&relation, {}, {}};
  if (release.layout.bucket.recorded)
    copied.columns.push_back(&require_column(relation, release.layout.bucket.name));
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation == relation.relation)
      copied.columns.push_back(&require_column(relation, attribute.name));
  }
  if (relation.relation == relation_of_rows(release)) {
    copied.region = region_in_release(release, tree);
    return copied;
  }
  const RegionOfBuckets region = region_of_buckets(release, tree);
  copied.columns.push_back(&require_column(relation, release.layout.count.name));
  copied.region = region.expression;
  copied.join = region.join;
  return copied;
}

// Returns the columns to copy from the source or from a relation like it. Without rows, copies only
// attributes that the source still has.
CopiedRelation copied_as_source(const Release& release, const RegionTree& tree,
                                const Source& relation, bool rows) {
  CopiedRelation copied{
      &relation, {}, rows ? region_in_source(release, tree, relation) : "", "", rows};
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (rows || !attribute.source_name.empty())
      copied.columns.push_back(&source_column(attribute, relation));
  }
  return copied;
}

std::vector<CopiedRelation> copied_relations(const Release& release, const RegionTree& tree,
                                             const Relations& relations, bool rows_of_source) {
  std::vector<CopiedRelation> copied;
  for (const Source& relation : relations.released)
    copied.push_back(copied_relation(release, tree, relation));
  if (relations.source)
    copied.push_back(copied_as_source(release, tree, *relations.source, rows_of_source));
  if (relations.outsiders)
    copied.push_back(copied_as_source(release, tree, *relations.outsiders, true));
  return copied;
}

std::vector<std::int64_t> suppressed_by_region(RegionLoop& loop) {
  std::vector<std::int64_t> suppressed;
  for (std::uint32_t region = 0; region < loop.regions(); ++region)
    suppressed.push_back(loop.suppressed_rows(region));
  return suppressed;
}

}  // namespace

bool is_asked_on_workers(const Release& release, RowsOfSource source) {
  if (!released_regions(release) || !release.subject.empty() || release.attributes.empty() ||
      !fits_in_copy(release) || !lie_beside_each_other(published_relations(release)))
    return false;
  return inspect_on_workers() && may_be_asked("audit_region") &&
         may_copy_to(schema_of(release.attributes.front().relation)) && told_hierarchies(release) &&
         (source == RowsOfSource::left || !release.source || is_hashed(release.source));
}

WorkerRegions::WorkerRegions(const Release& release, RegionLoop& loop, const LoopOptions& options,
                             const std::vector<std::string>& but_for,
                             const std::vector<std::uint32_t>& part_of) {
  const Relations relations = open_relations(release, options.outsiders);
  const Oid schema = schema_of(relations.released.front().relation);
  copies_ =
      copy_by_region(schema, loop.regions(),
                     copied_relations(release, loop.tree(), relations, options.source), part_of);
  RegionPlan plan;
  plan.tree = loop.tree();
  plan.globals = loop.all_globals();
  plan.hierarchies = told_hierarchies(release).value_or(Json());
  begin_telling(schema, copies_,
                pack(version_of_questions,
                     release_description(release, published_relations(release), but_for,
                                         suppressed_by_region(loop))
                         .str(),
                     region_plan_json(plan).str()));
  std::size_t shard = 0;
  const auto next_shard = [&](bool there) {
    return there ? "region.shard_" + std::to_string(++shard) : "NULL::pg_catalog.oid";
  };
  std::vector<std::string> released;
  while (released.size() < relations.released.size())
    released.push_back(next_shard(true));
  arguments_ = ", known => region.known, request => region.request, released => ARRAY[" +
               join(released) + "]";
  arguments_ += ", source => " + next_shard(release.source.has_value());
  arguments_ += ", outsiders => " + next_shard(options.outsiders.has_value());
  arguments_ += ", region => region.number, mark => " + quote_value(copies_.mark_column);
  for (std::uint32_t part = 0; part < copies_.keys.size(); ++part) {
    parts_.push_back(part);
    // The loop has row counts by region, not by part, so all parts of several regions are asked.
    if (!part_of.empty() || loop.published_rows(part) > 0) published_parts_.push_back(part);
  }
}

void WorkerRegions::ask(const char* question, bool published_only, const std::string& request,
                        double bytes_of_answer,
                        const std::function<void(std::string answer)>& visit) {
  const std::vector<std::uint32_t>& parts = published_only ? published_parts_ : parts_;
  const double room = static_cast<double>(memory_limit_bytes()) / 4;
  // An answer takes its bytes, and its hexadecimal digits in PostgreSQL and again in a copy.
  const double of_answer = 5 * std::max(bytes_of_answer, 1.0);
  const auto at_once = static_cast<std::size_t>(std::clamp(
      room / of_answer, 1.0, static_cast<double>(std::max<std::size_t>(parts.size(), 1))));
  for (std::size_t first = 0; first < parts.size(); first += at_once) {
    const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<std::uint32_t> some(
        begin, begin + static_cast<std::ptrdiff_t>(std::min(at_once, parts.size() - first)));
    for (std::string& answer : ask_parts(
             copies_, some, request,
             "microdata.audit_region(question => " + quote_value(question) + arguments_ + ")"))
      visit(std::move(answer));
  }
}

void WorkerRegions::finish() {
  drop_copies(copies_);
}

}  // namespace microdata::postgres
