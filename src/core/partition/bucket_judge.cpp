#include "core/partition/bucket_judge.hpp"

#include <algorithm>

namespace microdata {

bool BucketJudge::models_hold(std::span<const Row> rows) {
  if (!requirement_.has_models()) return true;
  take_tags(rows);
  return requirement_.privacy_holds(tags_, scratch_);
}

bool BucketJudge::holds(std::span<const Row> rows) {
  return rows.size() >= requirement_.fewest() && meets(rows);
}

bool BucketJudge::meets(std::span<const Row> rows) {
  take_tags(rows);
  return requirement_.l_holds(tags_, scratch_) && requirement_.privacy_holds(tags_, scratch_);
}

bool BucketJudge::alike(Row a, Row b) const {
  return std::any_of(strata_.begin(), strata_.end(),
                     [&](const Strata& s) { return s.of_row[a] == s.of_row[b]; });
}

void BucketJudge::take_tags(std::span<const Row> rows) {
  tags_.clear();
  for (const Row row : rows) {
    for (const Strata& s : strata_)
      tags_.push_back(s.of_row[row]);
  }
}

}  // namespace microdata
