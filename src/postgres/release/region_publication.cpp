#include "postgres/release/region_publication.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/privacy/diversity.hpp"
#include "postgres/server/progress.hpp"

namespace microdata::postgres {

namespace {

BucketNumbers random_numbers(std::int64_t rows, std::uint64_t fewest_rows, Random& random) {
  const std::uint64_t most = static_cast<std::uint64_t>(rows) / fewest_rows;
  const std::uint64_t low = random.next();
  const std::uint64_t high = random.next();
  return BucketNumbers(KeyedPermutation({low, high}, std::max<std::uint64_t>(most, 1)));
}

}  // namespace

std::size_t count_published(const std::vector<AssignedRole>& roles) {
  return static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role != Role::identifier; }));
}

std::uint64_t fewest_rows_of_bucket(double l, const std::vector<PrivacyModel>& privacy) {
  std::uint64_t fewest = fewest_tuples(l);
  for (const PrivacyModel& model : privacy)
    fewest = std::max(fewest, static_cast<std::uint64_t>(fewest_tuples(model)));
  return fewest;
}

RegionPublication::RegionPublication(const Source& source, RegionPlan plan,
                                     std::uint64_t fewest_rows, Random& random)
    : plan_(std::move(plan)),
      rows_({source_regions(source, plan_)}, plan_.globals, plan_.tree.regions()) {
  // Rows may have come and gone since the plan was made.
  const std::vector<std::int64_t>& counts = rows_.counts(source.relation);
  plan_.rows = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  for (std::size_t r = 0; r < plan_.regions.size(); ++r)
    plan_.regions[r].rows = counts[r];
  numbers_ = random_numbers(plan_.rows, fewest_rows, random);
}

void RegionPublication::for_each_region(const std::function<void()>& publish) {
  for (std::uint32_t region = 0; region < plan_.tree.regions(); ++region) {
    if (plan_.regions[region].rows == 0) continue;
    check_for_interrupts();
    rows_.enter(region);
    publish();
  }
}

}  // namespace microdata::postgres
