#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Multi-SA publishing (GNF paper, appendix B, Algorithm 3): one table, in which all attributes on
// the right of any rule are sensitive and published apart from the others, group by group. In a
// group each of them is protected against all others: among the tuples that agree in the other
// sensitive attributes no value has a share above 1/l.

// The attributes on the right of any rule.
AttributeSet sensitive_attributes(std::span<const PrivacyRule> rules);

// Maximize or minimize the sum of objective[i] x_i over x_i in {0, 1}, where for every constraint
// the sum of its coefficients times their variables is at most `most`.
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

// Algorithm 3's programme: x_i is 1 where rows[i] is in the group; a group may be empty, and the
// objective counts its tuples. l[j] >= 1 is what the j-th sensitive attribute is held to.
BinaryProgramme group_programme(const Microdata& data, const AttributeSet& sensitive,
                                std::span<const double> l, std::span<const Row> rows,
                                const Progress& progress);

// What becomes of tuples that are left when no more groups can be made of what is left.
enum class Remainder {
  merged,      // as many groups are joined to them as it takes, so that none is suppressed
  suppressed,  // as Algorithm 3 has it: smaller groups of fewer tuples
};

struct MultiSensitiveGroups {
  TuplePartition groups;
  // Those that no group can take: no choice of groups leaves fewer. Or besides, the remainder.
  std::vector<Row> suppressed;
  // No group can have fewer tuples: the product of the ceilings of l. What the mean size of the
  // groups is above it bounds what better groups could bring.
  double smallest_possible = 1;
};

// The most rows that can be published, in groups that have been made as small as a greedy search
// makes them; with the remainder suppressed, fewer in smaller groups. Of rows with the same
// sensitive values the first in `rows` come into a group first.
//
// That the rows are the most is exact and takes no solver. Where two selections, as numbers of
// tuples of each combination of sensitive values, meet the constraints, so does the larger number
// of each: the left side of count <= sum / l is that of one of them, the right side no smaller. So
// there is one selection that has all others within it, which is found by cutting down counts that
// are too large until none is; and every group lies within it.
MultiSensitiveGroups multi_sensitive_groups(const Microdata& data, const AttributeSet& sensitive,
                                            std::span<const double> l, std::span<const Row> rows,
                                            const Progress& progress,
                                            Remainder remainder = Remainder::merged);

}  // namespace microdata
