#include "core/utility/loss_measure.hpp"

#include <algorithm>
#include <cmath>

#include "core/microdata/table_counts.hpp"

namespace microdata {

namespace {

std::vector<std::uint64_t> rows_before(const std::vector<std::uint64_t>& counts) {
  std::vector<std::uint64_t> before{0};
  for (const std::uint64_t count : counts)
    before.push_back(before.back() + count);
  return before;
}

double entropy_of(const std::vector<std::uint64_t>& before) {
  const auto rows = static_cast<double>(before.back());
  double entropy = 0;
  for (std::size_t code = 1; code < before.size(); ++code) {
    const auto count = static_cast<double>(before[code] - before[code - 1]);
    if (count > 0) entropy += count / rows * std::log(rows / count);
  }
  return entropy;
}

std::vector<Code> last_of_ends(const Attribute& attribute) {
  std::vector<Code> last(attribute.same_end.size());
  for (Code code = static_cast<Code>(last.size()); code-- > 0;) {
    const bool ends_here = code + std::size_t{1} == last.size() ||
                           attribute.same_end[code + std::size_t{1}] != attribute.same_end[code];
    last[code] = ends_here ? code : last[code + std::size_t{1}];
  }
  return last;
}

}  // namespace

CoverPenalty::CoverPenalty(const Attribute& attribute, LossMeasure measure,
                           std::span<const Code> column, const Progress& progress,
                           std::span<const std::uint32_t> times)
    : width_(attribute), measure_(measure), attribute_(&attribute) {
  if (measure == LossMeasure::width) return;
  last_of_end_ = last_of_ends(attribute);
  if (measure != LossMeasure::entropy) return;
  before_ = rows_before(table_counts(attribute, column, progress, times));
  entropy_ = entropy_of(before_);
}

double CoverPenalty::of(std::span<const Code> codes) const {
  if (measure_ == LossMeasure::width) return width_.of(codes);
  std::uint64_t together = 0;
  for (const Code code : codes)
    together += weight(code);
  return of_weight(together);
}

double CoverPenalty::of_weight(std::uint64_t weight) const {
  const auto covered = static_cast<double>(weight);
  switch (measure_) {
    case LossMeasure::width:
      return weight < 2 ? 0 : covered / attribute_->distinct;
    case LossMeasure::values:
      return weight < 2 ? 0 : (covered - 1) / (attribute_->distinct - 1.0);
    case LossMeasure::entropy:
      break;
  }
  // A constant has no information to lose. The penalty of a value without rows can be computed, but
  // the value is never published.
  if (entropy_ == 0) return 0;
  const auto rows = static_cast<double>(before_.back());
  return 1 - std::log(rows / std::max(covered, 1.0)) / entropy_;
}

double CoverPenalty::of_span(Code low, Code high) const {
  // NULL alone is published as NULL; together with numbers it leaves their range without an end.
  const bool null_alone = attribute_->nullable && low + 1 == attribute_->distinct;
  if (!last_of_end_.empty() && !null_alone) {
    low = attribute_->same_end[low];
    high = last_of_end_[high];
  }
  return of_weight(measure_ == LossMeasure::entropy ? before_[high + std::size_t{1}] - before_[low]
                                                    : std::uint64_t{high} - low + 1);
}

}  // namespace microdata
