#include "client/time_left.hpp"

#include <algorithm>
#include <cmath>

namespace microdata::client {

namespace {

// Least time and progress from which the pace is meaningful.
constexpr double least_seconds = 1.0;
constexpr double least_progress = 0.02;
// Weight of a new estimate. Phases differ in pace, so that the shown estimate moves to the new one
// by this part.
constexpr double weight_of_new = 0.3;

}  // namespace

std::optional<double> TimeLeft::observe(double seconds, double fraction) {
  if (fraction < last_fraction_ || last_fraction_ < 0) {
    // A lower fraction means that other work has begun.
    began_at_ = seconds;
    began_with_ = fraction;
    estimate_.reset();
  }
  last_fraction_ = fraction;
  const double passed = seconds - began_at_;
  const double done = fraction - began_with_;
  if (passed < least_seconds || done < least_progress) return std::nullopt;
  double left = passed * (1 - fraction) / done;
  if (estimate_) {
    const double expected = std::max(0.0, estimate_->left - (seconds - estimate_->at));
    left = expected + weight_of_new * (left - expected);
  }
  estimate_ = Estimate{seconds, left};
  return left;
}

std::string time_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(std::max(0.0, seconds)));
  if (whole < 60) return std::to_string(whole) + " s";
  const long minutes = whole / 60;
  if (minutes < 60) return std::to_string(minutes) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

}  // namespace microdata::client
