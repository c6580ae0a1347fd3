#include "postgres/inspection/utility_meaning.hpp"

#include <cmath>

#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string percentage(double share) {
  return rounded(100 * share, 1) + "%";
}

std::string over(std::size_t attributes) {
  return " over " + count_of(attributes, "attribute");
}

}  // namespace

std::string meaning_of_loss(double loss, LossMeasure measure) {
  switch (measure) {
    case LossMeasure::values:
      return "The release has lost " + percentage(loss) +
             " of what is known of its attributes, by how many values a published one stands for.";
    case LossMeasure::entropy:
      return "The release has lost " + percentage(loss) +
             " of the information in its attributes, by how often values occur.";
    case LossMeasure::width:
      break;
  }
  return "A published value covers " + percentage(loss) +
         " of the range of its attribute on average.";
}

std::string meaning_of_median_error(double error, std::size_t attributes) {
  return "Half of random counts" + over(attributes) + " are off by " + percentage(error) +
         " or less.";
}

std::string meaning_of_mean_error(double error, std::size_t attributes) {
  return "Random counts" + over(attributes) + " are off by " + percentage(error) + " on average.";
}

std::string meaning_of_largest_errors(double error, std::size_t attributes) {
  return "19 of 20 random counts" + over(attributes) + " are off by " + percentage(error) +
         " or less.";
}

std::string meaning_of_divergence(const Divergence& divergence) {
  if (!std::isfinite(divergence.nats))
    return "The parts contradict each other, and rule out a row that the source has.";
  return "The distribution that the parts imply is " + rounded(divergence.nats, 4) +
         " nats from that of the source; at 0 nats, they are the same.";
}

}  // namespace microdata::postgres
