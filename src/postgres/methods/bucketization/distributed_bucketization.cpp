#include "postgres/methods/bucketization/distributed_bucketization.hpp"

#include <array>
#include <string>
#include <utility>

#include "postgres/distributed/region_attack.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/distributed/unread_table.hpp"
#include "postgres/inspection/counted_regions.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/source/shards.hpp"

namespace microdata::postgres {

namespace {

// Of the anatomy format: what is in `joined` goes into the release's tables, where it is.
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
  // Values are counted by what the type takes for equal.
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
