#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// The values of one sensitive attribute in a set of tuples that grows by one at a time.
class ValueTally {
 public:
  // `strata` are ungrouped, those of the values, and outlive the tally.
  explicit ValueTally(const Strata& strata) : strata_(&strata), counts_(strata.distinct()) {}

  void add(Row row) {
    const std::uint32_t count = ++counts_[strata_->of_row[row]];
    distinct_ += count == 1 ? 1 : 0;
    largest_ = std::max(largest_, count);
    ++tuples_;
  }

  std::uint32_t tuples() const { return tuples_; }
  // Different values.
  std::uint32_t distinct() const { return distinct_; }
  // The count of the most frequent one.
  std::uint32_t largest() const { return largest_; }

  // Forgets the rows, which are all that were added, or more.
  void clear(std::span<const Row> rows) {
    for (const Row row : rows)
      counts_[strata_->of_row[row]] = 0;
    distinct_ = 0;
    largest_ = 0;
    tuples_ = 0;
  }

  // How often each value occurs in the rows. Requires an empty tally and leaves one; what it
  // returns holds until the next call.
  std::span<const ValueCount> histogram(std::span<const Row> rows) {
    for (const Row row : rows)
      ++counts_[strata_->of_row[row]];
    histogram_.clear();
    for (const Row row : rows) {
      const std::uint32_t stratum = strata_->of_row[row];
      if (counts_[stratum] > 0) histogram_.push_back({strata_->value[stratum], counts_[stratum]});
      counts_[stratum] = 0;
    }
    return histogram_;
  }

 private:
  const Strata* strata_;
  std::vector<std::uint32_t> counts_;
  std::vector<ValueCount> histogram_;
  std::uint32_t distinct_ = 0;
  std::uint32_t largest_ = 0;
  std::uint32_t tuples_ = 0;
};

}  // namespace microdata
