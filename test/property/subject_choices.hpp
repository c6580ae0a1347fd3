#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "core/subject/subject_bucketization.hpp"
#include "property/random_table.hpp"
#include "property/subject_oracle.hpp"

namespace microdata::test {

// Persons with several rows each.
struct PersonTable {
  Microdata data;
  Subjects subjects;
  AttributeSet of_person;
};

struct PersonShape {
  int least_persons = 1;
  int most_persons = 30;
  int most_rows = 4;
  int most_values = 8;
  int most_sensitive = 2;
};

// Two attributes of persons and one of rows, then sensitive ones, one of which may be of persons,
// too. The rows of persons lie about.
PersonTable random_persons(Choices& choices, const PersonShape& shape);

// Some by classes, with suppression, privacy models, oblivious cuts, fewer rows per person and two
// threads.
SubjectBucketizationOptions random_subject_options(Choices& choices);

// Nothing where there is no release.
std::optional<SubjectBucketization> try_to_bucketize(const PersonTable& table,
                                                     const SubjectBucketizationOptions& options,
                                                     std::uint64_t seed);

// The combinations of the sensitive attributes' values of some rows.
oracle::ValueSet value_set(const Microdata& data, std::span<const Row> rows);

// Values of one attribute in each person's rows.
using PersonSets = std::vector<std::set<Code>>;

// Whether a model holds for a group of persons, by its definition in core/privacy/set_privacy.hpp,
// as naively as can be.
bool defined_to_hold(const PrivacyModel& model, const PersonSets& group, const PersonSets& source,
                     Code domain);

}  // namespace microdata::test
