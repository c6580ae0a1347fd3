#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/correlation/discretization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "core/slicing/column_generalization.hpp"
#include "core/slicing/feasibility.hpp"
#include "core/slicing/tuple_partitioning.hpp"

namespace microdata {

// What to do where a grouping of attributes makes l infeasible.
enum class IfInfeasible { error, regroup, generalize, suppress };

// On which of the quasi-identifiers in which a bucket's tuples differ it is split.
enum class CutsBy {
  width,        // the widest, as the paper's Mondrian does
  correlation,  // the widest times its correlation with the attributes of other columns
};

struct SlicingOptions {
  std::size_t columns = 2;
  double l = 2;
  std::optional<std::size_t> sensitive_column_size;
  // An attribute partition made by hand; empty: by clustering.
  AttributePartition groups;
  // Above 1, the quasi-identifiers of each column are generalized bucket by bucket, so that what is
  // shown in place of them occurs at least k times in the bucket. Every bucket satisfies l by
  // itself then, whatever `check`. Where what is infeasible is left out (IfInfeasible::suppress,
  // and rows may be), each sensitive value of a bucket occurs as often in it.
  std::uint32_t k = 1;
  Grouping grouping = Grouping::relaxed;
  DiversityCheckScope check = DiversityCheckScope::bucket;
  // Oblivious cuts take relaxed grouping, the check of every bucket by itself, and columns that do
  // not depend on sensitive values: groups, or an alpha of the sensitive attributes alone; no
  // suppression, and no generalization of a column with sensitive attributes.
  Cuts cuts = Cuts::feasible;
  // Of feasible cuts.
  CutsBy cuts_by = CutsBy::width;
  IfInfeasible if_infeasible = IfInfeasible::regroup;
  DiscretizationOptions discretization;
  std::vector<PrivacyModel> privacy;
  // The largest fraction of the rows that may be left out.
  double suppress = 0;
  // Columns with sensitive attributes and quasi-identifiers are generalized whether l needs it or
  // not: for regions of a table, whose columns are published in one way.
  bool generalizes_linked = false;
  Threads threads;
};

struct Slicing {
  AttributePartition columns;
  // For each column; none where it is published as it is.
  std::vector<std::optional<ColumnGeneralization>> generalizations;
  // The published rows in buckets, which are in random order.
  TuplePartition buckets;
  // For each column, the row whose values stand at each place of buckets.rows.
  std::vector<std::vector<Row>> linking;
  Row suppressed = 0;
  // Rows with sensitive values that fewer than k rows of their bucket have. Leaving rows out takes
  // no more.
  Row rare = 0;
  // Why the columns are not those that were to be at first.
  std::optional<Infeasible> regrouped;
  bool exact_check_cut_short = false;
};

// Slicing (Li, Li, Zhang and Molloy, "Slicing: A New Approach to Privacy Preserving Data
// Publishing", 2012): attribute partition, column generalization, tuple partition, permutation.
// Generalization for the sake of l comes before the tuple partition, as in the paper; that for the
// sake of k after it.
// For every tuple t of the table and value s of a sensitive attribute, p(t, s) <= 1/l, whether t's
// matching buckets are weighed as in the paper or by the rows like t to be expected in them.
// Requires at least one row and one sensitive attribute, l >= 1, k >= 1,
// 1 <= columns <= published attributes (and what partition_attributes() asks of alpha).
// Throws Infeasible where no release can meet the options.
Slicing slice(const Microdata& data, const SlicingOptions& options, Random& random,
              const Progress& progress);

// The attribute partition that slice() would begin with.
AttributePartition find_attribute_partition(const Microdata& data, const SlicingOptions& options,
                                            const Progress& progress);

// The one that slice() would end with, if it is allowed to regroup attributes: by a sample of a
// table, in which sensitive values may be more frequent by chance. Where no groups make them
// feasible, the one to begin with.
AttributePartition find_regrouped_partition(const Microdata& data, const SlicingOptions& options,
                                            const Progress& progress);

}  // namespace microdata
