#include "postgres/inspection/part_task.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/drawn_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/regions/memory.hpp"
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

struct Rows {
  std::int64_t published = 0;
  std::int64_t source = 0;

  std::int64_t all() const { return published + source; }
};

Rows rows_of(const Release& release, const MemoryNeed& need) {
  Rows rows;
  if (need.of_row > 0) {
    rows.published = release.published_rows
                         ? *release.published_rows
                         : estimated_rows(open_source(release.relations.front()));
  }
  if (need.of_tuple > 0 && release.source)
    rows.source = estimated_rows(open_source(*release.source));
  return rows;
}

std::int64_t bytes_for(const Rows& rows, const MemoryNeed& need) {
  return static_cast<std::int64_t>(static_cast<double>(rows.published) * need.of_row +
                                   static_cast<double>(rows.source) * need.of_tuple);
}

bool is_above_limit(std::int64_t bytes) {
  return bytes > memory_limit_bytes();
}

// Returns the generalized attributes among the names, whose labels the regions know.
std::vector<ReleaseAttribute> labelled_among(const Release& release,
                                             std::span<const std::string> names) {
  std::vector<ReleaseAttribute> labelled;
  std::copy_if(release.attributes.begin(), release.attributes.end(), std::back_inserter(labelled),
               [&](const ReleaseAttribute& attribute) {
                 return attribute.generalized &&
                        std::find(names.begin(), names.end(), attribute.name) != names.end();
               });
  return labelled;
}

// Columns of a relation, and the release's attributes in them.
struct LabelledRelation {
  Source relation;
  std::vector<SourceColumn> columns;
  std::vector<const ReleaseAttribute*> attributes;
};

std::vector<LabelledRelation> relations_of(const std::vector<ReleaseAttribute>& labelled) {
  std::map<Oid, LabelledRelation> relations;
  for (const ReleaseAttribute& attribute : labelled) {
    const auto [found, is_new] = relations.try_emplace(attribute.relation);
    if (is_new) found->second.relation = open_source(attribute.relation);
    found->second.columns.push_back(require_column(found->second.relation, attribute.name));
    found->second.attributes.push_back(&attribute);
  }
  std::vector<LabelledRelation> result;
  for (auto& [number, relation] : relations)
    result.push_back(std::move(relation));
  return result;
}

}  // namespace

bool is_above_limit(const Release& release, const MemoryNeed& need) {
  return is_above_limit(bytes_for(rows_of(release, need), need));
}

bool must_read_by_regions(const Release& release, const MemoryNeed& need) {
  const Rows rows = rows_of(release, need);
  std::int64_t bytes = bytes_for(rows, need);
  if (!is_above_limit(bytes) && need.always_beside) bytes += need.beside();
  const bool by_levels = need.levels && is_of_subjects(release);
  if (!is_above_limit(bytes) && !by_levels) return false;
  const std::optional<ReleasedRegions> regions = released_regions(release);
  if (!is_above_limit(bytes)) return regions && regions->tree.regions() > 1;
  if (!regions || regions->tree.regions() < 2) {
    fail_above_limit(need.call, rows.all(), bytes, "The release was not made by regions.");
  }
  const std::int64_t largest =
      *std::max_element(regions->source_rows.begin(), regions->source_rows.end());
  const Rows of_largest{need.of_row > 0 ? largest : 0, rows.source > 0 ? largest : 0};
  const std::int64_t bytes_of_largest = bytes_for(of_largest, need);
  if (is_above_limit(bytes_of_largest)) {
    fail_above_limit(need.call, of_largest.all(), bytes_of_largest,
                     "That is the largest of the release's regions.");
  }
  const std::int64_t beside = need.beside ? need.beside() : 0;
  if (is_above_limit(bytes_of_largest + beside)) {
    fail_above_limit(need.call, of_largest.all(), bytes_of_largest + beside,
                     "That is the largest of the release's regions, and " + memory_text(beside) +
                         " for what is known in each: values of the whole release or its source, "
                         "and persons who are looked for.");
  }
  return true;
}

MemoryNeed need_of_audit(const Release& release, const char* call) {
  // Verification needs these bytes for both relations, and the persons' places need the rest.
  constexpr double of_attribute = 11;
  constexpr double of_person = 100;
  const double of_row = of_person + of_attribute * static_cast<double>(release.attributes.size());
  return {.call = call, .of_row = of_row, .of_tuple = of_row, .levels = true};
}

std::int64_t bytes_of_persons(const Release& release, std::size_t most, int sides) {
  // Memory is needed for values as drawn and in a region's codes, for their rows of origin, and for
  // results.
  constexpr double of_attribute = 45;
  constexpr double of_person = 360;
  const double tuples = std::min(static_cast<double>(most) * rows_of_each_person(release),
                                 static_cast<double>(estimated_rows(open_source(*release.source))));
  return static_cast<std::int64_t>(
      sides * tuples * (of_person + of_attribute * static_cast<double>(release.attributes.size())));
}

