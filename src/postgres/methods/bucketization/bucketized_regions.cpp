#include "postgres/methods/bucketization/bucketized_regions.hpp"

#include <array>
#include <string>
#include <utility>

#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/counted_values.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

RegionRequest region_request(const BucketizationRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded) {
  RegionRequest result;
  result.regions = regions;
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
  result.bytes_per_row = bucketizing_bytes(count_published(roles));
  result.bytes_to_verify = verifying_bytes(count_published(roles));
  result.as_they_are = published_columns(source, roles);
  result.seeded = seeded;
  return result;
}

Oid bucketize_by_regions(const Target& target, const Source& source,
                         const std::vector<AssignedRole>& roles,
                         const BucketizationRequest& request, RegionPlan plan, bool seeded,
                         Random& random, const Progress& progress) {
  require_settings_of_former(target, request);
  RegionPublication publication(source, std::move(plan),
                                fewest_rows_of_bucket(request.options.l, request.options.privacy),
                                random);
  if (publication.is_empty())
    return renew_without_rows(target, source, publication.released_json());
  BucketizedRelease release(target, source, request, publication.numbers());
  BucketizationFigures figures;
  publication.for_each_region([&] {
    const BucketizedTable bucketized =
        bucketize_source(read_table(source, roles, Purpose::publication, progress), request, seeded,
                         random, progress);
    figures.add(bucketized);
    figures.learned.attack(bucketized.table, bucketized.bucketization, 1 / request.options.l,
                           progress);
    progress.phase("write");
    release.add(bucketized, progress);
    const TuplePartition& buckets = bucketized.bucketization.buckets;
    publication.published(publication.region(), buckets.rows.size(), buckets.buckets());
  });
  report_bucketization(figures, nullptr);
  return release.finish(figures, publication.released_json());
}

namespace {

// Moves the rows of `joined` into the release's tables of the anatomy format, on the servers where
// the rows are.
void take_apart(const std::string& joined, const BucketizedTables& tables,
                const BucketizationRequest& request) {
  const std::string bucket = quote_name(request.bucket_column);
  const std::string count = quote_name(request.count_column);
  std::vector<std::string> beside{bucket};
  for (const ReleaseAttribute& attribute : tables.attributes) {
    const std::string name = quote_name(attribute.name);
    if (attribute.relation == tables.relations.front()) {
      beside.push_back(name);
      continue;
    }
    const std::string value = join({bucket, name});
    execute(
        join({"INSERT INTO", qualified_name(attribute.relation), "(", join({value, count}),
              ") SELECT", join({value, "pg_catalog.count(*)"}), "FROM", joined, "GROUP BY", value},
             " "));
  }
  execute("INSERT INTO " + qualified_name(tables.relations.front()) + " (" + join(beside) +
          ") SELECT " + join(beside) + " FROM " + joined);
}

}  // namespace

bool bucketizes_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                               const BucketizationRequest& request) {
  if (shards_of(source.relation) == 0 || need_hierarchies(request.options.privacy)) {
    return false;
  }
  // Values are counted by the type's equality.
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (request.format == BucketizedFormat::anatomy && roles[i].role == Role::sensitive &&
        source.columns[i].type.comparison == Comparison::text) {
      return false;
    }
  }
  return true;
}

Oid bucketize_distributed(const Target& target, const Source& source,
                          const std::vector<AssignedRole>& roles,
                          const BucketizationRequest& request, const Arguments& arguments,
                          const RegionPlan& plan, Random& random, Phases& phases) {
  require_may_be_asked("bucketize_region");
  static constexpr std::array passed{"l", "method", "suppress", "privacy", "seed"};
  const RegionCall bucketizing{
      "bucketize_region", passed, {{"cuts", quote_value(to_string(request.options.cuts))}}};
  const char* const bucket_type = numbers_of_regions(plan).type();
  const Table table = unread_table(source, roles);

  phases.begin("partition");
  const Scratch scratch = copy_to_scratch(target, source, roles, plan);
  BucketizedTables tables = create_bucketized_tables(target, source, table, request, bucket_type);
  const std::string first = qualified_name(tables.relations.front());
  for (const Oid relation : tables.relations)
    distribute(qualified_name(relation),
               {request.bucket_column, 0, relation == tables.relations.front() ? "" : first});

  phases.begin("write");
  const std::vector<TableColumn> columns = joined_columns(table, request, bucket_type);
  const bool joined = request.format == BucketizedFormat::joined;
  const std::string made =
      joined ? first : make_beside(target, columns, request.bucket_column, first);
  RegionPlan told = plan;
  told.attack = attacks_quickly();
  const std::string key = drawn_number_key(random);
  fill_from_regions(made, columns, scratch,
                    call_for_regions(bucketizing, arguments, source, roles, told, scratch, key));
  BucketizationFigures figures;
  figures.learned = learned_of_regions(scratch, told, key, 1 / request.options.l);
  drop_table(scratch.name);
  figures.sizes = count_buckets(made, request.bucket_column).sizes;
  figures.source_rows = plan.rows;
  figures.suppressed = plan.rows - static_cast<std::int64_t>(figures.sizes.rows);
  figures.regions = plan.tree.regions();
  if (!joined) {
    take_apart(made, tables, request);
    drop_table(made);
  }
  report_bucketization(figures, nullptr);
  const Json regions =
      counted_regions_json(plan, source.relation, tables.attributes, request.bucket_column);
  return record_bucketized(target, source, request, std::move(tables), figures, {}, regions);
}

}  // namespace microdata::postgres
