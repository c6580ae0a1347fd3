#include "postgres/methods/generalization/level_memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/generalization/lattice.hpp"

namespace microdata::postgres {

namespace {

// Of a tuple: while it is read, beside a code of each column; and while levels are searched.
constexpr double while_reading = 40;
constexpr double code_read = 8;
constexpr double while_searching = 20;
constexpr double code_searched = 4;

// Of a value: in a dictionary, as a flat hierarchy's label, with penalties. Of its labels at each
// level of a hierarchy; and while these are computed, of one attribute after the other, between the
// values and the root.
constexpr double value = 92;
constexpr double label = 50;
constexpr double label_computed = 280;

// Of a class: besides its key; where another table has it, and in an index of them. Tables grow by
// steps, and what others leave free is not always of use.
constexpr double besides_key = 16;
constexpr double found_in_index = 28;
constexpr double growth = 1.4;

// As class_table.hpp packs keys: fields do not lie across words, and more than two words are as
// many as there can be.
double bytes_of_class(std::span<const LeveledAttribute> quasi_identifiers) {
  constexpr double word_bits = 64;
  double words = 1;
  double used = 0;
  for (const LeveledAttribute& attribute : quasi_identifiers) {
    const double bits = std::ceil(std::log2(attribute.distinct + 1));
    if (used + bits > word_bits) {
      ++words;
      used = 0;
    }
    used += bits;
  }
  constexpr auto most = static_cast<double>(Lattice::most_dimensions);
  return besides_key + 8 * (words > 2 ? most : words);
}

// On the way up from the lowest node, by steps of a level, each of them the one that unites fewest
// classes: of how many tables each thread holds one on to the classes, in numbers of tuples. Levels
// are taken to be equal factors apart.
double tables_held(double tuples, std::span<const LeveledAttribute> quasi_identifiers) {
  double classes = 0;
  std::vector<double> steps;
  for (const LeveledAttribute& attribute : quasi_identifiers) {
    const double values = std::log(attribute.distinct);
    const auto levels = static_cast<double>(attribute.levels - 1);
    classes += values;
    steps.insert(steps.end(), attribute.levels - 1, values / levels);
  }
  std::sort(steps.begin(), steps.end());
  double held = 0;
  for (const double step : steps) {
    classes -= step;
    held += std::min(std::exp(classes - std::log(tuples)), 1.0);
  }
  return held;
}

}  // namespace

double bytes_of_levels(double tuples, std::size_t columns,
                       std::span<const LeveledAttribute> quasi_identifiers, unsigned threads) {
  if (tuples < 1) return 0;
  double values = 0;
  double computed = 0;
  for (const LeveledAttribute& attribute : quasi_identifiers) {
    const auto levels = static_cast<double>(attribute.levels);
    const bool flat = attribute.levels == 2;
    values += attribute.distinct * (value + (flat ? 0 : label * levels));
    computed = std::max(computed, attribute.distinct * label_computed * (levels - 2));
  }
  const double of_class = bytes_of_class(quasi_identifiers);
  const double of_thread =
      found_in_index + growth * of_class * tables_held(tuples, quasi_identifiers);
  const double search =
      tuples * (found_in_index + of_class + of_thread * static_cast<double>(threads));
  const auto codes = static_cast<double>(columns);
  return std::max(
      tuples * (while_reading + code_read * codes) + values,
      tuples * (while_searching + code_searched * codes) + values + std::max(computed, search));
}

}  // namespace microdata::postgres
