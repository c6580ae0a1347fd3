#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/risk/subject_view.hpp"

namespace microdata {

// Test whether a bucket can be of a person's stratum, for an attacker who knows the person's number
// of rows. Persons with n rows are published in buckets of the highest level up to n
// (core/subject/levels.hpp). A table of rows shows every bucket's level. Without such a table, the
// attacker only knows that no set of values is larger than its bucket's level.
class PublishedLevels {
 public:
  explicit PublishedLevels(const SubjectView& view);

  // Returns true if every bucket's level is known. If it is not, an attacker may still know which
  // of the possible buckets are of the person's stratum. Persons who all have equally many rows
  // have one level.
  bool are_known() const { return known_; }

  bool can_be_of(std::uint32_t bucket, std::uint32_t person) const {
    return shown_ ? rows_in_[bucket] == level_of_[rows_of_[person]]
                  : rows_in_[bucket] <= rows_of_[person];
  }

 private:
  bool shown_;
  bool known_;
  // Level of every bucket, or the smallest level that it can have.
  std::vector<std::size_t> rows_in_;
  // Number of rows of each person of the source.
  std::vector<std::uint32_t> rows_of_;
  // Level by number of rows; 0 if no level is as low.
  std::vector<std::size_t> level_of_;
};

}  // namespace microdata
