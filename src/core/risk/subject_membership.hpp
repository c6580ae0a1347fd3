#pragma once

#include <cstddef>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/membership_audit.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// The persons like some of several rows each who are to be expected in a release, for who knows all
// rows of these (`over`: as wholes, with sensitive values, or as far as an adversary knows them).
// Within a bucket the sets of rows, the sets of values and the attributes of persons are linked in
// any way, each as likely as another. A person there is like t who has t's attributes, and whose
// sets some choice of t's rows gives: as many rows as the bucket publishes of everybody. Buckets of
// other strata than t's are left out (published_levels.hpp).
SidesMatched match_subjects(const SubjectView& view, MatchingBuckets::Over over,
                            std::span<const Row> members, std::span<const Row> outsiders,
                            std::size_t most_entries, const Progress& progress);

// The same of a generalization: all values that labels cover are as likely, of a person and of each
// published row.
SidesMatched match_subjects(const SubjectView& view, const SubjectClasses& classes,
                            const ClassPersons& persons, MatchingBuckets::Over over,
                            std::span<const Row> members, std::span<const Row> outsiders,
                            std::size_t most_entries, const Progress& progress);

}  // namespace microdata
