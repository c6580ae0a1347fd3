#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/certainty_penalty.hpp"

namespace microdata {

// What is lost where several values of an attribute are published in place of one. By each, the
// mean over all rows of the table is 0 where every row shows its value, and 1 where none shows
// anything.
enum class LossMeasure {
  // CertaintyPenalty.
  width,
  // The share of the domain's other values that are covered: those of the table, so that a range
  // over the few large incomes of a table loses little, however wide it is.
  values,
  // The share of the attribute's entropy (De Waal and Willenborg, "Information loss through global
  // recoding and local suppression", 1999; as non-uniform entropy in Gionis and Tassa,
  // "k-anonymization with minimal loss of information", ESA 2007). What is published of a row, a
  // set S of values, leaves log(F(S) / F(v)) of the information of its value v, F counting rows of
  // the table; all rows together lose that by the sum of log(n / F(v)). The penalty of S here is
  // 1 - log(n / F(S)) / H, H being the mean of log(n / F(v)): it does not depend on the row's
  // value, and has the same sum over all rows of the table. What is told of a rare value is worth
  // more than the mean, and so its penalty below 0.
  entropy,
};

// The penalty of covering values of an attribute by a measure.
class CoverPenalty {
 public:
  // `column` are the codes of the table's rows, which only entropy looks at, or of a histogram's
  // tuples with their `times`. The attribute outlives the penalty.
  CoverPenalty(const Attribute& attribute, LossMeasure measure, std::span<const Code> column,
               const Progress& progress, std::span<const std::uint32_t> times = {});

  // `codes` ascend, without repetition; at least one.
  double of(std::span<const Code> codes) const;

  // Of a value by itself.
  double of_value(Code code) const {
    return measure_ == LossMeasure::entropy ? of_weight(weight(code)) : 0;
  }

  // Of a range that is published from one value to another, with all that its ends do not tell from
  // these. By width, 0 where they are one.
  double of_range(Code low, Code high) const {
    if (measure_ != LossMeasure::width) return of_span(low, high);
    return low == high ? 0 : width_.of_range(low, high);
  }

  // Of a set of values, by their weights together.
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
  // For entropy: how many rows have codes below each, and H in nats.
  std::vector<std::uint64_t> before_;
  double entropy_ = 0;
  // Where ends of ranges do not tell values apart: the last code of each.
  std::vector<Code> last_of_end_;
};

}  // namespace microdata
