#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/risk/covering.hpp"

namespace microdata {

// A sliced release as it was published, beside the tuples of its source, both in the same numbers.
// Made from the published rows alone; how they came about plays no part.
struct SlicedView {
  // Values of some attributes, numbered densely over both.
  struct Values {
    // For every published row, a code below `distinct`, or `nowhere` where the row is a
    // counterfeit, a sensitive value that is nobody's (m-invariance): its other columns show
    // nothing.
    std::vector<std::uint32_t> published;
    std::vector<std::uint32_t> tuples;  // of every tuple of the source, or nowhere
    std::uint32_t distinct = 0;
    // There is one if the column is generalized bucket by bucket; else tuples and rows have the
    // same numbers.
    std::optional<Covering> covering = {};

    // Values of tuples are below this.
    std::uint32_t values_of_tuples() const { return covering ? covering->values() : distinct; }
  };
  struct Column {
    // Of the column's quasi-identifiers: what the adversary knows of a tuple.
    Values known;
    // Of all of the column's attributes.
    Values whole;
  };
  struct Sensitive {
    std::size_t column = 0;
    Code distinct = 0;
    std::vector<Code> published;
    // Of the tuples of the source; empty where it is gone.
    std::vector<Code> tuples;
  };

  // Bucket of every published row, 0 .. buckets - 1.
  std::vector<std::uint32_t> bucket_of;
  std::uint32_t buckets = 0;
  std::size_t tuples = 0;
  std::vector<Column> columns;
  std::vector<Sensitive> sensitive;
  // By bucket, 1 if its persons are shown without a sensitive value, who are withheld from an
  // edition of a series. They may have any value that others are shown with. Empty if there are
  // none.
  std::vector<std::uint8_t> valueless = {};

  bool is_valueless(std::uint32_t bucket) const {
    return !valueless.empty() && valueless[bucket] != 0;
  }
};

}  // namespace microdata
