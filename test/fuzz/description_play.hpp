#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "described_releases.hpp"
#include "memory_guard.hpp"
#include "release_readers.hpp"
#include "scene.hpp"

namespace microdata::fuzz {

// Makes descriptions of releases up from real ones, registers what is taken on tables that may have
// been changed as well, and makes every call about it. Each description has a seed of its own.
class DescriptionPlay {
 public:
  DescriptionPlay(Stage& stage, std::uint64_t seed);

  void play(std::size_t number);
  std::size_t taken() const { return taken_; }
  std::size_t calls() const { return calls_; }
  long most_memory() const { return memory_.most(); }

 private:
  Json made_up_description(Choice& choice, const DescribedRelease& release);
  bool change_tables(Choice& choice, const DescribedRelease& release);
  std::string some_source(Choice& choice, const DescribedRelease& release);
  Subject subject_of(Choice& choice, const DescribedRelease& release, const std::string& source);
  void read_release(Choice& choice, const DescribedRelease& release, const std::string& source);

  Outcome run(const std::string& sql);
  // Makes one call, in a subtransaction that is undone; false where the session is lost.
  bool call(const Call& call, const std::string& statement);
  void find(const std::string& what, const std::string& detail);

  Stage& stage_;
  std::uint64_t seed_;
  std::size_t number_ = 0;
  DescribedReleases described_;
  Vocabulary vocabulary_;
  std::vector<const Function*> functions_;
  const Function* registering_ = nullptr;
  std::vector<std::string> views_;
  MemoryGuard memory_;
  World world_;
  std::string method_;
  std::string script_;
  std::size_t taken_ = 0;
  std::size_t calls_ = 0;
};

}  // namespace microdata::fuzz
