#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// What stands in the place of an attribute's values in one class, or in several.
struct GeneralizedValue {
  // The values it covers, ascending, without repetition; of numbers only the least, the greatest
  // and, where it is among them, the NULL. For a label, one code that has it.
  std::vector<Code> codes;
  // For a multiset, how many tuples of the class have each of the codes; else empty.
  std::vector<std::uint32_t> counts;
  // For a label, its level.
  std::size_t level = 0;
  // Of publishing it in place of a value.
  double penalty = 0;

  bool operator==(const GeneralizedValue& other) const = default;
  // By what is shown; any order does.
  bool operator<(const GeneralizedValue& other) const {
    return std::tie(codes, counts, level) < std::tie(other.codes, other.counts, other.level);
  }
};

struct GeneralizedAttribute {
  enum class Kind { range, set, label, multiset };

  std::size_t attribute = 0;
  Kind kind = Kind::set;
  std::vector<GeneralizedValue> values;
  std::vector<std::uint32_t> value_of_class;
};

// How much was lost (slicing paper, section 2; Xu et al. 2006; Bayardo and Agrawal, "Data privacy
// through optimal k-anonymization", ICDE 2005). A suppressed row counts as fully generalized.
struct InformationLoss {
  // By the measure that the attributes were shown by: mean over all rows of the source, for each of
  // the quasi-identifiers and over them all. 0 to 1.
  std::vector<double> of_attribute;
  double mean = 0;
  // Sum over the classes of the square of their size, and the number of rows for each suppressed.
  double discernibility = 0;
  // Published rows by classes.
  double average_class_size = 0;
};

// How classes are shown, and by what the penalty of that is measured.
struct ShownAs {
  bool multiset = false;
  LossMeasure loss = LossMeasure::width;
};

// What is published of an attribute for each class: its range, set of values, or lowest common
// label, or its multiset.
GeneralizedAttribute generalize_attribute(const Microdata& data, std::size_t attribute,
                                          const TuplePartition& classes, const ShownAs& as,
                                          const Progress& progress);

// The same of ranges that are given: by class, codes as in GeneralizedValue.
GeneralizedAttribute show_ranges(const Microdata& data, std::size_t attribute,
                                 std::vector<std::vector<Code>> codes_of_class, LossMeasure loss,
                                 const Progress& progress);

// The same, where the level of the hierarchy is known: level_of_class has one for each class, or
// one for all.
GeneralizedAttribute label_attribute(const Microdata& data, std::size_t attribute,
                                     const TuplePartition& classes,
                                     const std::vector<std::size_t>& level_of_class,
                                     LossMeasure loss, const Progress& progress);

// Classes are what can be told apart: makes those that show the same in all attributes one.
void join_alike(TuplePartition& classes, std::vector<GeneralizedAttribute>& attributes,
                const Progress& progress);

// What it is a mean of. Those of regions add up to those of the table.
struct LossSums {
  std::uint64_t rows = 0;
  std::uint64_t suppressed = 0;
  std::uint64_t published = 0;
  std::uint64_t classes = 0;
  // The penalties of all rows.
  std::vector<double> of_attribute;
  // Of the sizes of the classes.
  double squares = 0;

  void add(const LossSums& region);
};

// Of `rows` rows of which `suppressed` are left out. Where classes are of a histogram's tuples,
// with their `times`.
LossSums sum_losses(const TuplePartition& classes,
                    const std::vector<GeneralizedAttribute>& attributes, Row rows, Row suppressed,
                    std::span<const std::uint32_t> times = {});

// At least one row.
InformationLoss information_loss(const LossSums& sums);
InformationLoss information_loss(const TuplePartition& classes,
                                 const std::vector<GeneralizedAttribute>& attributes, Row rows,
                                 Row suppressed);

}  // namespace microdata
