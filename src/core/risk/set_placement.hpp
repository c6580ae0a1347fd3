#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Test whether the sets of every bucket can be those of persons of the source who can be in the
// bucket. Persons must fit by their attributes and, for sensitive values, by one of the bucket's
// sets of rows. Each set needs a different person, and some choice of as many of the person's rows
// as are published must give the set. No more persons with one value of a column have sets than the
// bucket shows. The persons who can be in the bucket are gone through if they are few enough.
struct SetPlacement {
  // Numbers of sets of rows, and of sensitive values, without a person; the first bucket with such
  // a set.
  std::size_t rows_of_nobody = 0;
  std::size_t values_of_nobody = 0;
  std::optional<std::uint32_t> bucket;
  // True if some sets fit so many persons, or so many persons fit some buckets, that not all were
  // compared.
  bool cursory = false;
};

// Tests the sets of a view with a source. For a generalization, `classes` has the persons who can
// be in each bucket.
SetPlacement place_sets(const SubjectView& view, const Progress& progress,
                        const ClassPersons* classes = nullptr);

}  // namespace microdata
