#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/choice/quick_attack.hpp"
#include "core/microdata/microdata.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {

// A release of persons with several rows each, in buckets.
struct ShownSubjects {
  const SubjectBucketization* release = nullptr;
  // Columns of attributes of persons, each shuffled separately, and the attributes of rows. Neither
  // has sensitive attributes.
  std::vector<AttributeSet> columns;
  AttributeSet of_rows;
  // True if all persons of a bucket show the same values in place of all these attributes.
  bool as_classes = false;
  // Number of persons of the release that each person stands for, if buckets were drawn.
  double others = 1;
};

// Attacks persons with several rows each with the quick attack (quick_attack.hpp). A guess is right
// if the person has the value in any published row. The attacker knows which rows of a person are
// published.
QuickAttack attack_quickly(const Microdata& data, const ShownSubjects& shown,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress);

}  // namespace microdata
