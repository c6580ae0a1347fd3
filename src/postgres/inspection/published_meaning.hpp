#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/catalog/catalog.hpp"
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

// What published values stand for, as far as the release and the catalog show it. The source is not
// read, and may be gone. Requires a SpiSession.

// A value that a label stands for, by its code in AttributeMeaning::values, and its share of that:
// those of a label add up to 1.
struct Element {
  Code value;
  double share;
};

// A label of a prefix hierarchy: the texts that have `masked` characters more than the prefix,
// each of them a digit or, if `alphabet` says so, one of more characters.
struct MaskedText {
  std::string prefix;
  std::size_t masked = 0;
  double alphabet = 10;
};

// Nothing is known: whatever a predicate wants may be it.
struct Anything {};

using LabelMeaning = std::variant<std::vector<Element>, ValueRange, MaskedText, Anything>;

struct AttributeMeaning {
  // What literals are read as: the source's type as the catalog has it, or the range's element. Not
  // known, text, where the source is gone and values are published within texts.
  AttributeType type;
  bool type_known = true;
  // Ranges are of whole numbers: integers or days.
  bool whole = false;
  // One: of the values that elements refer to.
  std::vector<Dictionary> values;
  // By the codes of the published values; empty where these are not generalized: each stands for
  // itself, and `values` are they.
  std::vector<LabelMeaning> labels;

  // How many published values there are.
  Code distinct() const {
    return labels.empty() ? values.front().distinct() : static_cast<Code>(labels.size());
  }
};

// Returns true if every label of the attribute stands for one value.
bool has_single_values(const AttributeMeaning& meaning);

// Returns true if nothing is known of some label, which passes each condition and may as well fail
// it.
bool may_be_anything(const AttributeMeaning& meaning);

// `published` are the values of the attribute, finished, and rows[label] is how many rows have
// each.
AttributeMeaning meaning_of(const Release& release, const ReleaseAttribute& attribute,
                            Dictionary published, const std::vector<std::size_t>& rows,
                            const Progress& progress);

}  // namespace microdata::postgres
