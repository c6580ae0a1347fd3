#include "core/partition/eligibility.hpp"

#include "core/microdata/attribute_set.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

void make_eligible(const Microdata& data, double l, PublishedRows& published,
                   const Progress& progress) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  bool settled = false;
  while (!settled) {
    settled = true;
    for (const std::size_t attribute : sensitive) {
      const Strata strata = ungrouped_strata(data, attribute);
      const TightestStratum tightest = tightest_stratum(strata, published.rows(), progress);
      if (share_holds(tightest.count, tightest.total, l)) continue;
      Infeasible infeasible;
      infeasible.attribute = attribute;
      infeasible.code = strata.value[tightest.stratum];
      infeasible.count = tightest.count;
      infeasible.total = tightest.total;
      published.suppress(strata.of_row, fewest_to_suppress(strata, published.rows(), l, progress),
                         infeasible);
      // Leaving rows out for one attribute may bring another's values above their share.
      settled = false;
    }
  }
}

}  // namespace microdata
