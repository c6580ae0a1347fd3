// What the server does, in one line.
#pragma once

#include <optional>
#include <string>

namespace microdata::client {

// A row of microdata.progress.
struct ServerProgress {
  std::string command;
  std::string relation;
  std::string phase;
  int phases_done = 0;
  int phases_total = 0;
  double done = 0;
  double total = 0;
  std::string unit;
};

// Which part of the work is done; nullopt where the server does not say how much there is.
std::optional<double> done_fraction(const ServerProgress& progress);

// The part that is done, as it is shown: within one command it does not go back. A step may have
// several phases, each of which counts its units from 0.
class ShownFraction {
 public:
  std::optional<double> observe(const ServerProgress& progress);

 private:
  std::string command_;
  std::string relation_;
  double largest_ = 0;
};

// How far the work is, as far as that is known.
struct Pace {
  std::optional<double> fraction;
  std::optional<double> seconds_left;
};

// For a terminal of that width: a bar, the phase and the time left.
std::string progress_bar(const ServerProgress& progress, const Pace& given, int width);

// For a log.
std::string progress_line(const ServerProgress& progress, const Pace& given);

}  // namespace microdata::client
