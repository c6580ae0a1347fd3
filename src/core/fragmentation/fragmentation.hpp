#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/correlation/discretization.hpp"
#include "core/fragmentation/fragment_construction.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// How joins on the class are kept from having fewer than k rows (fragmentation paper, section 4.2).
enum class Enforcement : std::uint8_t {
  naive,              // every class value becomes its equivalence class's majority
  dependency_graph,   // as few as it takes
  delta_selectivity,  // values by equivalence class, most of their places ambiguous
};

struct FragmentationOptions {
  // Of any role: it is neither generalized nor left out.
  std::size_t class_attribute = 0;
  std::size_t fragments = 2;
  std::uint32_t k = 1;
  // Where the class is not protected by l or a model itself.
  Enforcement enforcement = Enforcement::dependency_graph;
  // Of the equijoins of two equivalence classes that share a value, how many have k rows at least.
  double delta = 0.5;
  // Distinct l-diversity, which is what theorem 5.1 is about; 1 asks for nothing.
  double l = 1;
  // Of all sensitive attributes, the class among them where it has that role: in every fragment and
  // in every join. With delta_selectivity neither this nor l may ask for anything.
  std::vector<PrivacyModel> privacy;
  Grouping grouping = Grouping::strict;
  DiscretizationOptions discretization;
  // The largest fraction of the rows that may be left out.
  double suppress = 0;
  Threads threads;
};

// In the place of a class value that is not published.
inline constexpr Code ambiguous = std::numeric_limits<Code>::max();

struct PublishedFragment {
  Fragment plan;
  // The equivalence classes; the same rows in every fragment. Rows are to be published in an order
  // drawn anew for each fragment.
  TuplePartition classes;
  // Of the fragment's quasi-identifiers, in the table's order; its other attributes are published
  // as they are.
  std::vector<GeneralizedAttribute> attributes;
  // The class value to publish with each row of the source, or `ambiguous`; of use for the rows of
  // `classes` only.
  std::vector<Code> class_values;
  // Rows whose class value is another one, or whose equivalence class no longer has it. None where
  // the class is sensitive and protected as such.
  Row changed = 0;
  InformationLoss loss;
};

struct Fragmentation {
  std::vector<PublishedFragment> fragments;
  Row suppressed = 0;
  // Of the mutual information that the fragments were constructed by: see InformationMatrix.
  double information_error = 0;

  Row changed() const;
};

// Publishes fragments of attributes, each k-anonymous in its quasi-identifiers, that share nothing
// but the class and of which no join on it, of any number of them, has fewer than k rows for any
// combination of equivalence classes that is in it (Zakerzadeh, Aggarwal and Barker, "Towards
// Breaking the Curse of Dimensionality for High-Dimensional Privacy", extended version).
// Requires at least one row, 1 <= fragments <= the number of quasi-identifiers besides the class,
// 0 <= delta <= 1, l >= 1; where l is above 1 or a model asks for one, a sensitive attribute; for
// delta_selectivity a class without NULL, which is what ambiguous values are published as. Throws
// Infeasible where no release can meet the options.
Fragmentation fragment(const Microdata& data, const FragmentationOptions& options, Random& random,
                       const Progress& progress);

}  // namespace microdata
