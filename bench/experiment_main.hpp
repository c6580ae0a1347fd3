#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace microdata::experiment {

// Parses the options of an experiment, calls `run` and prints its errors. Returns the exit status
// of main().
int run_experiment(CLI::App& app, int argc, char** argv, const std::function<void()>& run);

}  // namespace microdata::experiment
