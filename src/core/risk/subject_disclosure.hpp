#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/microdata/progress.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// The sensitive value that the largest share of a bucket's persons have in their sets.
struct CommonestValue {
  std::uint32_t bucket = 0;
  Code value = 0;
  std::uint32_t sets = 0;
  std::uint32_t persons = 0;

  double share() const { return persons == 0 ? 0 : static_cast<double>(sets) / persons; }
};

// Over all buckets. Of a bucket whose tables show different numbers of persons the least one
// counts.
CommonestValue commonest_value(const SubjectView& view, std::size_t sensitive,
                               const Progress& progress);

struct SubjectDisclosure {
  // Persons of the source who may be in some bucket.
  std::size_t persons = 0;
  // Over these, of the largest probability that a person has a value of any sensitive attribute in
  // the published set.
  double max_probability = 0;
  double mean_probability = 0;
};

// Of so many persons, each by what an adversary finds: nothing where the person is in no bucket.
SubjectDisclosure measure_persons(
    std::size_t persons,
    const std::function<std::optional<double>(std::uint32_t person)>& probability,
    const Progress& progress);

// For every person of the source and an adversary who knows all quasi-identifiers of the person and
// of the person's rows: of the buckets of the person's stratum (published_levels.hpp), or where the
// person is in none of them, of all, a bucket B counts by |B| f(t, B), the persons like t that are
// to be expected in it, times the share of its sets of rows that can be the person's. Without a
// table of rows, any of the buckets that can be of the stratum may be the only one, and the worst
// counts. Within a bucket sets of values go with persons and rows in any way, so that the
// probability of a value is the share of the bucket's sets that have it. Where a person fits too
// many buckets to go through, the largest share of any bucket counts, which is no less. Of a view
// with a source.
SubjectDisclosure measure_subject_disclosure(const SubjectView& view, const Progress& progress);

}  // namespace microdata
