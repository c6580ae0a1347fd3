#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Multi-SA publishing (GNF paper, appendix B, Algorithm 3) of one table. All attributes on the
// right of any rule are sensitive and published apart from the others, group by group. In a group
// each of them is protected against all others. Among the tuples with the same values of the other
// sensitive attributes, no value has a share above 1/l, except harmless values.

// Returns the attributes on the right of any rule.
AttributeSet sensitive_attributes(std::span<const PrivacyRule> rules);

// Programme that maximizes or minimizes the sum of objective[i] x_i over x_i in {0, 1}. In every
// constraint the sum of coefficients times variables is at most `most`.
struct BinaryProgramme {
  struct Term {
    std::uint32_t variable = 0;
    double coefficient = 0;
  };
  struct Constraint {
    std::vector<Term> terms;
    double most = 0;
  };
  std::vector<double> objective;
  std::vector<Constraint> constraints;
};

// Returns Algorithm 3's programme: x_i is 1 if rows[i] is in the group. A group may be empty, and
// the objective counts its tuples. l[j] >= 1 is the bound of the j-th sensitive attribute.
BinaryProgramme group_programme(const Microdata& data, const AttributeSet& sensitive,
                                std::span<const double> l, std::span<const Row> rows,
                                const Progress& progress);

// Treatment of the tuples that are left when no more groups can be formed from them.
enum class Remainder {
  merged,      // joined with as many groups as necessary, so that none is suppressed
  suppressed,  // as in Algorithm 3: smaller groups of fewer tuples
};

struct MultiSensitiveGroups {
  TuplePartition groups;
  // Tuples that no group can take, the fewest for any choice of groups; with Remainder::suppressed
  // also the remainder.
  std::vector<Row> suppressed;
  // Lower bound of the number of tuples of a group: the product of the ceilings of l, for
  // attributes without harmless values. The excess of the groups' mean size over it bounds the gain
  // of better groups.
  double smallest_possible = 1;
};

// Returns the most rows that can be published, in groups that a greedy search makes small; with the
// remainder suppressed, fewer rows in smaller groups. Of rows with the same sensitive values, those
// first in `rows` are put into groups first.
//
// The number of rows is exact and takes no solver. Consider two selections, as numbers of tuples of
// each combination of sensitive values, that meet the constraints. The larger number of each
// combination then meets them too. The reason is that the left side of count <= sum / l is that of
// one selection, and the right side no smaller. One selection therefore contains all others. It is
// found by reducing counts that are too large until none is, and it contains every group.
MultiSensitiveGroups multi_sensitive_groups(const Microdata& data, const AttributeSet& sensitive,
                                            std::span<const double> l, std::span<const Row> rows,
                                            const Progress& progress,
                                            Remainder remainder = Remainder::merged);

// Returns groups of which at most the fraction `suppress` of the rows is left out, in random order;
// with the remainder suppressed, if that is allowed. Throws Infeasible if there are none.
MultiSensitiveGroups groups_to_publish(const Microdata& data, const AttributeSet& sensitive,
                                       std::span<const double> l, double suppress, Random& random,
                                       const Progress& progress);

}  // namespace microdata
