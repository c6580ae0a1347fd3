#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "core/correlation/discretization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"

namespace microdata {

// A vertical fragment: the class attribute belongs to every one and is not listed.
struct Fragment {
  // In the table's order.
  AttributeSet attributes;
  // V and W of section 3.2 in nats: the mean mutual information of its features with the class, and
  // the mean over all ordered pairs of its features, each with itself among them.
  double relevance = 0;
  double redundancy = 0;
};

// The greedy search of section 4.1, algorithm 1 (Zakerzadeh, Aggarwal and Barker, "Towards Breaking
// the Curse of Dimensionality for High-Dimensional Privacy", extended version).
// `information` is over all features and, last, the class. Features that are not among the first
// `leading` are assigned once all of these are. Seeds are the pair of leading features with the
// highest mutual information and, for more than two fragments, one after another the feature with
// the highest sum over those chosen before. Then, always, the feature and the fragment whose
// V - W gains most. Ties go to the first feature, then the first fragment.
// Requires 1 <= fragments <= leading. The attributes of the result are indices into `information`,
// ascending; the fragments are in the order of their first.
std::vector<Fragment> construct_fragments(const Eigen::MatrixXd& information, std::size_t leading,
                                          std::size_t fragments, const Progress& progress = {});

struct FragmentPlan {
  std::vector<Fragment> fragments;
  // Of every mutual information: see InformationMatrix.
  double error = 0;
};

// Rows above so many are sampled.
inline constexpr std::size_t rows_counted = std::size_t{1} << 17U;

// The features are the quasi-identifiers; then come the sensitive and the insensitive attributes
// (section 3.2, last paragraph), without the class attribute, which may have any role.
// Requires 1 <= fragments <= the number of quasi-identifiers.
FragmentPlan plan_fragments(const Microdata& data, std::size_t class_attribute,
                            std::size_t fragments, const DiscretizationOptions& discretization,
                            Threads threads, Random& random, const Progress& progress);

}  // namespace microdata
