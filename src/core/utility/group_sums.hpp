#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/utility/group_figures.hpp"

// Sums for a group from some of a release's buckets, to which sums from other buckets can be added.
// Linkings of different buckets are independent, as are models learned from different parts:
// variances add up. An unknown variance is infinite.

namespace microdata {

struct MeasureSums {
  // Sum of the numbers, and number of rows with a number.
  double sum = 0;
  double known = 0;
  // Sum of the squared numbers.
  double squares = 0;
  // Sum and number of rows with all linkings of a bucket equally likely, before a model changed
  // them.
  double mixed_sum = 0;
  double mixed_known = 0;
  // Sums and numbers of rows by the models that learned from each half of the buckets.
  std::array<double, 2> half_sum{};
  std::array<double, 2> half_known{};
  // Variance of the sum.
  double variance = 0;
  // Variances for the mean: of the sum less the mean times `known`, and of `known`. `of_both` is
  // their covariance, set only if sums are to be added.
  double of_centered = 0;
  double of_known = 0;
  double of_both = 0;
  // Most rows of a person that are together in the group or not; 1 if a row is a person.
  double together = 1;
  // Lowest and highest number in the buckets, in any group; `lowest` is above `highest` if there
  // are no numbers.
  double lowest = 1;
  double highest = 0;

  // Returns the mean of the numbers, 0 if no row has a number.
  double mean() const { return known > 0 ? sum / known : 0; }
  // Returns the mean squared distance of the numbers from their mean.
  double spread() const { return known > 0 ? std::max(0.0, squares / known - mean() * mean()) : 0; }
};

struct GroupSums {
  // Group key, by column.
  std::vector<Code> group;
  double rows = 0;
  double mixed_rows = 0;
  // Rows by the models that learned from each half of the buckets.
  std::array<double, 2> half_rows{};
  double variance = 0;
  // Number of pairs of columns that a model links to the first column. Given the first, the columns
  // of a pair are taken to be independent. 0 by mixing.
  double unmodelled_pairs = 0;
  std::vector<MeasureSums> measures;
  // Number of persons, if rows are not persons.
  std::optional<Figure> persons = {};
};

// Extends the range to include a number.
void add_to_range(MeasureSums& sums, double number);

// True if linkings decide how many rows have a number.
bool is_open(const MeasureSums& sums);

// Returns the factor of a mean's variance if linkings decide how many rows have a number. The
// variance is a first-order function of those of the sum and of the rows, which is too small if few
// rows are expected to have a number. So many rows are together in a group or not.
double excess_of_mean(double rows, double together);

// Adds the sums of other buckets for the same group.
void add(GroupSums& sums, const GroupSums& others);

// Distance that models move the figures of a question's groups away from mixing. Records the part
// of the distance that the models of both halves of the buckets repeat.
struct Agreement {
  // Square of the model's moves, and products of the moves with those of the halves' models.
  double moved = 0;
  std::array<double, 2> halves{};

  void add(double mixed, double modelled, const std::array<double, 2>& by_half);
  // Returns the credible share, 0 to 1, of the model's moves. It is 1 if each half shows at least
  // half of the moves, because halves know less, and 0 if one half contradicts. Large buckets show
  // nothing of the linkings within them. A model of large buckets follows chance, and mixing is
  // better.
  double share() const;
};

// Agreement about the rows of all groups, and about the sums of each measure.
struct Agreements {
  Agreement rows;
  std::vector<Agreement> measures;

  void add(const GroupSums& sums);
};

// Returns the figures of a group. Estimates lie between mixing and the model, as far as the halves
// agree. A standard error combines three errors: of the linking, of the model's weights and,
// because no model is true, of the model itself. The model's error is the difference between its
// estimate and that of mixing. It is one error, for any number of parts. Each pair of columns that
// no model links adds a share of a count or a sum. To a mean it adds the same share of the numbers'
// spread. `agreements` covers all groups of a question, so that the groups still add up.
GroupFigures figures_of(const GroupSums& sums, const Agreements& agreements);

}  // namespace microdata
