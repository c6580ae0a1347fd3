#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata {

// The value of a tuple that stands nowhere in the release, or of a row that shows none.
inline constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

// A sliced release as it was published, beside the tuples of its source, both in the same numbers.
// Made from the published rows alone; how they came about plays no part.
struct SlicedView {
  // The published values of a column that is generalized bucket by bucket: each is of one bucket,
  // and they are numbered in the order of the buckets. Values of tuples have numbers of their own.
  struct Covering {
    // By value of tuples, those that cover it, ascending: at most one of each bucket.
    std::vector<std::size_t> offsets{0};
    std::vector<std::uint32_t> published;
    // By published value, how many values of the quasi-identifiers it covers.
    std::vector<double> combinations;

    std::uint32_t values() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
    std::span<const std::uint32_t> of(std::uint32_t value) const {
      return std::span(published).subspan(offsets[value], offsets[value + 1] - offsets[value]);
    }
  };

  // Values of some attributes, numbered densely over both.
  struct Values {
    // For every published row, a code below `distinct`, or `nowhere` where the row is a
    // counterfeit, a sensitive value that is nobody's (m-invariance): its other columns show
    // nothing.
    std::vector<std::uint32_t> published;
    std::vector<std::uint32_t> tuples;  // of every tuple of the source, or nowhere
    std::uint32_t distinct = 0;
    // None where tuples and rows have the same numbers.
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
};

}  // namespace microdata
