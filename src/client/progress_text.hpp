// Progress of the server in one line.
#pragma once

#include <optional>
#include <string>

namespace microdata::client {

// Row of microdata.progress.
struct ServerProgress {
  std::string command;
  std::string relation;
  std::string phase;
  int phases_done = 0;
  int phases_total = 0;
  double done = 0;
  double total = 0;
};

// Returns the fraction of the work that is done; nullopt if the server does not report the total.
std::optional<double> done_fraction(const ServerProgress& progress);

// Fraction as it is shown, which never decreases within one command. A step can have several
// phases, each of them counting its units from 0.
class ShownFraction {
 public:
  std::optional<double> observe(const ServerProgress& progress);

 private:
  std::string command_;
  std::string relation_;
  double largest_ = 0;
};

// Estimate of the remaining time of some work, by its progress.
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

// Progress of the work, as far as it is known.
struct Pace {
  std::optional<double> fraction;
  std::optional<double> seconds_left;
};

// Returns a line for a terminal of that width: a bar, the phase and the time left.
std::string progress_bar(const ServerProgress& progress, const Pace& given, int width);

// Returns a line for a log.
std::string progress_line(const ServerProgress& progress, const Pace& given);

}  // namespace microdata::client
