#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "guarded_calls.hpp"
#include "scene.hpp"

namespace microdata::fuzz {

// A play that changes releases without the extension. If verify_release reports no violation of a
// changed release, the checks that follow the manual must report none either. Each change has its
// own seed.
class TamperPlay {
 public:
  // The releases are the existing ones in the schema fuzz.
  TamperPlay(Stage& stage, std::uint64_t seed);

  void play(std::size_t number);
  const GuardedCalls& calls() const { return calls_; }
  // Returns the number of changes that verify_release did not detect.
  std::size_t unseen() const { return unseen_; }

 private:
  struct Table {
    std::string name;    // quoted
    std::string bucket;  // quoted, or empty
    std::vector<std::string> columns;
  };
  struct Release {
    std::string id;
    std::string name;
    std::string method;
    std::vector<Table> tables;
  };

  static std::vector<Release> releases(Session& session);
  std::string some_change(Choice& choice, const Release& release);
  void judge(const Release& release, const std::string& change, const std::string& place);

  Stage& stage_;
  std::uint64_t seed_;
  std::vector<Release> releases_;
  GuardedCalls calls_;
  std::size_t unseen_ = 0;
};

}  // namespace microdata::fuzz
