#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Extent to which one attribute determines another, over the rows whose value of the first
// attribute occurs often enough. Each row is guessed from the other rows alone. A row is therefore
// no evidence for itself, and small groups do not look determined by chance.
struct Dependency {
  std::uint64_t rows = 0;
  // Number of rows with the commonest value among the other rows that have their value of the first
  // attribute.
  std::uint64_t determined = 0;
  // Number of rows with the commonest value among all other rows: the right guesses without the
  // first attribute.
  std::uint64_t guessed = 0;

  double share() const;
  // Returns Goodman and Kruskal's lambda: the share of the wrong guesses that the first attribute
  // corrects.
  double lambda() const;

  bool operator==(const Dependency&) const = default;
};

// Smallest number of rows, or persons, that must share a value for it to be evidence. Two suffice
// if two attributes determine each other and most values are rarer, as in a flat list of codes and
// their titles.
inline constexpr std::uint32_t fewest_sharing = 5;

// The persons that rows stand for.
struct RowMeaning {
  // Person of each row; empty if each row is a person. Rows of a person that agree in both
  // attributes count once, and persons instead of rows share a value.
  CodedColumn person = {};
  // Number of rows of the table for each row (Microdata::times); empty means one. Only without
  // persons.
  std::span<const std::uint32_t> times = {};
  // Smallest number of rows, or persons, that must share a value of the determinant for it to be
  // evidence.
  std::uint32_t fewest = fewest_sharing;
};

Dependency measure_dependency(const CodedColumn& determinant, const CodedColumn& dependent,
                              const RowMeaning& rows = {}, const Progress& progress = {});

// True if at least 30 rows show a functional dependency, or nearly one: the first attribute
// corrects 0.75 of the wrong guesses. An attribute with 15% wrong values is found unless more than
// two fifths of the rows have one value of the second attribute. If all values of the second
// attribute are rare, an attribute with a quarter of wrong values is found. Attributes of real
// tables that are merely associated reach at most 0.7.
bool is_determining(const Dependency& dependency);

}  // namespace microdata
