#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

enum class Recoding {
  mondrian,     // multidimensional local recoding: each class has values of its own
  multiset,     // the same classes, published as the multiset of their values
  full_domain,  // one level of the hierarchy for all tuples
  cell,         // full-domain, then lowered as far as each class allows
};

struct GeneralizationOptions {
  std::uint32_t k = 1;
  // Frequency l-diversity of every sensitive attribute; 1 requires nothing.
  double l = 1;
  Recoding recoding = Recoding::mondrian;
  Grouping grouping = Grouping::strict;
  // Information that the splits of mondrian and multiset can depend on. If sensitive values must
  // meet a requirement, oblivious splits need relaxed grouping and allow no suppression.
  Cuts cuts = Cuts::feasible;
  std::vector<PrivacyModel> privacy;
  // Largest fraction of the rows that can be suppressed.
  double suppress = 0;
  // Loss to minimize, also the measure of Generalization::loss.
  LossMeasure loss = LossMeasure::width;
  Threads threads;
};

struct Generalization {
  // Equivalence classes in random order; tuples are in random order within each.
  TuplePartition classes;
  // Generalized quasi-identifiers, in the table's order.
  std::vector<GeneralizedAttribute> attributes;
  LossSums lost;
  InformationLoss loss;
  Row suppressed = 0;
  // Levels of the hierarchies in the order of `attributes`, only for a full domain.
  std::vector<std::size_t> levels;
};

// Generalizes a table. Requires at least one row and one quasi-identifier. Requires a sensitive
// attribute if l is above 1 or a model needs one. Requires a hierarchy of every quasi-identifier
// for full_domain and cell. Throws Infeasible if no release can meet the options, LatticeTooLarge
// if a full domain cannot be searched.
//
// For full_domain and cell, the data can be a histogram. The result is then the result for its
// table, with classes of tuples that stand for rows. The order of the tuples does not matter.
Generalization generalize(const Microdata& data, const GeneralizationOptions& options,
                          Random& random, const Progress& progress);

// Throws Infeasible if generalize() would.
void check_feasible(const Microdata& data, const GeneralizationOptions& options, Random& random,
                    const Progress& progress);

}  // namespace microdata
