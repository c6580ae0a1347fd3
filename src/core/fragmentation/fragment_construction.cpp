#include "core/fragmentation/fragment_construction.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/correlation/sampled_information.hpp"
#include "core/microdata/attribute_set.hpp"

namespace microdata {

namespace {

// A growing fragment, with the sums that determine a feature's contribution.
class GrowingFragment {
 public:
  explicit GrowingFragment(const Eigen::MatrixXd& information)
      : information_(&information), shared_(Eigen::VectorXd::Zero(information.rows())) {}

  void add(Eigen::Index feature) {
    relevance_sum_ += relevance_of(feature);
    redundancy_sum_ = redundancy_sum_with(feature);
    shared_ += information_->col(feature);
    features_.push_back(static_cast<std::size_t>(feature));
  }

  double relevance() const { return features_.empty() ? 0 : relevance_sum_ / size(); }
  double redundancy() const { return features_.empty() ? 0 : redundancy_sum_ / (size() * size()); }

  // Returns the increase of V - W if the feature is added.
  double contribution(Eigen::Index feature) const {
    const double size_after = size() + 1;
    const double after = (relevance_sum_ + relevance_of(feature)) / size_after -
                         redundancy_sum_with(feature) / (size_after * size_after);
    return after - (relevance() - redundancy());
  }

  Fragment result() const {
    Fragment fragment{features_, relevance(), redundancy()};
    std::sort(fragment.attributes.begin(), fragment.attributes.end());
    return fragment;
  }

 private:
  double size() const { return static_cast<double>(features_.size()); }
  double relevance_of(Eigen::Index feature) const {
    return (*information_)(feature, information_->cols() - 1);
  }
  double redundancy_sum_with(Eigen::Index feature) const {
    return redundancy_sum_ + 2 * shared_(feature) + (*information_)(feature, feature);
  }

  const Eigen::MatrixXd* information_;
  // Sum of each feature's mutual information with the features of the fragment.
  Eigen::VectorXd shared_;
  AttributeSet features_;
  double relevance_sum_ = 0;
  double redundancy_sum_ = 0;
};

std::vector<Eigen::Index> choose_seeds(const Eigen::MatrixXd& information, Eigen::Index features,
                                       std::size_t fragments, const Progress& progress) {
  std::vector<Eigen::Index> seeds{0};
  if (fragments > 1) {
    double most = -1;
    for (Eigen::Index i = 0; i < features; ++i) {
      progress.checkpoint();
      for (Eigen::Index j = i + 1; j < features; ++j) {
        if (information(i, j) <= most) continue;
        most = information(i, j);
        seeds = {i, j};
      }
    }
  }
  while (seeds.size() < fragments) {
    double most = -1;
    Eigen::Index next = 0;
    for (Eigen::Index i = 0; i < features; ++i) {
      progress.checkpoint();
      if (std::find(seeds.begin(), seeds.end(), i) != seeds.end()) continue;
      double sum = 0;
      for (const Eigen::Index seed : seeds)
        sum += information(i, seed);
      if (sum <= most) continue;
      most = sum;
      next = i;
    }
    seeds.push_back(next);
  }
  return seeds;
}

// Assigns the features that are still free to the fragments.
void assign(std::vector<Eigen::Index> free, std::vector<GrowingFragment>& fragments,
            const Progress& progress) {
  while (!free.empty()) {
    double most = -std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    std::size_t best_fragment = 0;
    for (std::size_t i = 0; i < free.size(); ++i) {
      progress.checkpoint();
      for (std::size_t f = 0; f < fragments.size(); ++f) {
        const double contribution = fragments[f].contribution(free[i]);
        if (contribution <= most) continue;
        most = contribution;
        best = i;
        best_fragment = f;
      }
    }
    fragments[best_fragment].add(free[best]);
    free.erase(free.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

}  // namespace

std::vector<Fragment> construct_fragments(const Eigen::MatrixXd& information, std::size_t leading,
                                          std::size_t fragments, const Progress& progress) {
  const Eigen::Index features = information.cols() - 1;
  const auto first = static_cast<Eigen::Index>(leading);
  std::vector<GrowingFragment> growing(fragments, GrowingFragment(information));
  const std::vector<Eigen::Index> seeds = choose_seeds(information, first, fragments, progress);
  for (std::size_t f = 0; f < fragments; ++f)
    growing[f].add(seeds[f]);
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < first; ++i) {
    if (std::find(seeds.begin(), seeds.end(), i) == seeds.end()) free.push_back(i);
  }
  assign(free, growing, progress);
  free.clear();
  for (Eigen::Index i = first; i < features; ++i)
    free.push_back(i);
  assign(free, growing, progress);
  std::vector<Fragment> result;
  for (const GrowingFragment& fragment : growing)
    result.push_back(fragment.result());
  std::sort(result.begin(), result.end(), [](const Fragment& a, const Fragment& b) {
    return a.attributes.front() < b.attributes.front();
  });
  return result;
}

FragmentPlan plan_fragments(const Microdata& data, std::size_t class_attribute,
                            std::size_t fragments, const DiscretizationOptions& discretization,
                            Threads threads, Random& random, const Progress& progress) {
  progress.phase("correlate");
  AttributeSet attributes =
      without(attributes_with_role(data, Role::quasi_identifier), {class_attribute});
  const std::size_t leading = attributes.size();
  for (const Role role : {Role::sensitive, Role::insensitive}) {
    for (const std::size_t a : attributes_with_role(data, role)) {
      if (a != class_attribute) attributes.push_back(a);
    }
  }
  attributes.push_back(class_attribute);
  const InformationMatrix information = sampled_information(
      data, attributes, discretization, rows_counted, threads, random, progress);
  FragmentPlan plan{construct_fragments(information.matrix, leading, fragments, progress),
                    information.error};
  for (Fragment& fragment : plan.fragments) {
    for (std::size_t& a : fragment.attributes)
      a = attributes[a];
    std::sort(fragment.attributes.begin(), fragment.attributes.end());
  }
  return plan;
}

}  // namespace microdata
