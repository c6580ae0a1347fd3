#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/risk/covering.hpp"

namespace microdata {

// A sliced release as published, beside the tuples of its source, both in the same numbers. It is
// made from the published rows alone; the method of the release does not matter.
struct SlicedView {
  // Values of some attributes, numbered densely over rows and tuples.
  struct Values {
    // Code of every published row, below `distinct`; `nowhere` for a counterfeit, a sensitive value
    // that is nobody's (m-invariance), whose other columns show nothing.
    std::vector<std::uint32_t> published;
    std::vector<std::uint32_t> tuples;  // value of every tuple, or nowhere
    std::uint32_t distinct = 0;
    // Covering of the values if the column is generalized bucket by bucket; otherwise tuples and
    // rows have the same numbers.
    std::optional<Covering> covering = {};

    // Returns the bound that values of tuples are below.
    std::uint32_t values_of_tuples() const { return covering ? covering->values() : distinct; }
  };
  struct Column {
    // Values of the column's quasi-identifiers: the attacker's knowledge of a tuple.
    Values known;
    // Values of all of the column's attributes.
    Values whole;
  };
  struct Sensitive {
    std::size_t column = 0;
    Code distinct = 0;
    std::vector<Code> published;
    // Sensitive values of the tuples of the source; empty if the source is gone.
    std::vector<Code> tuples;
    // Harmless values, as in Attribute::harmless.
    std::vector<std::uint8_t> harmless = {};

    bool is_harmless(Code code) const { return !harmless.empty() && harmless[code] != 0; }
  };

  // Bucket of every published row, 0 .. buckets - 1.
  std::vector<std::uint32_t> bucket_of;
  std::uint32_t buckets = 0;
  std::size_t tuples = 0;
  std::vector<Column> columns;
  std::vector<Sensitive> sensitive;
  // 1 for each bucket whose persons are shown without a sensitive value, because they are withheld
  // from an edition of a series. They can have any value that is shown for other persons. Empty if
  // there are no such buckets.
  std::vector<std::uint8_t> valueless = {};

  bool is_valueless(std::uint32_t bucket) const {
    return !valueless.empty() && valueless[bucket] != 0;
  }
};

}  // namespace microdata
