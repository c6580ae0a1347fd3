#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "guarded_calls.hpp"
#include "region_capture.hpp"
#include "scene.hpp"

namespace microdata::fuzz {

// A play of calls between servers about regions, derived from real calls. Each call has its own
// seed.
class RegionPlay {
 public:
  // The connection must be to a database without other users.
  RegionPlay(Stage& stage, const std::string& connection, std::uint64_t seed);

  void play(std::size_t number);
  const GuardedCalls& calls() const { return calls_; }

 private:
  const Function& function(const std::string& name) const;
  std::string made_up(Choice& choice, AskedCall call);
  std::string made_up(Choice& choice, RegionPublishing call);
  void change_known(Choice& choice, std::string& known);
  void change_request(Choice& choice, AskedCall& call);
  void change_relations(Choice& choice, AskedCall& call);

  Stage& stage_;
  Session session_;
  std::uint64_t seed_;
  CapturedCalls captured_;
  Vocabulary plans_;
  Vocabulary releases_;
  GuardedCalls calls_;
};

}  // namespace microdata::fuzz
