#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "core/subject/subject_bucketization.hpp"
#include "property/random_table.hpp"
#include "property/subject_oracle.hpp"

namespace microdata::test {

// People with several rows each.
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

// Returns two attributes of people and one of rows, then sensitive ones, one of which may also
// belong to people. The rows of a person are not adjacent.
PersonTable random_persons(Choices& choices, const PersonShape& shape);

// Returns random options, some with classes, suppression, privacy models, oblivious cuts, fewer
// rows per person or two threads.
SubjectBucketizationOptions random_subject_options(Choices& choices);

// Returns the release, or no value if there is none.
std::optional<SubjectBucketization> try_to_bucketize(const PersonTable& table,
                                                     const SubjectBucketizationOptions& options,
                                                     std::uint64_t seed);

// Returns the combinations of the sensitive attributes' values in some rows.
oracle::ValueSet value_set(const Microdata& data, std::span<const Row> rows);

// Values of one attribute in each person's rows.
using PersonSets = std::vector<std::set<Code>>;

// Returns true if a model holds for a group of people, by a naive implementation of its definition
// in core/privacy/set_privacy.hpp.
bool defined_to_hold(const PrivacyModel& model, const PersonSets& group, const PersonSets& source,
                     Code domain);

}  // namespace microdata::test
