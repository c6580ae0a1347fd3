#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Values of one sensitive attribute in a set of tuples that grows by one tuple at a time.
class ValueTally {
 public:
  // Builds an empty tally. `strata` are the ungrouped strata of the values and must outlive the
  // tally.
  explicit ValueTally(const Strata& strata) : strata_(&strata), counts_(strata.distinct()) {}

  void add(Row row) {
    ++tuples_;
    const std::uint32_t stratum = strata_->of_row[row];
    if (!strata_->is_bounded(stratum)) return;
    const std::uint32_t count = ++counts_[stratum];
    distinct_ += count == 1 ? 1 : 0;
    largest_ = std::max(largest_, count);
  }

  std::uint32_t tuples() const { return tuples_; }
  // Returns the number of different values that are not harmless.
  std::uint32_t distinct() const { return distinct_; }
  // Returns the count of the most frequent of these values.
  std::uint32_t largest() const { return largest_; }

  // Empties the tally. `rows` must include all added rows.
  void clear(std::span<const Row> rows) {
    for (const Row row : rows)
      counts_[strata_->of_row[row]] = 0;
    distinct_ = 0;
    largest_ = 0;
    tuples_ = 0;
  }

  // Returns the number of rows with each value. Requires an empty tally and leaves it empty. The
  // result is valid until the next call.
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
