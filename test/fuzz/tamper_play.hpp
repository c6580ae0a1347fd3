#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "guarded_calls.hpp"
#include "scene.hpp"

namespace microdata::fuzz {

// Changes releases behind the back of the extension. Where verify_release then finds nothing that
// does not hold, the checks that are written from the manual must find nothing either. Each change
// has a seed of its own.
class TamperPlay {
 public:
  // The releases are those that are there, in the schema fuzz.
  TamperPlay(Stage& stage, std::uint64_t seed);

  void play(std::size_t number);
  const GuardedCalls& calls() const { return calls_; }
  // Those that verify_release did not see.
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
