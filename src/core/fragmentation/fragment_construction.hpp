#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/correlation/discretization.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// A vertical fragment. The class attribute belongs to every fragment and is not listed.
struct Fragment {
  // Attributes in the table's order.
  AttributeSet attributes;
  // V and W of section 3.2, in nats. V is the mean mutual information of the fragment's features
  // with the class. W is the mean over all ordered pairs of features, including each feature with
  // itself.
  double relevance = 0;
  double redundancy = 0;
};

// Returns fragments by the greedy search of section 4.1, algorithm 1 (Zakerzadeh, Aggarwal and
// Barker, "Towards Breaking the Curse of Dimensionality for High-Dimensional Privacy", extended
// version).
//
// `information` covers all features and, last, the class. The first `leading` features are assigned
// before all others. The seeds are the pair of leading features with the highest mutual
// information. For more than two fragments, further seeds follow one by one, each with the highest
// sum over the seeds before. Each step then assigns the feature to the fragment whose V - W gains
// most. Ties go to the first feature, then to the first fragment.
//
// Requires 1 <= fragments <= leading. The attributes of the result are indices into `information`,
// ascending. The fragments are in the order of their first attributes.
std::vector<Fragment> construct_fragments(const Eigen::MatrixXd& information, std::size_t leading,
                                          std::size_t fragments, const Progress& progress = {});

struct FragmentPlan {
  std::vector<Fragment> fragments;
  // Error of every mutual information; see InformationMatrix.
  double error = 0;
};

// Largest number of rows that are all counted; larger tables are sampled.
inline constexpr std::size_t rows_counted = std::size_t{1} << 17U;

// Returns the fragments of the attributes without the class attribute, which can have any role. The
// leading features are the quasi-identifiers; the sensitive and insensitive attributes follow
// (section 3.2, last paragraph). Requires 1 <= fragments <= the number of quasi-identifiers.
FragmentPlan plan_fragments(const Microdata& data, std::size_t class_attribute,
                            std::size_t fragments, const DiscretizationOptions& discretization,
                            Threads threads, Random& random, const Progress& progress);

}  // namespace microdata
