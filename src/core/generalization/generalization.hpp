#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
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
  cell,         // full-domain, then as far down as each class allows
};

struct GeneralizationOptions {
  std::uint32_t k = 1;
  // Frequency l-diversity of every sensitive attribute; 1 asks for nothing.
  double l = 1;
  Recoding recoding = Recoding::mondrian;
  Grouping grouping = Grouping::strict;
  // What the cuts of mondrian and multiset may depend on. Oblivious ones take relaxed grouping and
  // no suppression, where sensitive values are asked for anything.
  Cuts cuts = Cuts::feasible;
  std::vector<PrivacyModel> privacy;
  // The largest fraction of the rows that may be left out.
  double suppress = 0;
  // What is to be lost least, and what Generalization::loss is measured by.
  LossMeasure loss = LossMeasure::width;
  Threads threads;
};

struct Generalization {
  // In random order, as are the tuples within each.
  TuplePartition classes;
  // Of the quasi-identifiers, in the table's order.
  std::vector<GeneralizedAttribute> attributes;
  LossSums lost;
  InformationLoss loss;
  Row suppressed = 0;
  // Of a full domain: the levels of the hierarchies, in the order of `attributes`.
  std::vector<std::size_t> levels;
};

// Requires at least one row and one quasi-identifier; where l is above 1, or a model asks for
// them, a sensitive attribute; for full_domain and cell a hierarchy of every quasi-identifier.
// Throws Infeasible where no release can meet the options, LatticeTooLarge where a full domain
// cannot be searched.
//   Of full_domain and cell the data may be a histogram: what comes out is then as for its table,
//   with
// classes of tuples that stand for rows. The order in which they come does not matter.
Generalization generalize(const Microdata& data, const GeneralizationOptions& options,
                          Random& random, const Progress& progress);

}  // namespace microdata
