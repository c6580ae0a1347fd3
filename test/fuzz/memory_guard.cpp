#include "memory_guard.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <sys/resource.h>

namespace microdata::fuzz {

namespace {

std::string file_of(int process, const char* name) {
  return "/proc/" + std::to_string(process) + "/" + name;
}

long figure_of(int process, const std::string& name) {
  std::ifstream status(file_of(process, "status"));
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name)) return std::stol(line.substr(name.size()));
  }
  return 0;
}

// Restarts the kernel's count of the peak.
void forget_peak(int process) {
  std::ofstream(file_of(process, "clear_refs")) << "5" << std::flush;
}

}  // namespace

void MemoryGuard::watch(int process) {
  process_ = process;
  // The limit includes addresses that are reserved for threads and are not memory.
  const auto room = static_cast<rlim_t>(figure_of(process, "VmSize:") + 4 * bound_kb) * 1024;
  const rlimit limit{room, room};
  prlimit(process, RLIMIT_AS, &limit, nullptr);
  forget_peak(process);
  before_ = figure_of(process, "VmRSS:");
}

long MemoryGuard::taken() {
  const long taken = figure_of(process_, "VmHWM:") - before_;
  most_ = std::max(most_, taken);
  forget_peak(process_);
  before_ = figure_of(process_, "VmRSS:");
  return taken;
}

}  // namespace microdata::fuzz
