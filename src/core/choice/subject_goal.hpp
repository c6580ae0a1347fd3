#pragma once

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/choice/inference_goal.hpp"
#include "core/choice/quick_subject_attack.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/subject_view.hpp"
#include "core/subject/subject_bucketization.hpp"
#include "core/subject/subjects.hpp"

// Goals of inference for releases of persons with several rows each, in buckets. Sizes of buckets
// count persons.

namespace microdata {

// Returns a release as the verifier would read it, together with the rows of `data`.
SubjectView make_view(const Microdata& data, const Subjects& subjects, const ShownSubjects& shown,
                      const Progress& progress);

// Attacks as audit_inference() does: the attacker knows all rows of every person, and a guess is
// right if the person has the value in any row.
InferenceReached attack_subjects(const Microdata& data, const Subjects& subjects,
                                 const ShownSubjects& shown, const InferenceOptions& options,
                                 const AttackLimits& limits, Random& random,
                                 const Progress& progress);

// Publishes with the smallest buckets for which the attack stays below the goal, as
// slice_for_goal() does for rows. `shown` has the columns, and no release.
MadeForGoal<SubjectBucketization> bucketize_subjects_for_goal(
    const Microdata& data, const Subjects& subjects, const AttributeSet& of_person,
    const SubjectBucketizationOptions& options, const ShownSubjects& shown,
    const InferenceGoal& goal, Random& random, const Progress& progress);

}  // namespace microdata
