#include "core/gnf/side_buckets.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/bucketization/bucketization.hpp"
#include "core/partition/eligibility.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

std::vector<Row> eligible_rows(const std::vector<RightHandSide>& sides, const Microdata& data,
                               double suppress, Random& random, const Progress& progress) {
  const Microdata right = table_of(sides, data, progress);
  std::vector<double> l;
  for (const RightHandSide& side : sides)
    l.push_back(side.l());
  PublishedRows published(data.rows, suppress, random);
  make_eligible(right, l, published, progress);
  for (std::size_t s = 0; s < sides.size(); ++s) {
    const Microdata one = table_of({&sides[s], 1}, data, progress);
    try {
      check_feasible(one, PrivacyRequirement(one, {0}, sides[s].models(), progress), 1,
                     published.rows(), progress);
    } catch (Infeasible& infeasible) {
      infeasible.attribute = s;
      throw;
    }
  }
  const std::span<const Row> rows = published.rows();
  return {rows.begin(), rows.end()};
}

SideBuckets::Made SideBuckets::make(const AttributeSet& attributes) {
  const auto side = std::find_if(sides_.begin(), sides_.end(), [&](const RightHandSide& s) {
    return s.attributes == attributes;
  });
  if (side == sides_.end()) throw std::logic_error("a part protects what no rule asks for");
  BucketizationOptions options;
  options.l = side->l();
  options.privacy = side->models();
  const Microdata& table = tables_[static_cast<std::size_t>(side - sides_.begin())];
  TuplePartition made = bucketize(table, rows_, options, random_, progress_).buckets;
  number_published(made, table.rows);
  auto partition = std::make_shared<const TuplePartition>(std::move(made));
  return {partition,
          bucketed_attributes(attributes, *partition, static_cast<Row>(rows_.size()), progress_)};
}

void SideBuckets::number_published(TuplePartition& partition, Row source_rows) const {
  std::vector<Row> place(source_rows);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    place[rows_[i]] = static_cast<Row>(i);
  for (Row& row : partition.rows)
    row = place[row];
}

}  // namespace microdata
