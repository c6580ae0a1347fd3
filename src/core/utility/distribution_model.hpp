#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Method of finding the maximum-likelihood estimate of the log-linear model.
enum class Fitting {
  // Closed form for parts that form an acyclic hypergraph: the product of their marginals divided
  // by those of the separators of the join tree (Lauritzen, "Graphical Models", 1996, section 4.4).
  closed_form,
  // Iterative proportional fitting of the parts that form cycles, over all combinations that no
  // part rules out.
  iterative,
  // Iterative proportional fitting over only the combinations that exist in the data, because there
  // are too many others. The result is approximate; with plain parts it is a lower bound.
  iterative_over_existing,
};

struct Divergence {
  // Divergence in nats, at least 0. Infinite if bucketized parts contradict each other so that the
  // estimate rules out an existing tuple; finite if the fitting converged.
  double nats = 0;
  Fitting fitting = Fitting::closed_form;
  // True if an iterative fitting met all marginals. Bucketized parts that contradict each other
  // about shared attributes allow no such fit.
  bool converged = true;
};

// Returns the Kullback-Leibler divergence between the data's distribution over `attributes` and its
// maximum-likelihood estimate from the parts (GNF paper, section 5.1, equation 3).
//
// A bucketized part stands for the marginal that its buckets imply: for each row, the share of
// every sensitive value in the row's bucket. For a row in no bucket, every combination of sensitive
// values is equally likely. Two parts may differ about the attributes that they share. The estimate
// then takes a part's distribution given the shared attributes, so that it sums to 1. An attribute
// in no part is taken to be uniform over the values that occur, as in a log-linear model without
// the attribute's marginal.
//
// `attributes` has the attributes of all parts, ascending. The data has at least one row.
Divergence kl_divergence(const Microdata& data, const AttributeSet& attributes,
                         std::span<const PublishedPart> parts, const Progress& progress);

}  // namespace microdata