void require_memory(const Release& release, const MemoryNeed& need, const std::string& why) {
  const Rows rows = rows_of(release, need);
  const std::int64_t bytes = bytes_for(rows, need);
  if (is_above_limit(bytes)) fail_above_limit(need.call, rows.all(), bytes, why);
}

Division division_of(const Release& release, const MemoryNeed& need, RowsOfSource source) {
  const bool by_regions = must_read_by_regions(release, need);
  if (is_asked_on_workers(release, source)) return Division::on_workers;
  return by_regions ? Division::regions : Division::none;
}

std::string key_of_labels(const ReleaseAttribute& attribute) {
  return "label " + attribute.name;
}

LoopOptions reading_of_regions(const Release& release, std::span<const std::string> attributes) {
  LoopOptions options;
  options.source = false;
  options.globals = [&release, joined = release.layout.persons_joined(),
                     labelled = labelled_among(release, attributes)](const KeptSnapshot& snapshot) {
    std::vector<GlobalValues> globals;
    for (const LabelledRelation& relation : relations_of(labelled)) {
      std::vector<GlobalValues> counted =
          count_values(relation.relation, relation.columns, &snapshot);
      for (std::size_t i = 0; i < counted.size(); ++i) {
        // One table repeats the label of a person in each row.
        if (joined && part_of(release, *relation.attributes[i]) == SubjectPart::persons) {
          counted[i] =
              count_values(relation.relation, relation.columns[i],
                           number_of_persons(release, relation.relation, false), &snapshot);
        }
        counted[i].column = key_of_labels(*relation.attributes[i]);
        globals.push_back(std::move(counted[i]));
      }
    }
    return globals;
  };
  return options;
}

std::int64_t bytes_of_labels(const Release& release, std::span<const std::string> attributes) {
  const std::vector<ReleaseAttribute> labelled = labelled_among(release, attributes);
  std::int64_t bytes = 0;
  for (const LabelledRelation& relation : relations_of(labelled))
    bytes += bytes_of_counted_values(relation.relation, relation.columns);
  return bytes;
}

MemoryNeed need_of_groups(const Release& release, std::size_t attributes) {
  // A row needs memory for codes of the attributes and the bucket, for levels and features, and for
  // the probability of each level in its bucket.
  constexpr double of_attribute = 16;
  constexpr double of_link = 8;
  const double rows = static_cast<double>(release.published_rows.value_or(1));
  const double buckets =
      static_cast<double>(std::max<std::int64_t>(release.buckets.value_or(1), 1));
  const double linked = release.buckets ? std::min(rows / buckets, 64.0) : 1;
  return {"estimate()", 48 + of_attribute * static_cast<double>(attributes) + 2 * of_link * linked,
          0};
}

AskedParts::AskedParts(const Release& release, Division division, PartsReading reading,
                       const Progress& progress)
    : release_(release), division_(division), reading_(std::move(reading)), progress_(progress) {
  if (division_ == Division::none) return;
  loop_.emplace(release_, released_regions(release_).value(), reading_.options);
  if (division_ == Division::on_workers && reading_.persons != nullptr)
    packed_persons_ = packed_persons(*reading_.persons, progress_);
}

WorkerRegions& AskedParts::workers() {
  if (!workers_) {
    workers_.emplace(release_, *loop_, reading_.options, reading_.but_for, part_of_);
  }
  return *workers_;
}

void AskedParts::visit(bool published_only, Random* random,
                       const std::function<void(const AskedPart& part)>& run) {
  if (division_ == Division::none) {
    run({release_, reading_.options.outsiders, reading_.persons, random});
    return;
  }
  // A loop visits its regions once.
  if (visited_) {
    loop_.reset();
    loop_.emplace(release_, released_regions(release_).value(), reading_.options);
  }
  visited_ = true;
  Release release = release_;
  Json parameters = release.parameters;
  for (const std::string& name : reading_.but_for)
    parameters.remove(name);
  release.set_parameters(std::move(parameters));
  for (std::uint32_t region = 0; region < loop_->regions(); ++region) {
    if (published_only && loop_->published_rows(region) == 0) continue;
    const MemoryScope memory;
    loop_->enter(region);
    if (reading_.suppressed) release.suppressed_rows = loop_->suppressed_rows(region);
    run({release, reading_.options.outsiders, reading_.persons, random});
  }
}

Random random_of_part(std::uint64_t seed, std::uint32_t number) {
  Random of_parts = Random::seeded(seed);
  for (std::uint32_t i = 0; i < number; ++i)
    of_parts.next();
  return Random::seeded(of_parts.next());
}

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
