#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/certainty_penalty.hpp"

namespace microdata {

// Measure of the loss from publishing several values of an attribute in place of one. By each
// measure the mean over the table's rows is 0 if every row shows its value, and 1 if no row shows
// anything.
enum class LossMeasure {
  // Loss by CertaintyPenalty.
  width,
  // Share of the domain's other values that are covered. The domain has the values of the table. A
  // range over a few large incomes therefore loses little, however wide the range is.
  values,
  // Share of the attribute's entropy that is lost (De Waal and Willenborg, "Information loss
  // through global recoding and local suppression", 1999; as non-uniform entropy in Gionis and
  // Tassa, "k-anonymization with minimal loss of information", ESA 2007). A row's published set S
  // of values loses log(F(S) / F(v)) of the information of the row's value v, F counting rows of
  // the table. All rows together lose the sum of these divided by the sum of log(n / F(v)). The
  // penalty of S here is 1 - log(n / F(S)) / H, H being the mean of log(n / F(v)). This penalty
  // does not depend on the row's value, and has the same sum over all rows of the table. Disclosing
  // a rare value is worth more than the mean. Its penalty is therefore below 0.
  entropy,
};

// Penalty, by a measure, of covering values of an attribute.
class CoverPenalty {
 public:
  // `column` has the codes of the table's rows, or of a histogram's tuples with their `times`; only
  // entropy reads them. The attribute must outlive the penalty.
  CoverPenalty(const Attribute& attribute, LossMeasure measure, std::span<const Code> column,
               const Progress& progress, std::span<const std::uint32_t> times = {});

  // Returns the penalty of `codes`, which ascend without repetition and are not empty.
  double of(std::span<const Code> codes) const;

  // Returns the penalty of a single value.
  double of_value(Code code) const {
    return measure_ == LossMeasure::entropy ? of_weight(weight(code)) : 0;
  }

  // Returns the penalty of a published range, including all values that the range's ends do not
  // distinguish from `low` and `high`. By width, the penalty is 0 if both are the same.
  double of_range(Code low, Code high) const {
    if (measure_ != LossMeasure::width) return of_span(low, high);
    return low == high ? 0 : width_.of_range(low, high);
  }

  // Returns the weight of a value. The penalty of a set of values is of_weight() of the sum of
  // their weights.
  std::uint64_t weight(Code code) const {
    return measure_ == LossMeasure::entropy ? before_[code + std::size_t{1}] - before_[code] : 1;
  }
  double of_weight(std::uint64_t weight) const;

  LossMeasure measure() const { return measure_; }

 private:
  double of_span(Code low, Code high) const;

  CertaintyPenalty width_;
  LossMeasure measure_;
  const Attribute* attribute_;
  // Number of rows with codes below each, and H in nats, both for entropy.
  std::vector<std::uint64_t> before_;
  double entropy_ = 0;
  // Last code of those that have the same end of a range as each code; empty if ends distinguish
  // all values.
  std::vector<Code> last_of_end_;
};

}  // namespace microdata
