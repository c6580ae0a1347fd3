#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "described_releases.hpp"
#include "guarded_calls.hpp"
#include "release_readers.hpp"
#include "scene.hpp"

namespace microdata::fuzz {

// A play of descriptions derived from real ones. It registers accepted descriptions on tables,
// which might have been changed, and makes every call about them. Each description has its own
// seed.
class DescriptionPlay {
 public:
  DescriptionPlay(Stage& stage, std::uint64_t seed);

  void play(std::size_t number);
  std::size_t taken() const { return taken_; }
  const GuardedCalls& calls() const { return calls_; }

 private:
  Json made_up_description(Choice& choice, const DescribedRelease& release);
  // Changes some of the tables; their names are quoted.
  void change_tables(Choice& choice, const std::vector<std::string>& tables);
  void change_record(Choice& choice, const DescribedRelease& release);
  std::string some_source(Choice& choice, const DescribedRelease& release);
  Subject subject_of(Choice& choice, const DescribedRelease& release, const std::string& source);
  void read_release(Choice& choice, const DescribedRelease& release, const std::string& source);

  // Returns false if the session is lost.
  bool call(const Call& call, const std::string& statement);

  Stage& stage_;
  std::uint64_t seed_;
  DescribedReleases described_;
  Vocabulary vocabulary_;  // for descriptions
  Vocabulary recorded_;    // for parameters on record
  std::vector<const Function*> functions_;
  const Function* registering_ = nullptr;
  std::vector<std::string> views_;
  GuardedCalls calls_;
  World world_;
  std::string method_;
  std::size_t taken_ = 0;
};

}  // namespace microdata::fuzz
