#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/gnf/right_hand_sides.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Returns the rows to publish, ascending. Throws Infeasible, with a side's place as the attribute,
// if a rule would not hold even if every attribute was published by itself.
std::vector<Row> eligible_rows(const std::vector<RightHandSide>& sides, const Microdata& data,
                               double suppress, Random& random, const Progress& progress);

// Buckets of right-hand sides, made on first use. Rules with the same right-hand side share
// buckets, because two buckets of a person would disclose more than one.
class SideBuckets {
 public:
  // `tables` has each side's values in all rows of the source, which models measure against. `rows`
  // has the rows to publish, ascending.
  SideBuckets(const std::vector<Microdata>& tables, const std::vector<Row>& rows,
              const std::vector<RightHandSide>& sides, Random& random, const Progress& progress)
      : tables_(tables), rows_(rows), sides_(sides), random_(random), progress_([&progress] {
          progress.checkpoint();
        }) {}

  struct Made {
    std::shared_ptr<const TuplePartition> partition;
    std::shared_ptr<const BucketedAttributes> bucketed;
  };

  const Made& of(const AttributeSet& attributes) {
    Made& made = made_[attributes];
    if (!made.partition) made = make(attributes);
    return made;
  }

 private:
  Made make(const AttributeSet& attributes);
  // Replaces rows of the source by their places among the published rows.
  void number_published(TuplePartition& partition, Row source_rows) const;

  const std::vector<Microdata>& tables_;
  const std::vector<Row>& rows_;
  const std::vector<RightHandSide>& sides_;
  Random& random_;
  // Progress without phases, because phases of bucketization are not phases of decomposition.
  Progress progress_;
  std::map<AttributeSet, Made> made_;
};

}  // namespace microdata
