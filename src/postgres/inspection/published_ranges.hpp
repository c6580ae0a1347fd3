#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Ranges as generalize_values() makes them, in numbers as Dictionary::projection() has them.
struct PublishedRanges {
  struct One {
    Code label;
    // How many values it stands for is left open: complete_ranges(). One without finite values has
    // its low end above the high one.
    ValueRange range;
  };

  AttributeType element;
  // Of integers or days.
  bool whole = false;
  // The finest unit that the bounds show, decimals or a unit of time; 0: they show none.
  double step = 0;
  // NULL and empty ranges are left out.
  std::vector<One> ranges;
};

// `published` are values of a range type, finished.
PublishedRanges read_ranges(const Dictionary& published, const Progress& progress);

}  // namespace microdata::postgres
