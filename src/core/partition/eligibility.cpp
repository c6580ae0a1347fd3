#include "core/partition/eligibility.hpp"

#include <algorithm>
#include <numeric>

#include "core/microdata/attribute_set.hpp"
#include "core/partition/strata.hpp"
#include "core/partition/suppression.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Value, of all sensitive attributes, that is nearest to its bound or farthest above it.
struct TightestShare {
  Infeasible evidence;
  double l = 1;

  double excess() const { return evidence.count * l; }
};

TightestShare tightest_share(const Microdata& data, const AttributeSet& sensitive,
                             std::span<const double> l, std::span<const Row> rows,
                             const Progress& progress) {
  TightestShare tightest;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    const Strata strata = ungrouped_strata(data, sensitive[j]);
    const TightestStratum found = tightest_stratum(strata, rows, progress);
    if (found.count * l[j] <= tightest.excess()) continue;
    tightest.l = l[j];
    tightest.evidence.attribute = sensitive[j];
    tightest.evidence.code = strata.value[found.stratum];
    tightest.evidence.count = found.count;
    tightest.evidence.total = found.total;
  }
  return tightest;
}

}  // namespace

void make_eligible(const Microdata& data, double l, PublishedRows& published,
                   const Progress& progress) {
  const std::vector<double> same(attributes_with_role(data, Role::sensitive).size(), l);
  make_eligible(data, same, published, progress);
}

void make_eligible(const Microdata& data, std::span<const double> l, PublishedRows& published,
                   const Progress& progress) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const TightestShare tightest = tightest_share(data, sensitive, l, published.rows(), progress);
  if (share_holds(tightest.evidence.count, tightest.evidence.total, tightest.l)) return;
  std::uint32_t at_least = 0;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    const Strata strata = ungrouped_strata(data, sensitive[j]);
    const std::vector<std::uint32_t> quota =
        fewest_to_suppress(strata, published.rows(), l[j], progress);
    if (sensitive.size() == 1) return published.suppress(strata.of_row, quota, tightest.evidence);
    at_least = std::max(at_least, std::accumulate(quota.begin(), quota.end(), 0U));
  }
  const TupleKinds kinds = make_kinds(data, sensitive, published.rows(), progress);
  published.suppress(kinds.of_row,
                     fewest_to_suppress(kinds, published.in_random_order(), l, at_least, progress),
                     tightest.evidence);
}

}  // namespace microdata
