#include "core/utility/level_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/microdata/linking_marginals.hpp"

namespace microdata {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int fitting_sweeps = 20;
constexpr unsigned steps = 26;
// Steps at which information and variances are computed anew.
constexpr unsigned renewals[] = {0, 4, 10, 18};
// Limit on the buckets that information is taken from; the sum is extrapolated to all buckets.
constexpr std::size_t most_informing = 1500;
constexpr double first_variance = 0.05;
constexpr double least_variance = 1e-3;
constexpr double most_variance = 4;
// Number of weights that count in addition to those of each family, with squares of least_variance.
// A family without evidence is therefore taken to have hardly any influence.
constexpr double believed = 30;
// Precision of the constants, which are hardly penalized.
constexpr double constant_precision = 1e-4;
// Lower bound of probabilities, because a bucket can have a level that the model considers next to
// impossible.
constexpr double least_probability = 1e-9;

// Fits weights to the slots and rows by iterative proportional fitting, rows last.
void balance(std::span<const LevelRows> slots, std::span<double> weights) {
  const std::size_t rows = weights.size() / slots.size();
  std::vector<double> of_slot(slots.size());
  for (int sweep = 0; sweep < fitting_sweeps; ++sweep) {
    std::fill(of_slot.begin(), of_slot.end(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t s = 0; s < slots.size(); ++s)
        of_slot[s] += weights[i * slots.size() + s];
    }
    for (std::size_t s = 0; s < slots.size(); ++s)
      of_slot[s] = of_slot[s] > 0 ? slots[s].rows / of_slot[s] : 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = weights.subspan(i * slots.size(), slots.size());
      double sum = 0;
      for (std::size_t s = 0; s < slots.size(); ++s)
        sum += row[s] *= of_slot[s];
      for (double& weight : row)
        weight = sum > 0 ? weight / sum : 1.0 / static_cast<double>(slots.size());
    }
  }
}

void predict_classes(const MatrixXd& weights, const RowFeatures& features, std::size_t place,
                     std::span<double> into) {
  Eigen::Map<VectorXd> sum(into.data(), weights.rows());
  sum = weights.col(weights.cols() - 1);
  for (const std::uint32_t feature : features.of(place))
    sum += weights.col(feature);
  sum = (sum.array() - sum.maxCoeff()).exp();
  sum /= sum.sum();
  sum = sum.cwiseMax(least_probability);
}

// Gradient of the likelihood and its information, with steps along them.
class Learning {
 public:
  Learning(const RowFeatures& features, const BucketOrder& order, const BucketLevels& levels,
           std::span<const std::uint32_t> buckets, LevelModel& model)
      : features_(features),
        order_(order),
        levels_(levels),
        buckets_(buckets),
        model_(model),
        constant_(static_cast<Eigen::Index>(features.count())),
        classes_(model.weights.rows()),
        precision_(VectorXd::Constant(constant_ + 1, constant_precision)) {
    model_.variance.assign(features.families(), first_variance);
    model_.covariance.resize(static_cast<std::size_t>(classes_));
    set_precision();
  }

  void find_gradient(const MatrixXd& weights, const Progress& progress) {
    gradient_ = -weights;
    gradient_.array().rowwise() *= precision_.transpose().array();
    std::vector<double> predicted(static_cast<std::size_t>(classes_));
    std::vector<double> links;
    for (std::size_t n = 0; n < buckets_.size(); ++n) {
      progress.checkpoint_at(n * 64);
      add_bucket(weights, buckets_[n], predicted, links);
    }
  }

  // Computes the expected information about the rows' levels, given that a bucket shows only their
  // sums. It is for each class the square of the derivative of the expected number, divided by its
  // variance.
  void find_information(const Progress& progress) {
    const std::size_t used = std::min(buckets_.size(), most_informing);
    const double scale = static_cast<double>(buckets_.size()) / static_cast<double>(used);
    std::vector<MatrixXd> information(static_cast<std::size_t>(classes_),
                                      MatrixXd::Zero(constant_ + 1, constant_ + 1));
    MatrixXd slope = MatrixXd::Zero(constant_ + 1, classes_);
    std::vector<double> predicted(static_cast<std::size_t>(classes_));
    for (std::size_t n = 0; n < used; ++n) {
      progress.checkpoint_at(n * 1024);
      add_information(buckets_[n], scale, information, slope, predicted);
    }
    for (Eigen::Index c = 0; c < classes_; ++c) {
      progress.checkpoint();
      MatrixXd& one = information[static_cast<std::size_t>(c)];
      one.triangularView<Eigen::StrictlyLower>() = one.transpose();
      one.diagonal() += precision_;
      model_.covariance[static_cast<std::size_t>(c)] =
          one.ldlt().solve(MatrixXd::Identity(constant_ + 1, constant_ + 1));
    }
  }

  // Estimates variances by MacKay's rule. A family's number of well-determined weights is the share
  // by which the posterior variance falls short of the prior variance, summed over its weights.
  void estimate_variances() {
    for (std::size_t f = 0; f < features_.families(); ++f) {
      double squares = 0;
      double determined = 0;
      for (Eigen::Index j = 0; j < constant_; ++j) {
        if (features_.family(static_cast<std::size_t>(j)) != f) continue;
        squares += model_.weights.col(j).squaredNorm();
        for (const MatrixXd& covariance : model_.covariance)
          determined += 1 - covariance(j, j) / model_.variance[f];
      }
      model_.variance[f] =
          std::clamp((squares + believed * least_variance) / (determined + believed),
                     least_variance, most_variance);
    }
    set_precision();
  }

