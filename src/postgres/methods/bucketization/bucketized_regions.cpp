#include <array>
#include <string>
#include <utility>

#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/counted_values.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

RegionRequest region_request(const Publication& call, const BucketizationRequest& request) {
  RegionRequest result;
  result.regions = call.regions;
  result.l = request.options.l;
  result.privacy = request.options.privacy;
  result.cuts = request.options.cuts;
  if (request.options.method == BucketizationMethod::anatomy) {
    // Anatomy uses no quasi-identifiers, so its buckets disclose nothing about people's values;
    // regions that depend on sensitive values would. Therefore regions are merged by their numbers
    // of rows only, if they would have few buckets.
    constexpr std::uint64_t fewest_buckets = 8;
    result.cuts = Cuts::oblivious;
    result.k = static_cast<std::uint32_t>(fewest_buckets *
                                          fewest_rows_of_bucket(result.l, result.privacy));
  }
  result.bytes_per_row = bucketizing_bytes(count_published(call.roles));
  result.bytes_to_verify = verifying_bytes(count_published(call.roles));
  result.as_they_are = published_columns(call.source, call.roles);
  result.seeded = call.seeded;
  return result;
}

namespace {

// Moves the rows of `joined` into the release's tables of the anatomy format, on the servers where
// the rows are.
void take_apart(const std::string& joined, const ReleaseBuilder& tables,
                const BucketizationRequest& request) {
  const Oid first = tables.relations().front();
  const std::string bucket = quote_name(request.bucket_column);
  const std::string count = quote_name(request.count_column);
  std::vector<std::string> beside{bucket};
  for (const ReleaseAttribute& attribute : tables.attributes()) {
    const std::string name = quote_name(attribute.name);
    if (attribute.relation == first) {
      beside.push_back(name);
      continue;
    }
    const std::string value = join({bucket, name});
    execute(
        join({"INSERT INTO", qualified_name(attribute.relation), "(", join({value, count}),
              ") SELECT", join({value, "pg_catalog.count(*)"}), "FROM", joined, "GROUP BY", value},
             " "));
  }
  execute("INSERT INTO " + qualified_name(first) + " (" + join(beside) + ") SELECT " +
          join(beside) + " FROM " + joined);
}

}  // namespace

bool bucketizes_where_rows_are(const Publication& call, const BucketizationRequest& request) {
  if (shards_of(call.source.relation) == 0 || need_hierarchies(request.options.privacy))
    return false;
  // Values are counted by the type's equality.
  for (std::size_t i = 0; i < call.roles.size(); ++i) {
    if (request.format == BucketizedFormat::anatomy && call.roles[i].role == Role::sensitive &&
        call.source.columns[i].type.comparison == Comparison::text) {
      return false;
    }
  }
  return true;
}

Oid bucketize_distributed(const Publication& call, const RegionPlan& plan,
                          const BucketizationRequest& request) {
  require_may_be_asked("bucketize_region");
  static constexpr std::array passed{"l", "method", "suppress", "privacy", "seed"};
  const Table table = unread_table(call.source, call.roles);
  call.progress.phase("partition");
  const Scratch scratch = copy_to_scratch(call.target, call.source, call.roles, plan);
  ReleaseBuilder tables(call.target, call.source, numbers_of_regions(plan));
  create_bucketized(table, request, tables);
  const std::string first = qualified_name(tables.relations().front());
  for (const Oid relation : tables.relations())
    distribute(qualified_name(relation),
               {request.bucket_column, 0, relation == tables.relations().front() ? "" : first});

  BucketizationRequest in_one_table = request;
  in_one_table.format = BucketizedFormat::joined;
  const std::vector<TableColumn> columns =
      rows_table(table, in_one_table, {}, {}).definition(tables.numbers());
  const bool joined = request.format == BucketizedFormat::joined;
  const std::string made =
      joined ? first : make_beside(call.target, columns, request.bucket_column, first);
  BucketFigures figures;
  figures.learned =
      publish_on_servers(call, plan, scratch,
                         {.call = {"bucketize_region",
                                   passed,
                                   {{"cuts", quote_value(to_string(request.options.cuts))}}},
                          .bound = 1 / request.options.l,
                          .table = made,
                          .columns = columns})
          .learned;
  figures.set_counts(plan, count_buckets(made, request.bucket_column).sizes);
  if (!joined) {
    take_apart(made, tables, request);
    drop_table(made);
  }
  report_bucketization(figures, nullptr);
  return record_bucketized(
      table, request, figures,
      counted_regions_json(plan, call.source.relation, tables.attributes(), request.bucket_column),
      tables);
}

}  // namespace microdata::postgres
