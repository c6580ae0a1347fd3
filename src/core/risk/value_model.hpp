#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/risk/known_features.hpp"

namespace microdata {

// How the value of a sensitive attribute follows from what is known of a person: the exponential of
// the sum of the weights of the person's features, normalized over all values.
struct ValueModel {
  using Weights = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  // Features by values.
  Weights weights;

  std::size_t values() const { return static_cast<std::size_t>(weights.cols()); }
  // The probability of each value, for a person of these features; `into` has one for each value.
  void predict(std::span<const std::uint32_t> features, std::span<double> into) const;
};

// Persons to learn from: beliefs[i * values + s] is how probable the value s is of persons[i],
// given; over all values that is 1.
struct Lessons {
  std::span<const Row> persons;
  std::span<const float> beliefs;
  std::size_t values = 0;
};

// Features and values as if independent given the value, each pair seen half a time more.
ValueModel learn_naive_bayes(const KnownFeatures& features, const Lessons& lessons,
                             const Progress& progress);

// Multinomial logistic regression with a quadratic penalty, by a bound on its curvature that is the
// same for all values and weights (D. Böhning, "Multinomial logistic regression algorithm", Ann.
// Inst. Statist. Math. 1992), and Nesterov's momentum.
class LogisticRegression {
 public:
  // The persons of all lessons.
  LogisticRegression(const KnownFeatures& features, std::span<const Row> persons,
                     const Progress& progress);

  // Improves the model by so many steps; without weights it starts at none. Its results do not
  // depend on the number of threads.
  void learn(ValueModel& model, const Lessons& lessons, unsigned steps, Threads threads,
             const Progress& progress) const;

 private:
  std::size_t count_;
  // Of one person after the other: persons are in random order, and what is far apart in memory
  // takes longer to fetch than to sum up.
  std::vector<std::uint32_t> features_;
  Eigen::LDLT<Eigen::MatrixXd> bound_;
};

}  // namespace microdata
