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

// For a terminal of that width: a bar, the phase and the time left.
std::string progress_bar(const ServerProgress& progress, std::optional<double> seconds_left,
                         int width);

// For a log.
std::string progress_line(const ServerProgress& progress, std::optional<double> seconds_left);

}  // namespace microdata::client
