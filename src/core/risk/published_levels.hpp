#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/risk/subject_view.hpp"

namespace microdata {

// Which buckets can be of a person's stratum, for who knows how many rows the person has. Persons
// with n rows are published in buckets of the highest level up to n (core/subject/levels.hpp). A
// table of rows shows every bucket's level. Without one nothing does, but that no set of values is
// larger than its level.
class PublishedLevels {
 public:
  explicit PublishedLevels(const SubjectView& view);

  // Whether every bucket's level is known: where it is not, an adversary may still know which of
  // the buckets that can be of the person's stratum are. Persons who all have as many rows have one
  // level.
  bool are_known() const { return known_; }

  bool can_be_of(std::uint32_t bucket, std::uint32_t person) const {
    return shown_ ? rows_in_[bucket] == level_of_[rows_of_[person]]
                  : rows_in_[bucket] <= rows_of_[person];
  }

 private:
  bool shown_;
  bool known_;
  // Of every bucket the level, or the fewest rows that it can be.
  std::vector<std::size_t> rows_in_;
  // By person of the source.
  std::vector<std::uint32_t> rows_of_;
  // By number of rows; 0 where no level is as low.
  std::vector<std::size_t> level_of_;
};

}  // namespace microdata
