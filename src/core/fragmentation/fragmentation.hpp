#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/correlation/discretization.hpp"
#include "core/fragmentation/fragment_construction.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Method that prevents joins on the class from having fewer than k rows (fragmentation paper,
// section 4.2).
enum class Enforcement : std::uint8_t {
  naive,              // every class value becomes the majority of its equivalence class
  dependency_graph,   // as few changes as necessary
  delta_selectivity,  // values by equivalence class, most of their places ambiguous
};

struct FragmentationOptions {
  // Attribute of any role. It is neither generalized nor suppressed.
  std::size_t class_attribute = 0;
  std::size_t fragments = 2;
  std::uint32_t k = 1;
  // Method for a class that neither l nor a model protects.
  Enforcement enforcement = Enforcement::dependency_graph;
  // Smallest share of equijoins with at least k rows, for every two equivalence classes that share
  // a value.
  double delta = 0.5;
  // Distinct l-diversity, the subject of theorem 5.1; 1 requires nothing.
  double l = 1;
  // Models of all sensitive attributes, including a sensitive class, in every fragment and in every
  // join. With delta_selectivity, neither the models nor l may require anything.
  std::vector<PrivacyModel> privacy;
  Grouping grouping = Grouping::strict;
  DiscretizationOptions discretization;
  // Largest fraction of the rows that can be suppressed.
  double suppress = 0;
  Threads threads;
};

// Code in the place of a class value that is not published.
inline constexpr Code ambiguous = std::numeric_limits<Code>::max();

struct PublishedFragment {
  Fragment plan;
  // Equivalence classes of the fragment, with the same rows in every fragment. The rows must be
  // published in an order drawn anew for each fragment.
  TuplePartition classes;
  // Generalized quasi-identifiers of the fragment, in the table's order. The other attributes are
  // published unchanged.
  std::vector<GeneralizedAttribute> attributes;
  // Class value to publish with each row of the source, or `ambiguous`. Only entries of the rows of
  // `classes` are meaningful.
  std::vector<Code> class_values;
  // Number of rows whose class value changed, or whose equivalence class no longer has their value.
  // The number is 0 if the class is sensitive and protected as such.
  Row changed = 0;
  InformationLoss loss;
};

struct Fragmentation {
  std::vector<PublishedFragment> fragments;
  Row suppressed = 0;
  // Error of the mutual information from which the fragments were constructed; see
  // InformationMatrix.
  double information_error = 0;

  Row changed() const;
};

// Publishes fragments of attributes that share only the class, each k-anonymous in its
// quasi-identifiers. No join on the class, of any number of fragments, has fewer than k rows for
// any combination of equivalence classes in it (Zakerzadeh, Aggarwal and Barker, "Towards Breaking
// the Curse of Dimensionality for High-Dimensional Privacy", extended version).
//
// Requires at least one row, 1 <= fragments <= the number of quasi-identifiers without the class, 0
// <= delta <= 1, l >= 1. Requires a sensitive attribute if l is above 1 or a model needs one.
// Requires for delta_selectivity a class without NULL, because ambiguous values are published as
// NULL. Throws Infeasible if no release can meet the options.
Fragmentation fragment(const Microdata& data, const FragmentationOptions& options, Random& random,
                       const Progress& progress);

}  // namespace microdata
