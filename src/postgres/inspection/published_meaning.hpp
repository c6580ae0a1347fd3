#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Ranges as generalize_values() makes them, in the numbers of Dictionary::projection().
struct PublishedRanges {
  struct One {
    Code label;
    // Range without the number of its values, which complete_ranges() finds. If there are no finite
    // values, the low end is above the high one.
    ValueRange range;
  };

  AttributeType element;
  // True for integers and days.
  bool whole = false;
  // Finest unit that the bounds show: a power of ten for numeric, microseconds for timestamps; 0
  // for other types.
  double step = 0;
  // Ranges of all labels but NULL and empty ranges.
  std::vector<One> ranges;
};

// Returns the ranges of `published`, the finished values of a range type. Fails if the type's
// elements have no distance.
PublishedRanges read_ranges(const Dictionary& published, const Progress& progress);

// Meanings of published values, as far as the release and the catalog show them. The source is not
// read, and can be gone. Requires a SpiSession.

// Value that a label stands for, by its code in AttributeMeaning::values, and its share of the
// label. The shares of a label add up to 1.
struct Element {
  Code value;
  double share;
};

// Label of a prefix hierarchy: all texts with `masked` more characters than the prefix. Each of
// these is one of `alphabet` characters: 10 digits, or more if they can be letters.
struct MaskedText {
  std::string prefix;
  std::size_t masked = 0;
  double alphabet = 10;
};

// Meaning of a label of which nothing is known; it can satisfy any predicate.
struct Anything {};

using LabelMeaning = std::variant<std::vector<Element>, ValueRange, MaskedText, Anything>;

struct AttributeMeaning {
  // Type by which literals are read. Attributes that are not generalized have the published type;
  // others have the source's type in the catalog, or the element type of ranges. Without the
  // source, labels of numeric or date hierarchies have numeric or timestamp, and described ranges
  // numeric. If the type is unknown, because the source or the hierarchy is gone, literals are read
  // as text.
  AttributeType type;
  bool type_known = true;
  // True if ranges are of whole numbers: integers or days.
  bool whole = false;
  // Values that elements refer to, in one dictionary.
  std::vector<Dictionary> values;
  // Meanings by code of the published values. Empty if the attribute is not generalized: then each
  // published value stands for itself and is in `values`.
  std::vector<LabelMeaning> labels;

  // Returns the number of distinct published values.
  Code distinct() const {
    return labels.empty() ? values.front().distinct() : static_cast<Code>(labels.size());
  }
};

// Returns true if every label of the attribute stands for one value.
bool has_single_values(const AttributeMeaning& meaning);

// Returns true if nothing is known of some label. Such a label counts as passing every condition,
// but might fail.
bool may_be_anything(const AttributeMeaning& meaning);

// Returns the meaning of an attribute. `published` are the attribute's values, finished, and
// rows[label] is the number of rows with each.
AttributeMeaning meaning_of(const Release& release, const ReleaseAttribute& attribute,
                            Dictionary published, const std::vector<std::size_t>& rows,
                            const Progress& progress);

}  // namespace microdata::postgres
