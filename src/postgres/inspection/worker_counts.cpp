#include "postgres/inspection/worker_counts.hpp"

#include <algorithm>
#include <vector>

#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/published_region_key.hpp"
#include "postgres/inspection/region_description.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/worker_regions.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/distribution.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// Rows of a bucket are in one shard then: of a table with partitions each of these has shards.
bool is_distributed_by(Oid relation, const std::string& column) {
  const bool whole = guarded([&] { return get_rel_relkind(relation); }) == RELKIND_RELATION;
  if (!whole || distribution_of(relation) != Distribution::hashed) return false;
  return query_rows(
             "SELECT pg_catalog.column_to_column_name(logicalrelid, partkey) FROM "
             "pg_catalog.pg_dist_partition WHERE logicalrelid OPERATOR(pg_catalog.=) " +
             quote_value(qualified_name(relation)) + "::pg_catalog.regclass")
             .front()
             .front() == column;
}

// Whether a value's text means the same in all sessions, whatever DateStyle and TimeZone are.
bool is_read_alike(Oid type) {
  return guarded([&] {
    Oid input = InvalidOid;
    Oid parameter = InvalidOid;
    getTypeInputInfo(type, &input, &parameter);
    return func_volatile(input) == PROVOLATILE_IMMUTABLE || type_is_enum(type);
  });
}

// What is published as it was: labels stand for what others of the whole release leave.
bool can_be_counted(const Release& release, const Predicate& predicate) {
  return std::all_of(predicate.begin(), predicate.end(), [&](const AttributePredicate& one) {
    const ReleaseAttribute* attribute = find_attribute(release, one.attribute);
    if (attribute == nullptr || attribute->generalized) return false;
    const Source relation = open_source(attribute->relation);
    return is_read_alike(require_column(relation, attribute->name).type.base);
  });
}

// A bucket of each shard; none where one takes more than there may be.
std::optional<std::vector<std::string>> a_bucket_of_each_shard(const std::string& table,
                                                               const std::string& bucket,
                                                               const MemoryNeed& need) {
  const std::vector<ResultRow> shards =
      query_rows("SELECT pg_catalog.min(" + bucket + "), pg_catalog.count(*) FROM " + table +
                 " GROUP BY tableoid::pg_catalog.regclass::pg_catalog.text");
  std::vector<std::string> buckets;
  for (const ResultRow& row : shards) {
    if (std::stod(row[1].value()) * need.of_row > static_cast<double>(memory_limit_bytes()))
      return std::nullopt;
    buckets.push_back(row[0].value());
  }
  return buckets;
}

}  // namespace

std::optional<double> count_on_workers(const Release& release, const Predicate& predicate,
                                       const std::string& json) {
  const std::optional<std::string> column = release_parameter(release, "bucket_column");
  if (!column || !release.subject.empty() || has_special_rows(release) ||
      !stands_in_one_relation(release) || !can_be_asked_on_workers("count_in_shard") ||
      !can_be_counted(release, predicate) ||
      !is_distributed_by(release.attributes.front().relation, *column)) {
    return std::nullopt;
  }
  const std::string table = qualified_name(release.attributes.front().relation);
  const std::string bucket = integer_column(release.attributes.front().relation, *column, "bucket");
  const auto buckets = a_bucket_of_each_shard(table, bucket, need_of_counts(predicate.size()));
  if (!buckets) return std::nullopt;
  if (buckets->empty()) return 0;
  const ResultRow sum =
      query_rows(
          "SELECT pg_catalog.sum(microdata.count_in_shard(shard => shard.number, release => " +
          quote_value(release_description(release, {release.attributes.front().relation},
                                          {"regions"}, {0})) +
          "::pg_catalog.jsonb, predicate => " + quote_value(json) +
          "::pg_catalog.jsonb)) FROM (SELECT pg_catalog.min(tableoid) AS number FROM " + table +
          " WHERE " + bucket + " IN (" + join(*buckets) + ") GROUP BY " + bucket + ") shard")
          .front();
  return to_number(sum[0].value());
}

}  // namespace microdata::postgres
