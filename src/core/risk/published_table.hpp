#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/microdata/code_set.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// A release by the labels that each attribute shows, made from the published rows alone. Attributes
// of one column stay linked; within a bucket all possible assignments of the columns are equally
// likely. A table that was not divided has a bucket for every row.
struct PublishedTable {
  // An end of a range, or an element of a set.
  struct NamedValue {
    Code value = 0;
    // False if no person has the named value; `value` is then the nearest of the label's values.
    bool exists = true;
  };

  struct Attribute {
    std::size_t column = 0;
    std::vector<Code> published;  // label of every published row
    // Values that each label covers.
    std::vector<CodeSet> covers;
    // True if every label is the value with the same code.
    bool exact = true;
    Code values = 0;
    // Number of every value, ascending, NaN for values without a number; empty if the attribute is
    // not numeric.
    std::vector<double> numbers;
    // Values that each label names. If labels are as narrow as possible, some row with the label
    // has each of them. Empty for labels of hierarchies and for single values, which name nothing.
    std::vector<std::vector<NamedValue>> named = {};
    // Extent of the numbers that all regions show, if this is a region.
    std::optional<double> extent = {};
    // True for a quasi-identifier. In a release of one column, rows with the same labels of all
    // quasi-identifiers form a class.
    bool quasi_identifier = true;
    // Labels of the rows whose persons also have a label's set, by label (person_sets.hpp). Empty
    // if the attribute is no set: then a person of whom a label is true has one of the values that
    // the label covers.
    std::vector<CodeSet> asks = {};

    // Returns the values that a predicate made of the label asks for.
    const CodeSet& asked_by(Code label) const { return asks.empty() ? covers[label] : asks[label]; }
    // True if labels that differ are true of different persons.
    bool tells_values() const { return exact && asks.empty(); }
    Code labels() const { return static_cast<Code>(covers.size()); }
    bool numeric() const { return !numbers.empty(); }
    // Returns the number of values that are numbers; these come first.
    Code count_of_numbers() const;
    std::vector<std::uint32_t> rows_of_labels() const;
  };

  // Column whose pieces are sets of rows, of persons with several rows. Its attributes have a label
  // for each row of the sets.
  struct Sets {
    std::size_t column = 0;
    std::uint32_t sets = 0;
    // Set of every row of the sets, and of every row of the table: `nowhere` for a person without.
    std::vector<std::uint32_t> set_of;
    std::vector<std::uint32_t> set_at;
  };

  std::vector<std::uint32_t> bucket_of;
  std::uint32_t buckets = 0;
  std::size_t columns = 0;
  std::vector<Attribute> attributes;
  std::vector<Sets> sets = {};

  // Returns the sets of a column; null if its pieces are values.
  const Sets* sets_in(std::size_t column) const;
  std::size_t rows() const { return bucket_of.size(); }
};

// The true values of some persons, in the codes of the release's attributes: one column each.
struct PersonValues {
  std::size_t persons = 0;
  std::vector<std::vector<Code>> of_attribute;
  // Labels of the published sets that each person has, by attribute. Attributes that are no sets
  // have groups() 0, and can be left out behind the last set.
  std::vector<Grouped<std::uint32_t>> sets = {};
  // Rows of each person, of which attributes of a PublishedTable::Sets have the values.
  Grouped<std::uint32_t> rows = {};

  bool has_sets(std::size_t attribute) const {
    return attribute < sets.size() && sets[attribute].groups() > 0;
  }
};

}  // namespace microdata
