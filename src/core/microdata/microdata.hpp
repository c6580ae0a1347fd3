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

// Index of a tuple. At most 2^32 - 1 tuples.
using Row = std::uint32_t;

enum class Role : std::uint8_t { identifier, quasi_identifier, sensitive, insensitive };

struct Attribute {
  std::string name;
  Role role = Role::quasi_identifier;
  // Codes are 0 .. distinct - 1.
  Code distinct = 0;
  // False for a type without an equality of its own: tuples are then never split upon it.
  bool divisible = true;
  // The last code stands for NULL.
  bool nullable = false;
  // Empty, or one number per code, ascending (NaN last): what intervals and ranges are measured in.
  // The entry of a NULL is NaN.
  std::vector<double> projection;
  // Without a projection, the numbers that texts or sums of money are, in any order: a guess of a
  // sensitive attribute can come near them. Empty where not all values are numbers.
  std::vector<double> amounts = {};
  // Empty where ranges can end between any two values; else, for each code, the least one that ends
  // of published ranges do not tell from it. Regions that are shown as ranges never part these.
  std::vector<Code> same_end;
  // How values are generalized, where the user said so.
  std::optional<Hierarchy> hierarchy;
  // Where the data are a region of a table: for each code, how many rows of the whole table have
  // it. Models that measure against the table measure against this. Empty: the data are the table.
  std::vector<std::uint64_t> table_counts;
  // Values that privacy models name, as text, with their codes.
  std::map<std::string, Code> named_values;

  bool numeric() const { return !projection.empty(); }
  Code end_of_range(Code code) const { return same_end.empty() ? code : same_end[code]; }
};

// The codes of one attribute, one to a row, all below `distinct`.
struct CodedColumn {
  std::span<const Code> codes;
  Code distinct = 0;
};

// A table of persons, one tuple each, held by columns.
// Invariant: columns.size() == attributes.size(); every column has `rows` codes below `distinct`.
// Or a histogram of one, where `times` is not empty: tuples that several rows have are held once.
struct Microdata {
  Row rows = 0;
  std::vector<Attribute> attributes;
  std::vector<std::vector<Code>> columns;
  // For each tuple, how many rows of the table have it, at least one. Generalization to levels
  // (generalization/generalization.hpp) takes histograms; all else takes tables.
  std::vector<std::uint32_t> times;

  std::uint32_t times_of(Row row) const { return times.empty() ? 1 : times[row]; }
};

// Indices into Microdata::attributes.
using AttributeSet = std::vector<std::size_t>;

}  // namespace microdata
