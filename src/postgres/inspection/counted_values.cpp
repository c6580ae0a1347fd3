#include "postgres/inspection/counted_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

std::string grouped(const SourceColumn& column) {
  const std::string name = quote_name(column.name);
  return column.type.comparison == Comparison::text ? text_in_sql(name, column.type) : name;
}

GlobalValues count_values(const Source& relation, const SourceColumn& column,
                          const std::string& number, const KeptSnapshot* snapshot) {
  const std::string statement = "SELECT " + grouped(column) + ", " + number + " FROM " +
                                qualified_name(relation.relation) + " GROUP BY 1";
  const PlainText settings;
  GlobalValues values{column.name, {}, {}, 0};
  for (const ResultRow& row :
       snapshot != nullptr ? query_rows(statement, *snapshot) : query_rows(statement)) {
    // A NULL or negative count counts as 0 because counts may have been changed by hand.
    const double rows = row[1] ? std::max(to_number(*row[1]), 0.0) : 0;
    if (row[0]) {
      values.values.push_back(*row[0]);
      values.counts.push_back(static_cast<std::uint64_t>(rows));
    } else {
      values.nulls = static_cast<std::uint64_t>(rows);
    }
  }
  return values;
}

namespace {

struct ReadColumns {
  std::vector<std::string> names;
  std::vector<Dictionary> dictionaries;
  CountedColumns counted;
};

ReadColumns read_and_count(const Source& relation, std::span<const SourceColumn> columns,
                           const KeptSnapshot* snapshot) {
  ReadColumns read;
  for (const SourceColumn& column : columns) {
    read.names.push_back(column.name);
    read.dictionaries.emplace_back(column.type);
  }
  std::vector<Dictionary*> read_into;
  for (Dictionary& dictionary : read.dictionaries)
    read_into.push_back(&dictionary);
  read.counted = count_columns(relation.relation, read.names, read_into, snapshot);
  return read;
}

}  // namespace

std::vector<GlobalValues> count_values(const Source& relation,
                                       std::span<const SourceColumn> columns,
                                       const KeptSnapshot* snapshot) {
  if (shards_of(relation.relation) > 0) {
    std::vector<GlobalValues> result;
    for (const SourceColumn& column : columns)
      result.push_back(count_values(relation, column, number_of_rows, snapshot));
    return result;
  }
  auto [names, dictionaries, counted] = read_and_count(relation, columns, snapshot);
  std::vector<GlobalValues> result;
  const PlainText settings;
  for (std::size_t c = 0; c < names.size(); ++c) {
    std::vector<Code> codes(counted.rows[c].size());
    std::iota(codes.begin(), codes.end(), 0U);
    dictionaries[c].finish(Progress());
    dictionaries[c].translate(codes, Progress());
    GlobalValues& values = result.emplace_back();
    values.column = names[c];
    values.values = dictionaries[c].texts(Progress());
    values.counts.resize(values.values.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
      values.counts[codes[i]] += counted.rows[c][i];
    values.nulls = counted.nulls[c];
  }
  return result;
}

namespace {

std::int64_t bytes_of_values(double values, double text) {
  // The values take memory as rows of a statement, and as texts and values of all regions. Values
  // of the region being read take more, with what an inspection makes of each.
  constexpr double of_value = 400;
  constexpr double times_its_text = 4;
  return std::llround(of_value * values + times_its_text * text);
}

}  // namespace

std::int64_t bytes_of_counted_values(const Source& relation,
                                     std::span<const SourceColumn> columns) {
  if (shards_of(relation.relation) > 0) {
    return std::accumulate(columns.begin(), columns.end(), std::int64_t{0},
                           [&](std::int64_t bytes, const SourceColumn& column) {
                             return bytes + bytes_of_counted_values(relation, column);
                           });
  }
  const ReadColumns read = read_and_count(relation, columns, nullptr);
  std::int64_t bytes = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    // The bytes of the texts count with the stored values, because both are about equally long.
    bytes += bytes_of_values(static_cast<double>(read.counted.rows[c].size()), 0) +
             static_cast<std::int64_t>(read.dictionaries[c].allocated_bytes());
  }
  return bytes;
}

std::int64_t bytes_of_counted_values(const Source& relation, const SourceColumn& column) {
  const PlainText settings;
  const ResultRow row =
      query_rows(
          "SELECT pg_catalog.count(*), pg_catalog.sum(pg_catalog.octet_length(v)) FROM "
          "(SELECT " +
          (column.type.comparison == Comparison::text ? "g.v" : text_in_sql("g.v", column.type)) +
          " FROM (SELECT " + grouped(column) + " AS v FROM " + qualified_name(relation.relation) +
          " GROUP BY 1) g) t (v)")
          .front();
  return bytes_of_values(to_number(*row[0]), row[1] ? to_number(*row[1]) : 0);
}

Json counted_regions_json(const RegionPlan& plan, Oid source,
                          const std::vector<ReleaseAttribute>& attributes,
                          const std::string& bucket_column) {
  if (plan.partitions.empty()) return released_regions_json(plan);
  Release release;
  release.source = source;
  release.relations = {attributes.front().relation};
  release.attributes = attributes;
  RegionPlan counted = plan;
  // Buckets are numbered from 1 to the number of rows at most.
  counted.largest_bucket = plan.rows;
  const PlainText settings;
  const std::string of_row = region_in_release(release, plan.tree);
  const std::string by_bucket =
      join({"SELECT pg_catalog.min(", of_row, "), pg_catalog.count(*) FROM ",
            rows_to_evaluate(release.relations.front(), of_row), " GROUP BY ",
            quote_name(bucket_column)},
           "");
  for (const ResultRow& row :
       query_rows(join({"SELECT b.region, pg_catalog.sum(b.n), pg_catalog.count(*) FROM (",
                        by_bucket, ") b (region, n) GROUP BY b.region"},
                       ""))) {
    PlannedRegion& region = counted.regions.at(std::stoul(row[0].value()));
    region.published_rows = std::stoll(row[1].value());
    region.buckets = std::stoll(row[2].value());
  }
  return released_regions_json(counted);
}

}  // namespace microdata::postgres
