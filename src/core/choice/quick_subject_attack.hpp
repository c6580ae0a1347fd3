#pragma once

#include <vector>

#include "core/choice/quick_attack.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {

// A release of persons with several rows each, as its buckets show it.
struct ShownSubjects {
  const SubjectBucketization* release = nullptr;
  // The columns of attributes of persons, each of which is permuted by itself, and the attributes
  // of rows; without sensitive ones.
  std::vector<AttributeSet> columns;
  AttributeSet of_rows;
  // True if all of a bucket show the same in place of all of these.
  bool as_classes = false;
  // How many persons of a release each of these stands for, where their buckets were drawn.
  double others = 1;
};

// The quick attack (quick_attack.hpp) on persons with several rows each. A guess is right if the
// person has that value in any published row. The attacker knows which rows of a person are
// published.
QuickAttack attack_quickly(const Microdata& data, const ShownSubjects& shown,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress);

}  // namespace microdata
