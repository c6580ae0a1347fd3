#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/base/progress.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// The sensitive value, of those that are not harmless, that the largest share of a bucket's persons
// have in their sets.
struct CommonestValue {
  std::uint32_t bucket = 0;
  Code value = 0;
  std::uint32_t sets = 0;
  std::uint32_t persons = 0;

  double share() const { return persons == 0 ? 0 : static_cast<double>(sets) / persons; }
};

// Returns the commonest value over all buckets. If the tables of a bucket show different numbers of
// persons, the least counts.
CommonestValue commonest_value(const SubjectView& view, std::size_t sensitive,
                               const Progress& progress);

struct SubjectDisclosure {
  // Number of persons of the source who can be in some bucket.
  std::size_t persons = 0;
  // Maximum and mean, over these persons, of the largest probability that the person has a value of
  // any sensitive attribute in the published set that is not harmless.
  double max_probability = 0;
  double mean_probability = 0;
};

// Measures the disclosure of `persons` persons by the attacker's probability for each; the
// probability is nothing if the person is in no bucket.
SubjectDisclosure measure_persons(
    std::size_t persons,
    const std::function<std::optional<double>(std::uint32_t person)>& probability,
    const Progress& progress);

// Measures the disclosure of every person of the source to an attacker who knows all
// quasi-identifiers of the person and of the person's rows. The person is in a bucket of the
// person's stratum (published_levels.hpp) or, if none of these fits, in any bucket. A bucket B
// counts by |B| f(t, B), the expected number of persons like t. This number is multiplied by the
// share of the bucket's sets of rows that can be the person's. Without a table of rows, any bucket
// that can be of the stratum may be the only one, so the worst counts. Sets of values can be
// assigned to persons and rows of a bucket in any way. The probability of a value is thus the share
// of the bucket's sets that have it. If a person fits too many buckets to go through, the largest
// share of any bucket counts, which is no less. The view must have a source.
SubjectDisclosure measure_subject_disclosure(const SubjectView& view, const Progress& progress);

}  // namespace microdata
