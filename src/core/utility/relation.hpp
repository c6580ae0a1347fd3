#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Set of combinations of values, as columns of codes.
struct Relation {
  AttributeSet attributes;
  std::vector<std::vector<Code>> columns;
  std::size_t tuples = 0;
};

// Marginal of a part over some of its attributes: the combinations with a positive share.
struct Marginal {
  Relation cells;
  std::vector<double> share;
};

// Returns the combinations of the attributes that occur in the data.
Relation existing(const Microdata& data, const AttributeSet& attributes, const Progress& progress);

// Returns the marginal of a part, or nothing if computing it would take more than `most` steps.
std::optional<Marginal> marginal_of(const Microdata& source, const PublishedPart& part,
                                    const AttributeSet& attributes, std::size_t most,
                                    const Progress& progress);

// Returns the natural join, or nothing if it has more than `most` tuples.
std::optional<Relation> natural_join(const Relation& a, const Relation& b, std::size_t most,
                                     const std::vector<Attribute>& attributes,
                                     const Progress& progress);

// Numbers the combinations of some attributes in the tuples of both relations: first those of `a`.
Combinations combine_both(const Relation& a, const Relation& b, const AttributeSet& over,
                          const std::vector<Attribute>& attributes, const Progress& progress);

}  // namespace microdata
