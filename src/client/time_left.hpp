// Estimate of the remaining time of some work, by its progress.
#pragma once

#include <optional>
#include <string>

namespace microdata::client {

class TimeLeft {
 public:
  // Records that `fraction` of the work is done after `seconds`. Returns the seconds that are left,
  // if they can be estimated.
  std::optional<double> observe(double seconds, double fraction);

 private:
  struct Estimate {
    double at;
    double left;
  };
  double began_at_ = 0;
  double began_with_ = 0;
  double last_fraction_ = -1;
  std::optional<Estimate> estimate_;
};

// Returns a time such as "45 s", "3 min 20 s" or "2 h 5 min".
std::string time_text(double seconds);

}  // namespace microdata::client
