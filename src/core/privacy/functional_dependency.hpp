#pragma once

#include <cstdint>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// How far one attribute determines another, over the rows that share their value of the first with
// enough others to tell. Each row is guessed from the others alone, so that a row is no evidence
// for itself, and small groups do not look determined by chance.
struct Dependency {
  std::uint64_t rows = 0;
  // Rows that have the commonest value of the others with their value of the first attribute.
  std::uint64_t determined = 0;
  // Rows that have the commonest value of all others: what is right without the first attribute.
  std::uint64_t guessed = 0;

  double share() const;
  // Goodman and Kruskal's lambda: the share of the wrong guesses that the first attribute corrects.
  double lambda() const;

  bool operator==(const Dependency&) const = default;
};

// Rows, or persons, that share a value which tells something. Two suffice where two attributes
// determine each other and most values are rarer: a flat list of codes and their titles.
inline constexpr std::uint32_t fewest_sharing = 5;

// The persons that rows stand for.
struct RowMeaning {
  // Whose each row is; empty where each is a person's. Rows of a person that agree in both
  // attributes count once, and persons share a value.
  CodedColumn person = {};
  // How many rows of the table each is (Microdata::times); empty: one. Only without persons.
  std::span<const std::uint32_t> times = {};
  // A value of the determinant that fewer rows, or persons, share tells nothing.
  std::uint32_t fewest = fewest_sharing;
};

Dependency measure_dependency(const CodedColumn& determinant, const CodedColumn& dependent,
                              const RowMeaning& rows = {}, const Progress& progress = {});

// True if the rows, 30 at least, show a functional dependency, or nearly one: the first attribute
// corrects 0.75 of the wrong guesses. So an attribute is found of whose values 15% are wrong unless
// more than two fifths of the rows have one value of the second attribute; where all of these are
// rare, one of whose values a quarter is wrong. Attributes of real tables that are merely
// associated have 0.7 at the most.
bool is_determining(const Dependency& dependency);

}  // namespace microdata
