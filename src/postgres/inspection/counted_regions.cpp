#include "postgres/inspection/counted_regions.hpp"

#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

Json counted_regions_json(const RegionPlan& plan, Oid source,
                          const std::vector<ReleaseAttribute>& attributes,
                          const std::string& bucket_column) {
  if (plan.partitions.empty()) return released_regions_json(plan);
  Release release;
  release.source = source;
  release.relations = {attributes.front().relation};
  release.attributes = attributes;
  RegionPlan counted = plan;
  // Buckets are numbered from 1 to the rows that there are.
  counted.largest_bucket = plan.rows;
  const PlainText settings;
  const std::string by_bucket =
      join({"SELECT pg_catalog.min(", region_in_release(release, plan.tree),
            "), pg_catalog.count(*) FROM ", qualified_name(release.relations.front()), " GROUP BY ",
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
