#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/set_privacy.hpp"
#include "core/subject/item_sets.hpp"
#include "core/subject/levels.hpp"
#include "core/subject/subject_bucketization.hpp"
#include "core/subject/subjects.hpp"

namespace microdata {

// True if the options restrict sensitive values.
bool asks_for_sensitive_values(const SubjectBucketizationOptions& options);

// True if no cut may depend on sensitive values although the options restrict them.
bool is_oblivious(const SubjectBucketizationOptions& options);

// Plan of a release of persons. Each stratum as a whole meets l and the models.
struct PublicationPlan {
  // Every person's rows in random order, the first of which are published.
  Subjects drawn;
  // Sets of the published rows.
  ItemSets sets;
  // Persons by level; suppressed persons are in no stratum.
  Levels levels;
  std::vector<std::vector<Row>> strata;
  SetPrivacy privacy;
};

// Plans a release of persons. `sensitive` are the attributes that requirements restrict. Throws
// Infeasible and RowsLeftOut as bucketize_subjects() does.
PublicationPlan plan_publication(const Microdata& data, const AttributeSet& sensitive,
                                 const Subjects& subjects,
                                 const SubjectBucketizationOptions& options, Random& random,
                                 const Progress& progress);

}  // namespace microdata
