#include "core/risk/value_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.hpp"

namespace microdata {

namespace {

using Weights = ValueModel::Weights;

// Penalty of every weight's square in the logarithm of the likelihood.
constexpr double penalty = 1;

// Returns the gradient: the persons' features times the difference between the beliefs and the
// model's probabilities, less the penalty.
Weights gradient(const ValueModel& model, std::span<const std::uint32_t> features,
                 const Lessons& lessons, Threads threads, const Progress& progress) {
  constexpr std::size_t block = 2048;
  const std::size_t persons = lessons.persons.size();
  const std::size_t of_each = features.size() / std::max(persons, std::size_t{1});
  // Sums are by block, and are added in the order of the blocks, so that the order of threads does
  // not matter.
  std::vector<Weights> sums((persons + block - 1) / block);
  std::vector<std::size_t> blocks(sums.size());
  for (std::size_t b = 0; b < blocks.size(); ++b)
    blocks[b] = b;
  WorkList<std::size_t>::run(threads, std::move(blocks), progress,
                             [&](std::size_t& b, auto& /*list*/, const Progress& poll) {
                               Weights& sum = sums[b];
                               sum = Weights::Zero(model.weights.rows(), model.weights.cols());
                               Eigen::RowVectorXd beyond(model.weights.cols());
                               const std::size_t end = std::min(persons, (b + 1) * block);
                               for (std::size_t i = b * block; i < end; ++i) {
                                 if (i % 64 == 0) poll.checkpoint();
                                 const auto known = features.subspan(i * of_each, of_each);
                                 model.predict(known, std::span(beyond.data(), lessons.values));
                                 const float* const beliefs =
                                     lessons.beliefs.data() + i * lessons.values;
                                 for (std::size_t s = 0; s < lessons.values; ++s)
                                   beyond[static_cast<Eigen::Index>(s)] =
                                       beliefs[s] - beyond[static_cast<Eigen::Index>(s)];
                                 for (const std::uint32_t feature : known)
                                   sum.row(feature) += beyond;
                               }
                             });
  Weights total = -penalty * model.weights;
  for (const Weights& sum : sums)
    total += sum;
  return total;
}

// Computes the sums over the features of `at_once` values' weights, from the column on. The sums
// are in registers, because most of an attack's time is spent here.
template <int at_once>
void sum_weights(const Weights& weights, std::span<const std::uint32_t> features,
                 Eigen::Index column, double* into) {
  using Sums = Eigen::Array<double, at_once, 1>;
  Sums sums = Sums::Zero();
  const double* const first = weights.data() + column;
  for (const std::uint32_t feature : features)
    sums += Eigen::Map<const Sums>(first + feature * weights.cols());
  Eigen::Map<Sums>(into + column) = sums;
}

}  // namespace

void ValueModel::predict(std::span<const std::uint32_t> features, std::span<double> into) const {
  constexpr int at_once = 8;
  Eigen::Index column = 0;
  for (; column + at_once <= weights.cols(); column += at_once)
    sum_weights<at_once>(weights, features, column, into.data());
  for (; column + 2 <= weights.cols(); column += 2)
    sum_weights<2>(weights, features, column, into.data());
  if (column < weights.cols()) sum_weights<1>(weights, features, column, into.data());
  Eigen::Map<Eigen::RowVectorXd> sum(into.data(), weights.cols());
  sum = (sum.array() - sum.maxCoeff()).exp();
  sum /= sum.sum();
}

ValueModel learn_naive_bayes(const KnownFeatures& features, const Lessons& lessons,
                             const Progress& progress) {
  constexpr double seen = 0.5;
  ValueModel model;
  model.weights = Weights::Constant(static_cast<Eigen::Index>(features.count()),
                                    static_cast<Eigen::Index>(lessons.values), seen);
  for (std::size_t i = 0; i < lessons.persons.size(); ++i) {
    progress.checkpoint_at(i * 16);
    const Eigen::Map<const Eigen::RowVectorXf> beliefs(lessons.beliefs.data() + i * lessons.values,
                                                       static_cast<Eigen::Index>(lessons.values));
    for (const std::uint32_t feature : features.of(lessons.persons[i]))
      model.weights.row(feature) += beliefs.cast<double>();
  }
  // The feature that all persons have contains the counts of the values.
  const Eigen::RowVectorXd of_value = model.weights.row(0);
  model.weights.bottomRows(model.weights.rows() - 1).array().rowwise() /= of_value.array();
  model.weights = model.weights.array().log();
  return model;
}

LogisticRegression::LogisticRegression(const KnownFeatures& features, std::span<const Row> persons,
                                       const Progress& progress)
    : count_(features.count()) {
  const auto count = static_cast<Eigen::Index>(features.count());
  Eigen::MatrixXd together = Eigen::MatrixXd::Zero(count, count);
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i * 16);
    const auto known = features.of(persons[i]);
    features_.insert(features_.end(), known.begin(), known.end());
    for (const std::uint32_t a : known) {
      for (const std::uint32_t b : known)
        together(a, b) += 0.5;
    }
  }
  together.diagonal().array() += penalty;
  progress.checkpoint();
  bound_.compute(together);
}

void LogisticRegression::learn(ValueModel& model, const Lessons& lessons, unsigned steps,
                               Threads threads, const Progress& progress) const {
  if (model.weights.size() == 0) {
    model.weights =
        Weights::Zero(static_cast<Eigen::Index>(count_), static_cast<Eigen::Index>(lessons.values));
  }
  ValueModel ahead = model;
  double momentum = 1;
  for (unsigned step = 0; step < steps; ++step) {
    progress.checkpoint();
    const Weights better =
        ahead.weights + bound_.solve(gradient(ahead, features_, lessons, threads, progress));
    const double next = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead.weights = better + (momentum - 1) / next * (better - model.weights);
    model.weights = better;
    momentum = next;
  }
}

}  // namespace microdata
