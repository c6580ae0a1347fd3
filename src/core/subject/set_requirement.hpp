#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/partition/mondrian.hpp"
#include "core/subject/set_atoms.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Rule for buckets of persons as a Requirement of Mondrian. A tuple's only tag is the person with
// its set.
class SetRequirement {
 public:
  struct Scratch {
    // Counts of each side, by item; zero between calls.
    std::array<std::vector<std::uint32_t>, 2> counts;
    // Persons on the left less those on the right, by item; zero between calls.
    std::vector<std::int32_t> more_left;
    std::array<std::vector<Row>, 2> side;
    std::vector<Row> persons;
    SetAtomScratch atoms;
    SetJudge judge;
  };

  // `rule` must outlive the requirement.
  explicit SetRequirement(const SetRule& rule) : rule_(rule) {}

  Scratch make_scratch() const;
  std::size_t fewest() const { return rule_.fewest(); }
  std::size_t finish_size() const;

  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
              Scratch& scratch) const;
  void mark_allowed(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                    std::span<std::uint8_t> allowed, Scratch& scratch) const;
  bool share(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
             std::span<Side> sides, Scratch& scratch) const;
  std::uint32_t finish(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                       std::span<std::uint32_t> bucket_of, Scratch& scratch) const;

 private:
  bool clear(std::span<const std::uint32_t> tags, Scratch& scratch, bool result) const;

  const SetRule& rule_;
};

}  // namespace microdata
