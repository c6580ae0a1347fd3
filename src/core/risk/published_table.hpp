#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/grouped.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// A release by what each attribute shows. Attributes of one column stay linked; within a bucket all
// linkings of the columns are equally likely. A table that was not divided has a bucket for every
// row. Made from the published rows alone.
struct PublishedTable {
  // An end of a range, or an element of a set.
  struct NamedValue {
    Code value = 0;
    // False: no person has what is named, and `value` is that of the label's values next to it.
    bool exists = true;
  };

  struct Attribute {
    std::size_t column = 0;
    std::vector<Code> published;  // label of every published row
    // The values that each label covers.
    std::vector<CodeSet> covers;
    // Whether every label is the value of the same code.
    bool exact = true;
    Code values = 0;
    // Empty, or one number for every value, ascending; NaN for what is none.
    std::vector<double> numbers;
    // The values that each label names: where labels are as narrow as they can be, some row of the
    // label has each of them. Empty: labels of hierarchies, and values, name nothing.
    std::vector<std::vector<NamedValue>> named = {};
    // Of a region: how far the numbers extend that all regions show.
    std::optional<double> extent = {};
    // Rows that show the same of all quasi-identifiers are a class of a release of one column.
    bool quasi_identifier = true;
    // Of sets (person_sets.hpp): by label, the labels of rows whose persons have it as well. Empty:
    // those of whom a label is true have one of the values that it covers.
    std::vector<CodeSet> asks = {};

    // The values that a predicate made of the label asks for.
    const CodeSet& asked_by(Code label) const { return asks.empty() ? covers[label] : asks[label]; }
    // True if labels that differ are true of different persons.
    bool tells_values() const { return exact && asks.empty(); }
    Code labels() const { return static_cast<Code>(covers.size()); }
    bool numeric() const { return !numbers.empty(); }
    // The first so many values are numbers.
    Code count_of_numbers() const;
    std::vector<std::uint32_t> rows_of_labels() const;
  };

  std::vector<std::uint32_t> bucket_of;
  std::uint32_t buckets = 0;
  std::size_t columns = 0;
  std::vector<Attribute> attributes;

  std::size_t rows() const { return bucket_of.size(); }
};

// The true values of some persons, in the codes of the release's attributes: one column each.
struct PersonValues {
  std::size_t persons = 0;
  std::vector<std::vector<Code>> of_attribute;
  // Of attributes that are sets, the labels of the published sets that each person has; groups()
  // is 0 of others, which may be left out behind the last set.
  std::vector<Grouped<std::uint32_t>> sets = {};

  bool has_sets(std::size_t attribute) const {
    return attribute < sets.size() && sets[attribute].groups() > 0;
  }
};

}  // namespace microdata