  MatrixXd step(const MatrixXd& weights) const {
    constexpr double damping = 0.8;
    MatrixXd next = weights;
    for (Eigen::Index c = 0; c < classes_; ++c) {
      const VectorXd step =
          model_.covariance[static_cast<std::size_t>(c)] * gradient_.row(c).transpose();
      const double largest = step.cwiseAbs().maxCoeff();
      next.row(c) += std::min(damping, 1 / std::max(largest, 1e-9)) * step.transpose();
    }
    return next;
  }

 private:
  void set_precision() {
    for (Eigen::Index j = 0; j < constant_; ++j)
      precision_[j] = 1 / model_.variance[features_.family(static_cast<std::size_t>(j))];
  }

  void add_bucket(const MatrixXd& weights, std::uint32_t b, std::vector<double>& predicted,
                  std::vector<double>& links) {
    const auto slots = levels_[b];
    const std::size_t rows = order_.size(b);
    const std::size_t first = order_.first[b];
    links.clear();
    differences_.resize(static_cast<Eigen::Index>(rows), classes_);
    for (std::size_t i = 0; i < rows; ++i) {
      predict_classes(weights, features_, first + i, predicted);
      for (const LevelRows& slot : slots)
        links.push_back(predicted[model_.class_of[slot.level]]);
      for (Eigen::Index c = 0; c < classes_; ++c)
        differences_(static_cast<Eigen::Index>(i), c) = -predicted[static_cast<std::size_t>(c)];
    }
    link_levels(slots, links);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      for (std::size_t s = 0; s < slots.size(); ++s)
        differences_(row, static_cast<Eigen::Index>(model_.class_of[slots[s].level])) +=
            links[i * slots.size() + s];
      for (const std::uint32_t feature : features_.of(first + i))
        gradient_.col(feature) += differences_.row(row).transpose();
      gradient_.col(constant_) += differences_.row(row).transpose();
    }
  }

  void add_information(std::uint32_t b, double scale, std::vector<MatrixXd>& information,
                       MatrixXd& slope, std::vector<double>& predicted) {
    touched_.clear();
    VectorXd variance = VectorXd::Zero(classes_);
    for (std::size_t place = order_.first[b]; place < order_.first[b + 1]; ++place) {
      predict_classes(model_.weights, features_, place, predicted);
      const Eigen::Map<const VectorXd> p(predicted.data(), classes_);
      const VectorXd one = p.array() * (1 - p.array());
      variance += one;
      for (const std::uint32_t feature : features_.of(place)) {
        touched_.push_back(feature);
        slope.row(feature) += one.transpose();
      }
    }
    slope.row(constant_) = variance.transpose();
    touched_.push_back(constant_);
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (Eigen::Index c = 0; c < classes_; ++c) {
      const double by = scale / std::max(variance[c], 1e-9);
      MatrixXd& one = information[static_cast<std::size_t>(c)];
      for (std::size_t y = 0; y < touched_.size(); ++y) {
        const double of_y = by * slope(touched_[y], c);
        for (std::size_t x = 0; x <= y; ++x)
          one(touched_[x], touched_[y]) += of_y * slope(touched_[x], c);
      }
    }
    for (const Eigen::Index feature : touched_)
      slope.row(feature).setZero();
  }

  const RowFeatures& features_;
  const BucketOrder& order_;
  const BucketLevels& levels_;
  std::span<const std::uint32_t> buckets_;
  LevelModel& model_;
  Eigen::Index constant_;
  Eigen::Index classes_;
  VectorXd precision_;
  MatrixXd gradient_;
  MatrixXd differences_;
  std::vector<Eigen::Index> touched_;
};

}  // namespace

void LevelModel::predict(const RowFeatures& features, std::size_t place,
                         std::span<double> into) const {
  predict_classes(weights, features, place, into);
}

void link_levels(std::span<const LevelRows> slots, std::span<double> weights) {
  if (slots.empty()) return;
  std::vector<std::uint32_t> counts;
  for (const LevelRows& slot : slots)
    counts.push_back(slot.rows);
  constexpr std::size_t most = LinkingMarginals::most_states;
  if (slots.size() > 1 && LinkingMarginals::states(counts, most) <= most &&
      LinkingMarginals(counts).find(weights)) {
    return;
  }
  balance(slots, weights);
}

LevelModel learn_levels(const RowFeatures& features, const BucketOrder& order,
                        const BucketLevels& levels, std::vector<Code> class_of, Code classes,
                        std::span<const std::uint32_t> buckets, const Progress& progress) {
  LevelModel model;
  model.class_of = std::move(class_of);
  const auto constant = static_cast<Eigen::Index>(features.count());
  model.weights = MatrixXd::Zero(classes, constant + 1);
  VectorXd rows = VectorXd::Constant(classes, 0.5);
  for (const std::uint32_t b : buckets) {
    for (const LevelRows& slot : levels[b])
      rows[static_cast<Eigen::Index>(model.class_of[slot.level])] += slot.rows;
  }
  model.weights.col(constant) = (rows / rows.sum()).array().log();
  Learning learning(features, order, levels, buckets, model);
  // Nesterov's momentum restarts when information and variances change.
  MatrixXd at = model.weights;
  double momentum = 1;
  for (unsigned step = 0; step < steps; ++step) {
    const bool renew =
        std::find(std::begin(renewals), std::end(renewals), step) != std::end(renewals);
    if (renew) {
      learning.find_information(progress);
      if (step > 0) {
        learning.estimate_variances();
        learning.find_information(progress);
      }
      at = model.weights;
      momentum = 1;
    }
    learning.find_gradient(at, progress);
    const MatrixXd next = learning.step(at);
    const double further = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    at = next + std::min((momentum - 1) / further, 0.6) * (next - model.weights);
    model.weights = next;
    momentum = further;
  }
  return model;
}

}  // namespace microdata
