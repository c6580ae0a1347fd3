#include "postgres/inspection/region_loop.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/published_region_key.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

namespace {

// Names that a joined relation has none of its own columns by.
constexpr const char* bucket_of_join = "\"pg_microdata bucket\"";
constexpr const char* region_of_join = "\"pg_microdata region\"";

// Rows of a table of the anatomy format are of the region of their bucket.
RegionRows::Relation counted_regions(const Release& release, Oid relation, const RegionTree& tree) {
  const RegionOfBuckets region = region_of_buckets(release, tree);
  RegionRows::Relation counted{relation, region.expression, {}};
  counted.join = " LEFT" + region.join;
  return counted;
}

std::vector<RegionRows::Relation> relations_of(const Release& release, const RegionTree& tree,
                                               const LoopOptions& options) {
  std::vector<RegionRows::Relation> relations;
  const auto add_source = [&](Oid relation) {
    relations.push_back({relation, region_in_source(release, tree, open_source(relation)), {}});
  };
  const Oid of_rows = relation_of_rows(release);
  relations.push_back({of_rows, region_in_release(release, tree), {}});
  for (const ReleaseAttribute& attribute : release.attributes) {
    const bool known = std::any_of(relations.begin(), relations.end(), [&](const auto& relation) {
      return relation.relation == attribute.relation;
    });
    if (!known) relations.push_back(counted_regions(release, attribute.relation, tree));
  }
  if (release.source && options.source) add_source(*release.source);
  for (const Oid relation : options.like_source) {
    if (!options.source || relation != release.source) add_source(relation);
  }
  for (RegionRows::Relation& relation : relations)
    relation.condition = options.is_row;
  return relations;
}

// How a sensitive attribute is distributed over the source or, where that is not read, the release.
GlobalValues distribution(const Release& release, const ReleaseAttribute& attribute, bool in_source,
                          const KeptSnapshot& snapshot) {
  const Source relation = open_source(in_source ? *release.source : attribute.relation);
  const SourceColumn& column =
      in_source ? source_column(attribute, relation) : require_column(relation, attribute.name);
  const bool counted = !in_source && attribute.relation != relation_of_rows(release);
  const std::string number =
      counted ? "pg_catalog.sum(" +
                    integer_column(relation.relation, release.layout.count.name, "count") + ")"
              : "pg_catalog.count(*)";
  GlobalValues values = count_values(relation, column, number, &snapshot);
  values.column = global_name(attribute);
  return values;
}

std::vector<GlobalValues> distributions(const Release& release, const LoopOptions& options,
                                        const KeptSnapshot& snapshot) {
  std::vector<GlobalValues> result;
  if (options.globals) result = options.globals(snapshot);
  if (!options.distributions) return result;
  const bool in_source = release.source && options.source;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive)
      result.push_back(distribution(release, attribute, in_source, snapshot));
  }
  return result;
}

RegionRows open_rows(const Release& release, const RegionTree& tree, const LoopOptions& options,
                     const std::shared_ptr<const KeptSnapshot>& snapshot) {
  return {relations_of(release, tree, options), distributions(release, options, *snapshot),
          tree.regions(), snapshot};
}

}  // namespace

namespace {

Error no_row_counts() {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE,
               "\"regions\" of the release's parameters have no numbers of rows");
}

}  // namespace

std::optional<ReleasedRegions> released_regions(const Release& release) {
  ReleasedRegions released;
  const Json& regions = composed_parameter(release, "regions");
  if (regions["tree"].is_null()) return std::nullopt;
  released.tree = region_tree(regions["tree"]);
  for (const Json& rows : regions["source_rows"].elements()) {
    // A caller may describe a release to a server.
    try {
      released.source_rows.push_back(rows.integer());
    } catch (const Error&) {
      throw no_row_counts();
    }
  }
  released.source_rows.resize(released.tree.regions());
  std::set<std::string> cut_on;
  for (const RegionNode& node : released.tree.nodes) {
    if (!node.region) cut_on.insert(node.column);
  }
  const bool known = std::all_of(cut_on.begin(), cut_on.end(), [&](const std::string& column) {
    const ReleaseAttribute* attribute = find_attribute(release, column);
    return attribute != nullptr && has_region_key(release, *attribute);
  });
  return known ? std::optional(std::move(released)) : std::nullopt;
}

