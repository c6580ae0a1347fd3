#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/hierarchy.hpp"

namespace microdata {

// Index of a tuple. A table has at most 2^32 - 1 tuples.
using Row = std::uint32_t;

enum class Role : std::uint8_t { identifier, quasi_identifier, sensitive, insensitive };

struct Attribute {
  std::string name;
  Role role = Role::quasi_identifier;
  // Number of codes, which are 0 .. distinct - 1.
  Code distinct = 0;
  // False for a type without its own equality; tuples are then never split on the attribute.
  bool divisible = true;
  // True if the last code stands for NULL.
  bool nullable = false;
  // Numbers by code, ascending (NaN last), in which intervals and ranges are measured; empty for
  // other attributes. The entry of NULL is NaN.
  std::vector<double> projection;
  // Numeric values of texts or sums of money by code, in any order, without a projection. A guess
  // of a sensitive attribute can come near them. Empty if not all values are numbers.
  std::vector<double> amounts = {};
  // Least code with the same end of a published range as each code; empty if ranges can end between
  // any two values. Regions that are shown as ranges never separate such codes.
  std::vector<Code> same_end;
  // Hierarchy for generalization, if the user defined one.
  std::optional<Hierarchy> hierarchy;
  // Number of rows of the whole table with each code, if the data are a region of a table; models
  // then compare with these. Empty if the data are the table.
  std::vector<std::uint64_t> table_counts;
  // Codes of the values that privacy models name, by the value as text.
  std::map<std::string, Code> named_values;
  // 1 by code for the harmless values of a sensitive attribute, which need no protection
  // (Machanavajjhala et al., "l-Diversity", ICDE 2006, section 4.3, don't-care sets); empty if
  // there are none.
  std::vector<std::uint8_t> harmless;

  bool is_harmless(Code code) const { return !harmless.empty() && harmless[code] != 0; }
  bool numeric() const { return !projection.empty(); }
  Code end_of_range(Code code) const { return same_end.empty() ? code : same_end[code]; }
};

// Codes of one attribute, one for each row, all below `distinct`.
struct CodedColumn {
  std::span<const Code> codes;
  Code distinct = 0;
};

// Table of persons, one tuple each, stored by columns. If `times` is not empty, a histogram of the
// table, which stores a tuple of several rows once. Invariant: columns.size() == attributes.size();
// every column has `rows` codes below `distinct`.
struct Microdata {
  Row rows = 0;
  std::vector<Attribute> attributes;
  std::vector<std::vector<Code>> columns;
  // Number of rows of the table with each tuple, at least one; empty for a table. Only
  // generalization to levels (generalization/generalization.hpp) takes histograms.
  std::vector<std::uint32_t> times;

  std::uint32_t times_of(Row row) const { return times.empty() ? 1 : times[row]; }
};

// Indexes into Microdata::attributes.
using AttributeSet = std::vector<std::size_t>;

}  // namespace microdata
