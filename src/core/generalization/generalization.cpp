#include "core/generalization/generalization.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/generalization/cell_generalization.hpp"
#include "core/generalization/full_domain.hpp"
#include "core/generalization/iterated_recoding.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/histogram.hpp"
#include "core/microdata/permutation.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/drawn_ends.hpp"
#include "core/partition/eligibility.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/partition/local_recoding.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

namespace {

// Returns the requirement of every class, with k as a privacy model.
PrivacyRequirement class_requirement(const Microdata& data, const GeneralizationOptions& options,
                                     const Progress& progress) {
  std::vector<PrivacyModel> models = options.privacy;
  models.emplace_back(KAnonymity{static_cast<double>(options.k)});
  return {data, attributes_with_role(data, Role::sensitive), std::move(models), progress};
}

// True if the options restrict sensitive values. If they do not, no split depends on sensitive
// values.
bool asks_for_sensitive_values(const GeneralizationOptions& options) {
  return options.l > 1 ||
         std::any_of(options.privacy.begin(), options.privacy.end(), is_about_sensitive_values);
}

// Suppresses the rows that l needs. Returns the models, which the published rows meet as a whole;
// otherwise throws Infeasible.
PrivacyRequirement require_feasible(const Microdata& data, const GeneralizationOptions& options,
                                    PublishedRows& published, const Progress& progress) {
  make_eligible(data, options.l, published, progress);
  PrivacyRequirement privacy = class_requirement(data, options, progress);
  check_feasible(data, privacy, options.k, published.rows(), progress);
  return privacy;
}

void recode_by_classes(const Microdata& data, const GeneralizationOptions& options, Random& random,
                       const Progress& progress, Generalization& result) {
  PublishedRows published(data.rows, options.suppress, random);
  const PrivacyRequirement privacy = require_feasible(data, options, published, progress);
  result.suppressed = published.suppressed();
  const AttributeSet quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  TuplePartition classes;
  if (options.cuts == Cuts::oblivious && asks_for_sensitive_values(options)) {
    const std::vector<Strata> strata = all_ungrouped_strata(data, sensitive);
    const BucketRequirement requirement(strata, options.l, privacy);
    classes = cut_obliviously(
        data, quasi_identifiers, strata, requirement, published.in_random_order(),
        {options.l, requirement.fewest(), options.threads, options.loss},
        [&](std::uint32_t bound) { return random.below(bound); }, progress);
    classes = shuffle_buckets(classes, random, progress);
  } else {
    classes = equivalence_classes(
        data, quasi_identifiers, sensitive, published.in_random_order(), privacy,
        {options.grouping, options.l, options.threads, options.loss}, progress);
  }
  LocalRecoding recoding = show_classes(data, quasi_identifiers, std::move(classes),
                                        {options.recoding == Recoding::multiset, options.loss},
                                        options.threads, progress);
  if (options.recoding == Recoding::mondrian && options.grouping == Grouping::strict)
    draw_ends(data, recoding.classes, recoding.attributes, options.loss, random, progress);
  result.classes = std::move(recoding.classes);
  result.attributes = std::move(recoding.attributes);
}

std::vector<Row> all_tuples(const Microdata& data) {
  std::vector<Row> tuples(data.rows);
  std::iota(tuples.begin(), tuples.end(), 0U);
  return tuples;
}

// Returns the share of the most frequent sensitive value in the whole table, harmless values aside.
Infeasible share_of_all(const Microdata& data, std::size_t attribute, const Progress& progress) {
  Infeasible infeasible;
  infeasible.attribute = attribute;
  infeasible.total = rows_of_table(data);
  for (const ValueCount& v : count_values(data, attribute, all_tuples(data), progress)) {
    if (v.tuples <= infeasible.count || data.attributes[attribute].is_harmless(v.value)) continue;
    infeasible.code = v.value;
    infeasible.count = v.tuples;
  }
  return infeasible;
}

// Returns the condition that the table as a whole has too few rows for: k, a model or l.
Infeasible too_few_rows(const Microdata& data, const FullDomainOptions& how,
                        const PrivacyRequirement& privacy, const Progress& progress) {
  try {
    check_feasible(data, privacy, how.k, all_tuples(data), progress);
  } catch (const Infeasible& infeasible) {
    return infeasible;
  }
  Infeasible largest;
  for (const std::size_t attribute : how.sensitive) {
    const Infeasible found = share_of_all(data, attribute, progress);
    if (found.count > largest.count) largest = found;
  }
  return largest;
}

// Returns the reason why no transformation meets the requirements, in the form of other methods.
Infeasible infeasible_because(const NoTransformation& none, const Microdata& data,
                              const FullDomainOptions& how, const PrivacyRequirement& privacy,
                              const Progress& progress) {
  if (none.fewest_rows > 0) return too_few_rows(data, how, privacy, progress);
  if (none.attribute && !none.model) {
    Infeasible infeasible = share_of_all(data, *none.attribute, progress);
    infeasible.to_suppress = none.fewest_suppressed;
    return infeasible;
  }
  Infeasible infeasible;
  infeasible.reason = Infeasible::Reason::no_transformation;
  infeasible.total = rows_of_table(data);
  if (none.model) {
    infeasible.reason = Infeasible::Reason::privacy;
    infeasible.attribute = none.attribute.value_or(0);
    infeasible.model = none.model;
    infeasible.reached = none.reached;
    return infeasible;
  }
  infeasible.count = none.allowed;
  infeasible.to_suppress = none.fewest_suppressed;
  return infeasible;
}

// Returns cells from the best transformation. If the loss is not width, the function also tries the
// classes of several transformations and returns them if they lose less.
CellGeneralization least_cells(const Microdata& data, const FullDomainOptions& how,
                               const PrivacyRequirement& privacy, const TuplePartition& start,
                               const Progress& progress) {
  CellGeneralization cells = generalize_cells(data, how, privacy, start, progress);
  if (how.loss == LossMeasure::width) return cells;
  CellGeneralization iterated = generalize_cells(
      data, how, privacy, recode_iteratively(data, how, privacy, progress), progress);
  const bool better = iterated.suppressed <= rows_allowed_out(how, rows_of_table(data)) &&
                      iterated.loss < cells.loss;
  return better ? std::move(iterated) : std::move(cells);
}

void recode_by_levels(const Microdata& data, const GeneralizationOptions& options,
                      const Progress& progress, Generalization& result) {
  FullDomainOptions how;
  how.quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
  how.sensitive = attributes_with_role(data, Role::sensitive);
  how.k = options.k;
  if (options.l > 1) how.l = options.l;
  how.suppress = options.suppress;
  how.loss = options.loss;
  how.threads = options.threads;
  const PrivacyRequirement privacy(data, how.sensitive, options.privacy, progress);
  std::vector<std::vector<std::size_t>> levels(how.quasi_identifiers.size());
  try {
    FullDomainGeneralization found = generalize_full_domain(data, how, privacy, progress);
    if (options.recoding == Recoding::full_domain) {
      result.levels = found.levels;
      for (std::size_t i = 0; i < levels.size(); ++i)
        levels[i] = {found.levels[i]};
      result.suppressed = found.suppressed;
      result.classes = std::move(found.classes);
    } else {
      CellGeneralization cells = least_cells(data, how, privacy, found.classes, progress);
      for (const std::vector<std::size_t>& of_class : cells.levels) {
        for (std::size_t i = 0; i < levels.size(); ++i)
          levels[i].push_back(of_class[i]);
      }
      result.suppressed = cells.suppressed;
      result.classes = std::move(cells.classes);
    }
  } catch (const NoTransformation& none) {
    throw infeasible_because(none, data, how, privacy, progress);
  }
  for (std::size_t i = 0; i < levels.size(); ++i) {
    result.attributes.push_back(label_attribute(data, how.quasi_identifiers[i], result.classes,
                                                levels[i], options.loss, progress));
  }
}

}  // namespace

void check_feasible(const Microdata& data, const GeneralizationOptions& options, Random& random,
                    const Progress& progress) {
  if (options.recoding == Recoding::mondrian || options.recoding == Recoding::multiset) {
    PublishedRows published(data.rows, options.suppress, random);
    require_feasible(data, options, published, progress);
  } else {
    Generalization result;
    recode_by_levels(data, options, progress, result);
  }
}

Generalization generalize(const Microdata& data, const GeneralizationOptions& options,
                          Random& random, const Progress& progress) {
  progress.phase("partition");
  Generalization result;
  if (options.recoding == Recoding::mondrian || options.recoding == Recoding::multiset) {
    recode_by_classes(data, options, random, progress, result);
  } else {
    recode_by_levels(data, options, progress, result);
  }
  result.lost = sum_losses(result.classes, result.attributes, rows_of_table(data),
                           result.suppressed, data.times);
  result.loss = information_loss(result.lost);
  return result;
}

}  // namespace microdata
