#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Published replacement of an attribute's values in one class or in several.
struct GeneralizedValue {
  // Covered values, ascending, without repetition. A range of numbers has only the least, the
  // greatest and, if covered, NULL. A label has one code that carries it.
  std::vector<Code> codes;
  // Number of tuples of the class with each of the codes, for a multiset; else empty.
  std::vector<std::uint32_t> counts;
  // Level of a label.
  std::size_t level = 0;
  // Penalty of publishing the replacement for a value.
  double penalty = 0;

  bool operator==(const GeneralizedValue& other) const = default;
  // Compares the published values, in an arbitrary but fixed order.
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

// Information loss (slicing paper, section 2; Xu et al. 2006; Bayardo and Agrawal, "Data privacy
// through optimal k-anonymization", ICDE 2005). A suppressed row counts as fully generalized.
struct InformationLoss {
  // Mean loss over all rows of the source for each quasi-identifier, 0 to 1, and the mean over all.
  // The measure is that by which the attributes were shown.
  std::vector<double> of_attribute;
  double mean = 0;
  // Sum of the squares of the class sizes, plus the number of rows for each suppressed row.
  double discernibility = 0;
  // Number of published rows divided by the number of classes.
  double average_class_size = 0;
};

// Form in which classes are shown, and the measure of its penalty.
struct ShownAs {
  bool multiset = false;
  LossMeasure loss = LossMeasure::width;
};

// Returns the published value of an attribute for each class: its range, set of values, lowest
// common label, or multiset.
GeneralizedAttribute generalize_attribute(const Microdata& data, std::size_t attribute,
                                          const TuplePartition& classes, const ShownAs& as,
                                          const Progress& progress);

// Returns an attribute with the given ranges. `codes_of_class` has, by class, codes as in
// GeneralizedValue.
GeneralizedAttribute show_ranges(const Microdata& data, std::size_t attribute,
                                 std::vector<std::vector<Code>> codes_of_class, LossMeasure loss,
                                 const Progress& progress);

// Returns an attribute with labels of known levels. level_of_class has one level for each class, or
// one for all.
GeneralizedAttribute label_attribute(const Microdata& data, std::size_t attribute,
                                     const TuplePartition& classes,
                                     const std::vector<std::size_t>& level_of_class,
                                     LossMeasure loss, const Progress& progress);

// Joins classes that show the same in all attributes, because readers cannot distinguish them.
void join_alike(TuplePartition& classes, std::vector<GeneralizedAttribute>& attributes,
                const Progress& progress);

// Sums from which InformationLoss is computed. The sums of regions add up to the sums of the table.
struct LossSums {
  std::uint64_t rows = 0;
  std::uint64_t suppressed = 0;
  std::uint64_t published = 0;
  std::uint64_t classes = 0;
  // Sum of the penalties of all rows, for each attribute.
  std::vector<double> of_attribute;
  // Sum of the squares of the class sizes.
  double squares = 0;

  void add(const LossSums& region);
};

// Returns the sums for `rows` rows, including `suppressed` suppressed rows. For classes of a
// histogram's tuples, `times` has the number of rows of each tuple.
LossSums sum_losses(const TuplePartition& classes,
                    const std::vector<GeneralizedAttribute>& attributes, Row rows, Row suppressed,
                    std::span<const std::uint32_t> times = {});

// Returns the information loss. Requires at least one row.
InformationLoss information_loss(const LossSums& sums);
InformationLoss information_loss(const TuplePartition& classes,
                                 const std::vector<GeneralizedAttribute>& attributes, Row rows,
                                 Row suppressed);

}  // namespace microdata
