#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace microdata::experiment {

// The end of an experiment's main(): reads the options, runs, and says what went wrong. Returns the
// status.
int run_experiment(CLI::App& app, int argc, char** argv, const std::function<void()>& run);

}  // namespace microdata::experiment
