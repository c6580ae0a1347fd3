#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

enum class Recoding {
  mondrian,     // multidimensional local recoding: each class has values of its own
  multiset,     // the same classes, published as the multiset of their values
  full_domain,  // one level of the hierarchy for all tuples
  cell,         // full-domain, then as far down as each class allows
};

struct GeneralizationOptions {
  std::uint32_t k = 1;
  // Frequency l-diversity of every sensitive attribute; 1 asks for nothing.
  double l = 1;
  Recoding recoding = Recoding::mondrian;
  Grouping grouping = Grouping::strict;
  std::vector<PrivacyModel> privacy;
  // The largest fraction of the rows that may be left out.
  double suppress = 0;
  unsigned threads = 1;
};

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

  // Whether some class shows anything but the value that all of its tuples have.
  bool generalizes() const;
};

// How much was lost (slicing paper, section 2; Xu et al. 2006; Bayardo and Agrawal, "Data privacy
// through optimal k-anonymization", ICDE 2005). A suppressed row counts as fully generalized.
struct InformationLoss {
  // Normalized certainty penalty: mean over all rows of the source, for each of the
  // quasi-identifiers and over them all. 0 to 1.
  std::vector<double> of_attribute;
  double mean = 0;
  // Sum over the classes of the square of their size, and the number of rows for each suppressed.
  double discernibility = 0;
  // Published rows by classes.
  double average_class_size = 0;
};

struct Generalization {
  // In random order, as are the tuples within each.
  TuplePartition classes;
  // Of the quasi-identifiers, in the table's order.
  std::vector<GeneralizedAttribute> attributes;
  InformationLoss loss;
  Row suppressed = 0;
  // Of a full domain: the levels of the hierarchies, in the order of `attributes`.
  std::vector<std::size_t> levels;
};

// Requires at least one row and one quasi-identifier; where l is above 1, or a model asks for
// them, a sensitive attribute; for full_domain and cell a hierarchy of every quasi-identifier.
// Throws Infeasible where no release can meet the options, LatticeTooLarge where a full domain
// cannot be searched.
Generalization generalize(const Microdata& data, const GeneralizationOptions& options,
                          Random& random, const Progress& progress);

}  // namespace microdata
