#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace microdata::fuzz {

// Returns a message without its quoted parts and numbers.
std::string generic(const std::string& text);

// Errors that were found, once for each kind. Messages that differ only in names and numbers are
// the same finding.
class Findings {
 public:
  explicit Findings(std::string folder) : folder_(std::move(folder)) {}

  // Adds a finding. The script reproduces it, as does the fuzzer with the seed at this place, for
  // example "scene 17".
  void add(const std::string& what, const std::string& detail, const std::string& script,
           std::uint64_t seed, const std::string& place);

  std::size_t distinct() const { return findings_.size(); }
  void write() const;

 private:
  struct Finding {
    std::size_t number = 0;
    std::size_t times = 0;
    std::string first;  // whole text
    std::string place;
  };

  std::string folder_;
  std::uint64_t seed_ = 0;
  std::map<std::string, Finding> findings_;
};

}  // namespace microdata::fuzz
