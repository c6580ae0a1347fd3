#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/correlation/discretization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "core/slicing/column_generalization.hpp"
#include "core/slicing/feasibility.hpp"
#include "core/slicing/tuple_partitioning.hpp"

namespace microdata {

// Reaction to a grouping of attributes that makes l infeasible.
enum class IfInfeasible { error, regroup, generalize, suppress };

// Criterion for the quasi-identifier on which a bucket is split, among those in which its tuples
// differ.
enum class CutsBy {
  width,        // the widest, as in the paper's Mondrian
  correlation,  // the largest product of width and correlation with the attributes of other columns
};

struct SlicingOptions {
  std::size_t columns = 2;
  double l = 2;
  std::optional<std::size_t> sensitive_column_size;
  // Attribute partition made by hand; empty for clustering.
  AttributePartition groups;
  // Least frequency in a bucket. Above 1, the quasi-identifiers of each column are generalized
  // bucket by bucket, so that each label occurs at least k times in the bucket. Every bucket then
  // satisfies l by itself, for any `check`. If infeasible rows are suppressed
  // (IfInfeasible::suppress, with suppress > 0), each sensitive value of a bucket occurs at least k
  // times in it, too.
  std::uint32_t k = 1;
  Grouping grouping = Grouping::relaxed;
  DiversityCheckScope check = DiversityCheckScope::bucket;
  // Kind of cuts. Oblivious cuts require relaxed grouping, the check of every bucket by itself, and
  // columns independent of sensitive values. Such columns are groups, or come from an alpha of the
  // sensitive attributes alone. Oblivious cuts exclude suppression, and generalization of a column
  // with sensitive attributes.
  Cuts cuts = Cuts::feasible;
  // Criterion of feasible cuts.
  CutsBy cuts_by = CutsBy::width;
  IfInfeasible if_infeasible = IfInfeasible::regroup;
  DiscretizationOptions discretization;
  std::vector<PrivacyModel> privacy;
  // Largest fraction of the rows that may be suppressed.
  double suppress = 0;
  // True if columns with sensitive attributes and quasi-identifiers are generalized even if l does
  // not require it. Regions of a table need this, because their columns are published in one way.
  bool generalizes_linked = false;
  Threads threads;
};

struct Slicing {
  AttributePartition columns;
  // Generalization of each column; nothing if the column is published unchanged.
  std::vector<std::optional<ColumnGeneralization>> generalizations;
  // Published rows in buckets, which are in random order.
  TuplePartition buckets;
  // Row whose values are at each place of buckets.rows, for each column.
  std::vector<std::vector<Row>> linking;
  Row suppressed = 0;
  // Number of rows with sensitive values that fewer than k rows of their bucket have. Suppression
  // takes at most this number of rows.
  Row rare = 0;
  // Reason why the columns differ from the first partition.
  std::optional<Infeasible> regrouped;
  bool exact_check_cut_short = false;
};

// Slices a table (Li, Li, Zhang and Molloy, "Slicing: A New Approach to Privacy Preserving Data
// Publishing", 2012): attribute partition, column generalization, tuple partition, permutation.
// Generalization for l precedes the tuple partition, as in the paper; generalization for k follows
// it.
// For every tuple t of the table and value s of a sensitive attribute, p(t, s) <= 1/l. This holds
// for two kinds of weights of t's matching buckets: those of the paper, and the expected numbers of
// rows like t.
// Requires at least one row and one sensitive attribute, l >= 1, k >= 1, and 1 <= columns <=
// published attributes. With alpha, the conditions of partition_attributes() apply. Throws
// Infeasible if no release can meet the options.
Slicing slice(const Microdata& data, const SlicingOptions& options, Random& random,
              const Progress& progress);

// Throws Infeasible if slice() would before it makes buckets.
void check_feasible(const Microdata& data, const SlicingOptions& options, Random& random,
                    const Progress& progress);

// Returns the attribute partition with which slice() would begin.
AttributePartition find_attribute_partition(const Microdata& data, const SlicingOptions& options,
                                            const Progress& progress);

// Returns the attribute partition with which slice() would end if it may regroup attributes, by a
// sample of a table. In a sample, sensitive values can be more frequent by chance. If no groups are
// feasible, returns the partition with which slice() would begin.
AttributePartition find_regrouped_partition(const Microdata& data, const SlicingOptions& options,
                                            const Progress& progress);

}  // namespace microdata
