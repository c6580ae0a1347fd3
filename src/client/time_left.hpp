// How long something still takes, by how far it came.
#pragma once

#include <optional>
#include <string>

namespace microdata::client {

class TimeLeft {
 public:
  // `fraction` of the work is done after so many seconds. Seconds that are left, once they can be
  // told.
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

// "45 s", "3 min 20 s", "2 h 5 min".
std::string time_text(double seconds);

}  // namespace microdata::client