namespace {

std::string bucket_column(const Release& release) {
  return integer_column(relation_of_rows(release), release.layout.bucket.name, "bucket");
}

}  // namespace

std::string region_in_source(const Release& release, const RegionTree& tree,
                             const Source& relation) {
  const bool elsewhere = lies_elsewhere(relation.relation);
  return region_expression(tree, [&](const std::string& column) {
    const ReleaseAttribute& attribute = *find_attribute(release, column);
    const SourceColumn& in_source = source_column(attribute, relation);
    return RegionKey{quote_name(in_source.name), in_source.type, elsewhere};
  });
}

std::string region_in_release(const Release& release, const RegionTree& tree) {
  return region_expression(in_published_numbers(release, tree), [&](const std::string& column) {
    return published_key(release, *find_attribute(release, column));
  });
}

RegionOfBuckets region_of_buckets(const Release& release, const RegionTree& tree) {
  const std::string bucket = bucket_column(release);
  return {region_of_join, join({" JOIN (SELECT ", bucket, " AS ", bucket_of_join,
                                ", pg_catalog.min(", region_in_release(release, tree), ") AS ",
                                region_of_join, " FROM ", qualified_name(relation_of_rows(release)),
                                " GROUP BY ", bucket, ") \"pg_microdata buckets\" ON ", bucket,
                                " OPERATOR(pg_catalog.=) ", bucket_of_join},
                               "")};
}

RegionLoop::RegionLoop(const Release& release, ReleasedRegions regions, const LoopOptions& options)
    : release_(release),
      released_(std::move(regions)),
      regions_(released_.tree.regions()),
      reads_source_(release.source.has_value() && options.source),
      snapshot_(std::make_shared<const KeptSnapshot>()),
      rows_(open_rows(release_, released_.tree, options, snapshot_)) {}

std::int64_t RegionLoop::source_rows(std::uint32_t region) {
  return reads_source_ ? rows_.counts(*release_.source)[region] : recorded_rows(region);
}

std::int64_t RegionLoop::published_rows(std::uint32_t region) {
  return rows_.counts(relation_of_rows(release_))[region];
}

std::int64_t RegionLoop::outside() {
  std::int64_t outside = 0;
  std::set<Oid> relations;
  for (const ReleaseAttribute& attribute : release_.attributes)
    relations.insert(attribute.relation);
  for (const Oid relation : relations)
    outside += rows_.counts(relation)[regions_];
  return outside;
}

std::int64_t RegionLoop::astride() const {
  const std::string statement = count_rows_astride(release_, released_.tree);
  return statement.empty() ? 0 : std::stoll(*query_rows(statement, *snapshot_).front().front());
}

RegionLoop::SharedBuckets RegionLoop::shared_buckets() const {
  const Oid of_rows = relation_of_rows(release_);
  const std::string bucket = bucket_column(release_);
  const std::string region = region_in_release(release_, released_.tree);
  const PlainText settings;
  const ResultRow row =
      query_rows("SELECT pg_catalog.count(*), pg_catalog.min(bucket) FROM (SELECT " + bucket +
                     " AS bucket FROM (SELECT " + bucket + ", " + region +
                     " AS \"pg_microdata region\" FROM " + qualified_name(of_rows) +
                     ") r GROUP BY " + bucket +
                     " HAVING pg_catalog.min(\"pg_microdata region\") OPERATOR(pg_catalog.<>) "
                     "pg_catalog.max(\"pg_microdata region\")) b",
                 *snapshot_)
          .front();
  if (!row[1]) return {};
  return {static_cast<std::size_t>(std::stoull(*row[0])), std::stoll(*row[1])};
}

const GlobalValues* RegionLoop::globals(const ReleaseAttribute& attribute) const {
  return rows_.globals(global_name(attribute));
}

const std::string& global_name(const ReleaseAttribute& attribute) {
  return attribute.source_name.empty() ? attribute.name : attribute.source_name;
}

void for_each_region(const Release& release, const VisitRegion& visit, const LoopOptions& options) {
  std::optional<ReleasedRegions> released = released_regions(release);
  if (!released) {
    visit(0);
    return;
  }
  RegionLoop loop(release, std::move(*released), options);
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    const MemoryScope memory;
    loop.enter(region);
    visit(region);
  }
}

}  // namespace microdata::postgres
