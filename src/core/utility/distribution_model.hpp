#pragma once

#include <cstdint>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// How the maximum-likelihood estimate of the log-linear model is found.
enum class Fitting {
  // The parts are an acyclic hypergraph: the product of their marginals by those of the separators
  // of its join tree (Lauritzen, "Graphical Models", 1996, section 4.4).
  closed_form,
  // Iterative proportional fitting of the parts that make up the cycles, over all combinations that
  // none of them rules out.
  iterative,
  // The same over the combinations that exist in the data alone, as there are too many others: an
  // approximation, with plain parts from below.
  iterative_over_existing,
};

struct Divergence {
  // In nats, at least 0. Infinite where parts in buckets contradict each other so that the estimate
  // rules out a tuple that exists; never where the fitting converged.
  double nats = 0;
  Fitting fitting = Fitting::closed_form;
  // Of the iterative fittings: whether all marginals were met. Bucketized parts may contradict each
  // other about what they share, and then none meets them.
  bool converged = true;
};

// The Kullback-Leibler divergence between the distribution of the data's tuples over `attributes`
// and its maximum-likelihood estimate from the parts (GNF paper, section 5.1, equation 3).
//
// A bucketized part stands for the marginal that its buckets imply: of each row, the share of every
// sensitive value in its bucket; of a row in no bucket, every combination of sensitive values being
// equally likely. About what it shares with another it may differ from that one;
// what the estimate takes from a part is then its distribution given what is shared, so that it
// sums to 1. An attribute in no part is taken to be uniform, which is what a log-linear model
// without its marginal says: over the values that occur.
//
// `attributes` has those of all parts, ascending. At least one row.
Divergence kl_divergence(const Microdata& data, const AttributeSet& attributes,
                         std::span<const PublishedPart> parts, const Progress& progress);

}  // namespace microdata
