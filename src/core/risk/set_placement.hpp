#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/microdata/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Whether the sets of every bucket can be those of persons of the source who may be in it, by their
// attributes and, for sensitive values, by one of the bucket's sets of rows: each of another
// person, and such that some choice of as many of the person's rows as are published gives it. The
// persons who may be there are gone through as far as they are few enough.
struct SetPlacement {
  // Sets of rows, and of sensitive values, for which there is nobody; the first bucket with one.
  std::size_t rows_of_nobody = 0;
  std::size_t values_of_nobody = 0;
  std::optional<std::uint32_t> bucket;
  // Some sets fit so many persons, or so many persons some buckets, that not all were compared.
  bool cursory = false;
};

// Of a view with a source. `classes`: of a generalization, who may be in each bucket besides.
SetPlacement place_sets(const SubjectView& view, const Progress& progress,
                        const ClassPersons* classes = nullptr);

}  // namespace microdata
