#include "experiment_main.hpp"

#include <exception>
#include <iostream>

namespace microdata::experiment {

int run_experiment(CLI::App& app, int argc, char** argv, const std::function<void()>& run) {
  CLI11_PARSE(app, argc, argv);
  try {
    run();
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}

}  // namespace microdata::experiment
