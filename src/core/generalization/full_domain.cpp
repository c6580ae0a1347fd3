#include "core/generalization/full_domain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <type_traits>

#include "core/generalization/class_requirement.hpp"
#include "core/generalization/class_table.hpp"
#include "core/generalization/lattice_search.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/histogram.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

LatticeSearchResult search(const Microdata& data, const FullDomainOptions& options,
                           const Lattice& lattice, const ClassRequirement& requirement, Row allowed,
                           const Progress& progress) {
  const KeyLayout layout = make_key_layout(lattice);
  const auto run = [&]<std::size_t Words>(std::integral_constant<std::size_t, Words> /*words*/) {
    return LatticeSearch<Words>(data, options.quasi_identifiers, lattice, layout, requirement,
                                allowed, options.threads, progress)
        .run();
  };
  if (layout.words == 1) return run(std::integral_constant<std::size_t, 1>{});
  if (layout.words == 2) return run(std::integral_constant<std::size_t, 2>{});
  return run(std::integral_constant<std::size_t, Lattice::most_dimensions>{});
}

// Returns all rows as classes, by their labels.
TuplePartition classes_at(const Microdata& data, const AttributeSet& quasi_identifiers,
                          const Lattice& lattice, const NodeLevels& levels,
                          const Progress& progress) {
  std::vector<std::vector<Code>> labels;
  std::vector<Code> domains;
  for (std::size_t d = 0; d < lattice.dimensions.size(); ++d) {
    const LatticeDimension& dimension = lattice.dimensions[d];
    const std::size_t attribute = quasi_identifiers[dimension.quasi_identifier];
    const std::vector<Code>& codes = data.columns[attribute];
    const std::vector<Code>& canonical = dimension.canonical[levels[d]];
    std::vector<Code>& label = labels.emplace_back(data.rows);
    domains.push_back(data.attributes[attribute].distinct);
    progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        label[row] = canonical[codes[row]];
    });
  }
  const std::vector<std::span<const Code>> columns(labels.begin(), labels.end());
  const Combinations combinations = combine(data.rows, columns, domains, progress);
  TuplePartition partition;
  partition.offsets.assign(combinations.distinct + 1, 0);
  progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      ++partition.offsets[combinations.of_row[row] + 1];
  });
  std::partial_sum(partition.offsets.begin(), partition.offsets.end(), partition.offsets.begin());
  partition.rows.resize(data.rows);
  std::vector<Row> next(partition.offsets.begin(), partition.offsets.end() - 1);
  progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      partition.rows[next[combinations.of_row[row]]++] = static_cast<Row>(row);
  });
  return partition;
}

TuplePartition classes_that_hold(const TuplePartition& all, const ClassRequirement& requirement,
                                 const Progress& progress) {
  TuplePartition kept;
  ClassRequirement::Scratch scratch = requirement.make_scratch();
  for (std::size_t c = 0; c < all.buckets(); ++c) {
    if (!requirement.holds(all.bucket(c), scratch, progress)) continue;
    kept.rows.insert(kept.rows.end(), all.bucket(c).begin(), all.bucket(c).end());
    kept.offsets.push_back(static_cast<Row>(kept.rows.size()));
  }
  return kept;
}

// Sets the reason why the whole table as one class fails, if it does.
void explain(const Microdata& data, const FullDomainOptions& options,
             const ClassRequirement& requirement, NoTransformation& error,
             const Progress& progress) {
  if (rows_of_table(data) < requirement.fewest()) {
    error.fewest_rows = requirement.fewest();
    return;
  }
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  for (std::size_t j = 0; j < options.sensitive.size(); ++j) {
    const std::vector<ValueCount> values = count_values(data, options.sensitive[j], rows, progress);
    if (requirement.holds(j, values)) continue;
    const PrivacyRequirement& privacy = requirement.privacy();
    error.attribute = options.sensitive[j];
    error.model = privacy.violated(j, values);
    if (error.model) error.reached = achieved(*error.model, values, privacy.tables()[j]);
    return;
  }
}

}  // namespace

Row rows_allowed_out(const FullDomainOptions& options, Row rows) {
  return static_cast<Row>(std::floor(rows * options.suppress * (1 + share_tolerance)));
}

FullDomainGeneralization generalize_full_domain(const Microdata& data,
                                                const FullDomainOptions& options,
                                                const PrivacyRequirement& privacy,
                                                const Progress& progress) {
  const Lattice lattice = make_lattice(data, options.quasi_identifiers, options.loss, progress);
  const ClassRequirement requirement(data, options.sensitive, options.k, options.l, privacy);
  const Row allowed = rows_allowed_out(options, lattice.rows);
  const LatticeSearchResult found = search(data, options, lattice, requirement, allowed, progress);
  if (found.loss >= unlimited_loss) {
    NoTransformation error;
    error.levels = hierarchy_levels(lattice, levels_of(lattice, found.nearest));
    error.fewest_suppressed = found.fewest_suppressed;
    error.allowed = allowed;
    error.checked = found.checked;
    explain(data, options, requirement, error, progress);
    throw error;
  }
  const NodeLevels levels = levels_of(lattice, found.node);
  FullDomainGeneralization result;
  result.levels = hierarchy_levels(lattice, levels);
  result.loss = lattice.mean_loss(found.loss);
  result.classes =
      classes_that_hold(classes_at(data, options.quasi_identifiers, lattice, levels, progress),
                        requirement, progress);
  result.suppressed = lattice.rows - rows_of_table(data, result.classes.rows);
  result.nodes = lattice.nodes;
  result.checked = found.checked;
  return result;
}

}  // namespace microdata
