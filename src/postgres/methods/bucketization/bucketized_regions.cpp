#include "postgres/methods/bucketization/bucketized_regions.hpp"

#include <utility>

#include "postgres/regions/memory.hpp"
#include "postgres/release/region_publication.hpp"
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
    // Anatomy looks at no quasi-identifiers, and so its buckets tell nothing of who has which
    // value; regions that went by sensitive values would. By rows alone they are merged where there
    // would be few buckets.
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

}  // namespace microdata::postgres
