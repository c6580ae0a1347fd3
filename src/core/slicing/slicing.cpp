#include "core/slicing/slicing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/correlation/correlation.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/permutation.hpp"
#include "core/partition/bucket_judge.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/eligibility.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/published_rows.hpp"
#include "core/slicing/adversary.hpp"
#include "core/slicing/diversity_check.hpp"
#include "core/slicing/rare_values.hpp"

namespace microdata {

namespace {

bool has_sensitive(const Microdata& data, const Column& column) {
  return !sensitive_attributes(data, column).empty();
}

std::vector<Row> all_rows(const Microdata& data) {
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  return rows;
}

// Suppresses rows until every sensitive attribute of the column is feasible, or throws the
// evidence.
void suppress_infeasible(const Microdata& data, const Column& column, double l,
                         PublishedRows& published, const Progress& progress) {
  while (auto infeasible = find_infeasible(data, column, published.rows(), l, progress)) {
    const Combinations known = known_values(data, column, progress);
    const Strata strata =
        make_strata(data, infeasible->attribute, known.of_row, known.distinct, progress);
    published.suppress(strata.of_row, fewest_to_suppress(strata, published.rows(), l, progress),
                       *infeasible);
  }
}

AttributePartition partition_or_groups(const Microdata& data, const SlicingOptions& options,
                                       const Eigen::MatrixXd& correlation,
                                       const Progress& progress) {
  if (!options.groups.empty()) {
    AttributePartition partition = options.groups;
    sensitive_columns_last(data, partition);
    return partition;
  }
  return partition_attributes(data, published_attributes(data), correlation,
                              {options.columns, options.sensitive_column_size}, progress);
}

Eigen::MatrixXd find_correlation(const Microdata& data, const SlicingOptions& options,
                                 const Progress& progress) {
  if (!options.groups.empty() && options.cuts_by == CutsBy::width) return {};
  return correlation_matrix(data, published_attributes(data), CorrelationMeasure::phi2,
                            options.discretization, options.threads, progress);
}

// Makes l feasible for the partition, which might change, and the rows, some of which might be
// suppressed. Returns true for the columns to be generalized for l.
std::vector<bool> make_feasible(const Microdata& data, const SlicingOptions& options,
                                const Eigen::MatrixXd& correlation, AttributePartition& partition,
                                std::optional<Infeasible>& regrouped, PublishedRows& published,
                                const Progress& progress) {
  std::vector<bool> to_generalize(partition.size());
  bool settled = false;
  while (!settled) {
    const Row suppressed_before = published.suppressed();
    if (options.if_infeasible != IfInfeasible::suppress)
      make_eligible(data, options.l, published, progress);
    if (options.if_infeasible == IfInfeasible::regroup && options.groups.empty()) {
      const auto because = regroup(data, published_attributes(data), correlation,
                                   {options.columns, options.sensitive_column_size},
                                   published.rows(), options.l, partition, progress);
      if (!regrouped) regrouped = because;
    }
    for (std::size_t c = 0; c < partition.size(); ++c) {
      if (options.if_infeasible == IfInfeasible::suppress) {
        suppress_infeasible(data, partition[c], options.l, published, progress);
      } else if (const auto infeasible =
                     find_infeasible(data, partition[c], published.rows(), options.l, progress)) {
        if (options.if_infeasible != IfInfeasible::generalize) throw *infeasible;
        to_generalize[c] = true;
      }
    }
    // Suppression for one reason can create another.
    settled = published.suppressed() == suppressed_before;
  }
  return to_generalize;
}

using Generalizations = std::vector<std::optional<ColumnGeneralization>>;

// Returns each column's generalization over all rows for l; nothing for a column that needs none.
Generalizations generalize_columns(const Microdata& data, const SlicingOptions& options,
                                   const AttributePartition& partition,
                                   const std::vector<bool>& to_generalize,
                                   std::span<const Row> rows, const Progress& progress) {
  Generalizations result;
  for (std::size_t c = 0; c < partition.size(); ++c) {
    result.emplace_back();
    if (!to_generalize[c]) continue;
    const ColumnGeneralizationOptions how{1, options.l, options.threads};
    result[c] = generalize_column(data, partition[c], rows, how, progress);
  }
  return result;
}

// Returns the generalization of each column with quasi-identifiers, bucket by bucket, for k. A
// bucket satisfies l by itself, so that it can be a region of a column with sensitive attributes.
Generalizations generalize_for_k(const Microdata& data, const SlicingOptions& options,
                                 const AttributePartition& partition, const TuplePartition& buckets,
                                 Random& random, const Progress& progress) {
  Generalizations result;
  for (const Column& column : partition) {
    result.emplace_back();
    if (quasi_identifiers(data, column).empty()) continue;
    ColumnGeneralizationOptions how{options.k, std::nullopt, options.threads};
    if (has_sensitive(data, column)) how.l = options.l;
    result.back() = generalize_in_buckets(data, column, buckets, how, random, progress);
  }
  return result;
}

Adversary adversary_of(const Microdata& data, const Slicing& slicing, const Progress& progress) {
  std::vector<Combinations> known;
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    const auto& generalization = slicing.generalizations[c];
    if (generalization) {
      known.push_back({generalization->of_row, generalization->regions + 1});
    } else {
      known.push_back(known_values(data, slicing.columns[c], progress));
    }
  }
  return make_adversary(data, slicing.columns, std::move(known), progress);
}

// Returns the number of quasi-identifiers that are linked with a sensitive attribute and keep some
// information.
std::size_t linked(const Microdata& data, const AttributePartition& partition,
                   const Generalizations& generalizations) {
  std::size_t sum = 0;
  for (std::size_t c = 0; c < partition.size(); ++c) {
    if (!has_sensitive(data, partition[c])) continue;
    sum += quasi_identifiers(data, partition[c]).size();
    if (generalizations[c]) sum -= generalizations[c]->hollow(data).size();
  }
  return sum;
}

// Regroups the attributes if generalization for l destroys an attribute of a sensitive column and
// the groups were not given. Keeps the new columns if at least as many attributes are linked with
// the sensitive ones.
void regroup_hollow(const Microdata& data, const SlicingOptions& options,
                    const Eigen::MatrixXd& correlation, const std::vector<bool>& to_generalize,
                    std::span<const Row> rows, Slicing& slicing, const Progress& progress) {
  if (!options.groups.empty()) return;
  bool hollow = false;
  for (std::size_t c = 0; c < slicing.columns.size(); ++c)
    hollow = hollow || (to_generalize[c] && !slicing.generalizations[c]->hollow(data).empty());
  if (!hollow) return;
  AttributePartition regrouped = slicing.columns;
  std::optional<Infeasible> because;
  try {
    because = regroup(data, published_attributes(data), correlation,
                      {options.columns, options.sensitive_column_size}, rows, options.l, regrouped,
                      progress);
  } catch (const Infeasible&) {
    // No other column exists, and the requested partition stays.
    return;
  }
  Generalizations generalizations = generalize_columns(
      data, options, regrouped, std::vector<bool>(regrouped.size()), rows, progress);
  if (linked(data, regrouped, generalizations) <
      linked(data, slicing.columns, slicing.generalizations)) {
    return;
  }
  slicing.columns = std::move(regrouped);
  slicing.generalizations = std::move(generalizations);
  slicing.regrouped = because;
}

// Suppresses the rows with sensitive values that fewer than k rows of their bucket have, if
// infeasible rows are to be suppressed; otherwise counts them.
void leave_out_rare_values(const Microdata& data, const Adversary& adversary,
                           const PrivacyRequirement& privacy, const SlicingOptions& options,
                           PublishedRows& published, TuplePartition& buckets, Slicing& slicing,
                           const Progress& progress) {
  if (options.if_infeasible != IfInfeasible::suppress || options.suppress == 0) {
    slicing.rare = rows_with_rare_values(data, buckets, options.k, progress);
    return;
  }
  const BucketRequirement requirement(adversary.strata, options.l, privacy);
  BucketJudge judge(adversary.strata, requirement);
  TuplePartition common = without_rare_values(data, buckets, options.k, judge, progress);
  if (common.rows.size() < buckets.rows.size()) {
    Infeasible infeasible;
    infeasible.reason = Infeasible::Reason::rare_values;
    infeasible.total = static_cast<Row>(buckets.rows.size());
    infeasible.count = infeasible.total - static_cast<Row>(common.rows.size());
    published.keep(common.rows, infeasible);
    slicing.suppressed = published.suppressed();
  }
  buckets = std::move(common);
}

// Fails with std::logic_error if the final buckets do not meet their requirement. The check ensures
// that no such release is published.
void check_again(const Adversary& adversary, const PrivacyRequirement& privacy, double l,
                 const TuplePartition& buckets, const Progress& progress) {
  const BucketRequirement requirement(adversary.strata, l, privacy);
  BucketRequirement::Scratch scratch = requirement.make_scratch();
  std::vector<std::size_t> infeasible;
  std::vector<std::uint32_t> tags;
  bool holds = true;
  for (std::size_t b = 0; b < buckets.buckets() && holds; ++b) {
    progress.checkpoint_at(b);
    tags.clear();
    for (const Row row : buckets.bucket(b)) {
      for (const Strata& strata : adversary.strata)
        tags.push_back(strata.of_row[row]);
    }
    holds = requirement.privacy_holds(tags, scratch);
    if (!requirement.l_holds(tags, scratch)) infeasible.push_back(b);
  }
  if (!infeasible.empty() && holds) {
    const auto rows = static_cast<Row>(adversary.strata.front().of_row.size());
    DiversityCheck check(adversary, buckets, l, ExactCheckBudget::for_rows(rows), progress);
    holds = check.holds(infeasible, progress);
  }
  if (!holds) throw std::logic_error("a tuple partition does not meet its requirement");
}

// Returns the sum of each attribute's correlations with attributes of other columns. Linkings
// within buckets lose these unless the tuples of a bucket are similar in the attribute. Empty if
// all attributes count the same.
std::vector<double> cut_weights(const Microdata& data, const SlicingOptions& options,
                                const Eigen::MatrixXd& correlation,
                                const AttributePartition& partition) {
  if (options.cuts_by == CutsBy::width) return {};
  const AttributeSet published = published_attributes(data);
  std::vector<double> weights(data.attributes.size());
  for (const Column& column : partition) {
    for (std::size_t i = 0; i < published.size(); ++i) {
      if (!contains(column.attributes, published[i])) continue;
      for (std::size_t j = 0; j < published.size(); ++j) {
        if (contains(column.attributes, published[j])) continue;
        weights[published[i]] +=
            correlation(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
    }
  }
  return weights;
}

// Throws the evidence if tuples with the same known values in all sensitive columns are infeasible
// for l. Oblivious cuts divide such tuples by themselves. make_feasible() has already checked each
// sensitive column by itself.
void check_feasible_together(const Microdata& data, const AttributePartition& partition,
                             const Adversary& adversary, std::span<const Row> rows, double l,
                             const Progress& progress) {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  Infeasible infeasible;
  infeasible.reason = Infeasible::Reason::oblivious_share;
  for (std::size_t c = 0; c < partition.size(); ++c) {
    if (!has_sensitive(data, partition[c])) continue;
    const AttributeSet known = quasi_identifiers(data, partition[c]);
    infeasible.known.insert(infeasible.known.end(), known.begin(), known.end());
    columns.emplace_back(adversary.known[c].of_row);
    domains.push_back(adversary.known[c].distinct);
  }
  if (columns.size() < 2 || infeasible.known.empty() || rows.empty()) return;
  const Combinations together = combine(data.rows, columns, domains, progress);
  for (const Strata& alone : adversary.strata) {
    const Strata strata =
        make_strata(data, alone.attribute, together.of_row, together.distinct, progress);
    const TightestStratum tightest = tightest_stratum(strata, rows, progress);
    if (share_holds(tightest.count, tightest.total, l)) continue;
    infeasible.attribute = alone.attribute;
    infeasible.code = strata.value[tightest.stratum];
    infeasible.count = tightest.count;
    infeasible.total = tightest.total;
    throw infeasible;
  }
}

// The columns of a slicing, the rows to publish, which meet the models as a whole, and the models.
struct FeasibleColumns {
  Slicing slicing;
  PublishedRows published;
  PrivacyRequirement privacy;
};

// Chooses columns and rows. Throws Infeasible if no buckets of them can meet the options.
FeasibleColumns feasible_columns(const Microdata& data, const SlicingOptions& options,
                                 const Eigen::MatrixXd& correlation, Random& random,
                                 const Progress& progress) {
  FeasibleColumns result{{}, PublishedRows(data.rows, options.suppress, random), {}};
  auto& [slicing, published, privacy] = result;
  slicing.columns = partition_or_groups(data, options, correlation, progress);
  std::vector<bool> to_generalize = make_feasible(data, options, correlation, slicing.columns,
                                                  slicing.regrouped, published, progress);
  for (std::size_t c = 0; options.generalizes_linked && c < slicing.columns.size(); ++c) {
    const Column& column = slicing.columns[c];
    if (has_sensitive(data, column) && !quasi_identifiers(data, column).empty())
      to_generalize[c] = true;
  }
  slicing.suppressed = published.suppressed();
  std::vector<PrivacyModel> models = options.privacy;
  if (options.k > 1) models.emplace_back(KAnonymity{static_cast<double>(options.k)});
  privacy = PrivacyRequirement(data, attributes_with_role(data, Role::sensitive), std::move(models),
                               progress);
  check_feasible(data, privacy, options.k, published.rows(), progress);
  slicing.generalizations =
      generalize_columns(data, options, slicing.columns, to_generalize, published.rows(), progress);
  regroup_hollow(data, options, correlation, to_generalize, published.rows(), slicing, progress);
  if (options.cuts == Cuts::oblivious) {
    check_feasible_together(data, slicing.columns, adversary_of(data, slicing, progress),
                            published.rows(), options.l, progress);
  }
  return result;
}

TuplePartition partition_obliviously(const Microdata& data, const Adversary& adversary,
                                     const PublishedRows& published,
                                     const PrivacyRequirement& privacy,
                                     const SlicingOptions& options, Random& random,
                                     const Progress& progress) {
  const BucketRequirement requirement(adversary.strata, options.l, privacy);
  return cut_obliviously(
      data, attributes_with_role(data, Role::quasi_identifier), adversary.strata, requirement,
      published.in_random_order(), {options.l, 2 * requirement.fewest(), options.threads},
      [&](std::uint32_t bound) { return random.below(bound); }, progress);
}

}  // namespace

AttributePartition find_attribute_partition(const Microdata& data, const SlicingOptions& options,
                                            const Progress& progress) {
  return partition_or_groups(data, options, find_correlation(data, options, progress), progress);
}

AttributePartition find_regrouped_partition(const Microdata& data, const SlicingOptions& options,
                                            const Progress& progress) {
  const Eigen::MatrixXd correlation = find_correlation(data, options, progress);
  AttributePartition first = partition_or_groups(data, options, correlation, progress);
  if (options.if_infeasible != IfInfeasible::regroup || !options.groups.empty()) return first;
  AttributePartition regrouped = first;
  try {
    regroup(data, published_attributes(data), correlation,
            {options.columns, options.sensitive_column_size}, all_rows(data), options.l, regrouped,
            progress);
  } catch (const Infeasible&) {
    return first;
  }
  return regrouped;
}

void check_feasible(const Microdata& data, const SlicingOptions& options, Random& random,
                    const Progress& progress) {
  feasible_columns(data, options, find_correlation(data, options, progress), random, progress);
}

Slicing slice(const Microdata& data, const SlicingOptions& options, Random& random,
              const Progress& progress) {
  progress.phase("correlate");
  const Eigen::MatrixXd correlation = find_correlation(data, options, progress);
  progress.phase("partition");
  FeasibleColumns feasible = feasible_columns(data, options, correlation, random, progress);
  auto& [slicing, published, privacy] = feasible;
  const Adversary adversary = adversary_of(data, slicing, progress);

  // If rows are suppressed and values generalized, a suppressed tuple can still lie in a region;
  // the sufficient check covers this case. With k, a bucket's regions match other tuples than the
  // exact check assumes.
  const bool generalized =
      std::any_of(slicing.generalizations.begin(), slicing.generalizations.end(),
                  [](const auto& generalization) { return generalization.has_value(); });
  const bool exact = options.check == DiversityCheckScope::exact &&
                     options.grouping == Grouping::relaxed &&
                     !(generalized && slicing.suppressed > 0) && options.k == 1;
  TuplePartition partition;
  if (options.cuts == Cuts::oblivious) {
    partition =
        partition_obliviously(data, adversary, published, privacy, options, random, progress);
  } else {
    const TuplePartitioningOptions how{
        options.l,
        options.grouping,
        exact ? DiversityCheckScope::exact : DiversityCheckScope::bucket,
        std::nullopt,
        cut_weights(data, options, correlation, slicing.columns),
        options.threads};
    TuplePartitioning partitioning =
        partition_tuples(data, adversary, published.in_random_order(), privacy, how, progress);
    slicing.exact_check_cut_short = partitioning.exact_check_cut_short;
    partition = std::move(partitioning.partition);
  }
  if (options.k > 1) {
    leave_out_rare_values(data, adversary, privacy, options, published, partition, slicing,
                          progress);
    slicing.generalizations =
        generalize_for_k(data, options, slicing.columns, partition, random, progress);
    check_again(adversary_of(data, slicing, progress), privacy, options.l, partition, progress);
  } else {
    check_again(adversary, privacy, options.l, partition, progress);
  }

  progress.phase("permute");
  slicing.buckets = shuffle_buckets(partition, random, progress);
  slicing.linking = permute_columns(slicing.buckets, slicing.columns.size(), random, progress);
  return std::move(slicing);
}

}  // namespace microdata
