#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/known_features.hpp"

namespace microdata {

// Model of a sensitive attribute's value given the known features of a person. The probability is
// the exponential of the sum of the features' weights, normalized over all values.
struct ValueModel {
  using Weights = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  // Weights by feature (rows) and value (columns).
  Weights weights;

  std::size_t values() const { return static_cast<std::size_t>(weights.cols()); }
  // Computes the probability of each value for a person with these features; `into` has an element
  // for each value.
  void predict(std::span<const std::uint32_t> features, std::span<double> into) const;
};

// Persons to learn from: beliefs[i * values + s] is the given probability that persons[i] has the
// value s. Over all values the probabilities sum to 1.
struct Lessons {
  std::span<const Row> persons;
  std::span<const float> beliefs;
  std::size_t values = 0;
};

// Learns a model in which features are independent given the value, with half an occurrence added
// to each pair of a feature and a value.
ValueModel learn_naive_bayes(const KnownFeatures& features, const Lessons& lessons,
                             const Progress& progress);

// Multinomial logistic regression with a quadratic penalty. It uses a bound on the curvature that
// is the same for all values and weights (D. Böhning, "Multinomial logistic regression algorithm",
// Ann. Inst. Statist. Math. 1992), and Nesterov's momentum.
class LogisticRegression {
 public:
  // Constructs the regression for the persons of all lessons.
  LogisticRegression(const KnownFeatures& features, std::span<const Row> persons,
                     const Progress& progress);

  // Improves the model by `steps` steps, from zero if it has no weights. The result does not depend
  // on the number of threads.
  void learn(ValueModel& model, const Lessons& lessons, unsigned steps, Threads threads,
             const Progress& progress) const;

 private:
  std::size_t count_;
  // Features of one person after the other. Persons are in random order, and fetching distant
  // memory takes longer than adding up.
  std::vector<std::uint32_t> features_;
  Eigen::LDLT<Eigen::MatrixXd> bound_;
};

}  // namespace microdata
