#include "core/partition/eligibility.hpp"

#include <algorithm>
#include <numeric>

#include "core/microdata/attribute_set.hpp"
#include "core/partition/strata.hpp"
#include "core/partition/suppression.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// The value with the largest share of all sensitive attributes'.
Infeasible tightest_share(const Microdata& data, const AttributeSet& sensitive,
                          std::span<const Row> rows, const Progress& progress) {
  Infeasible tightest;
  for (const std::size_t attribute : sensitive) {
    const Strata strata = ungrouped_strata(data, attribute);
    const TightestStratum found = tightest_stratum(strata, rows, progress);
    if (found.count <= tightest.count) continue;
    tightest.attribute = attribute;
    tightest.code = strata.value[found.stratum];
    tightest.count = found.count;
    tightest.total = found.total;
  }
  return tightest;
}

}  // namespace

void make_eligible(const Microdata& data, double l, PublishedRows& published,
                   const Progress& progress) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const Infeasible tightest = tightest_share(data, sensitive, published.rows(), progress);
  if (share_holds(tightest.count, tightest.total, l)) return;
  std::uint32_t at_least = 0;
  for (const std::size_t attribute : sensitive) {
    const Strata strata = ungrouped_strata(data, attribute);
    const std::vector<std::uint32_t> quota =
        fewest_to_suppress(strata, published.rows(), l, progress);
    if (sensitive.size() == 1) return published.suppress(strata.of_row, quota, tightest);
    at_least = std::max(at_least, std::accumulate(quota.begin(), quota.end(), 0U));
  }
  const TupleKinds kinds = make_kinds(data, sensitive, published.rows(), progress);
  published.suppress(kinds.of_row,
                     fewest_to_suppress(kinds, published.in_random_order(), l, at_least, progress),
                     tightest);
}

}  // namespace microdata
