#pragma once

#include <cstddef>
#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/membership_audit.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Finds the expected persons of a release who are like some given persons with several rows each.
// The attacker knows all rows of the given persons. `over` selects the whole rows, with sensitive
// values, or the values that an attacker knows. Within a bucket, all assignments of the sets of
// rows, the sets of values and the attributes of persons are equally likely. A person of the bucket
// is like t if the person has t's attributes, and some choice of t's rows gives the person's sets.
// The choice has as many rows as the bucket publishes of each person. Buckets of other strata than
// t's are left out (published_levels.hpp).
SidesMatched match_subjects(const SubjectView& view, MatchingBuckets::Over over,
                            std::span<const Row> members, std::span<const Row> outsiders,
                            std::size_t most_entries, const Progress& progress);

// Finds the expected persons in a generalization. All values that labels cover are equally likely,
// for a person and for each published row.
SidesMatched match_subjects(const SubjectView& view, const SubjectClasses& classes,
                            const ClassPersons& persons, MatchingBuckets::Over over,
                            std::span<const Row> members, std::span<const Row> outsiders,
                            std::size_t most_entries, const Progress& progress);

}  // namespace microdata
