#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace microdata::fuzz {

// A message without what is quoted in it and without its numbers.
std::string generic(const std::string& text);

// What must not be, once for each kind of it: the same message with other names and numbers is the
// same finding.
class Findings {
 public:
  explicit Findings(std::string folder) : folder_(std::move(folder)) {}

  // The script makes it happen again, and so does the fuzzer with the seed at this place, such as
  // "scene 17".
  void add(const std::string& what, const std::string& detail, const std::string& script,
           std::uint64_t seed, const std::string& place);

  std::size_t distinct() const { return findings_.size(); }
  void write() const;

 private:
  struct Finding {
    std::size_t number = 0;
    std::size_t times = 0;
    std::string first;  // in full
    std::string place;
  };

  std::string folder_;
  std::uint64_t seed_ = 0;
  std::map<std::string, Finding> findings_;
};

}  // namespace microdata::fuzz
