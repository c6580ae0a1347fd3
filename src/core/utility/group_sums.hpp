#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/utility/group_figures.hpp"

// What some of a release's buckets say of a group, so that what others say can be added. Linkings
// of different buckets, and models learned from different parts, are independent of each other:
// variances add up. A variance of which nothing is known is infinite.

namespace microdata {

struct MeasureSums {
  // The sum of the numbers, and how many rows have one.
  double sum = 0;
  double known = 0;
  // The sum of the squares of the numbers.
  double squares = 0;
  // By all linkings of a bucket alike, before a model moved them.
  double mixed_sum = 0;
  double mixed_known = 0;
  // By the models that each half of the buckets taught.
  std::array<double, 2> half_sum{};
  std::array<double, 2> half_known{};
  // Of the sum.
  double variance = 0;
  // Of what a mean is made of: of the sum less the mean times `known`, of `known`, and how these go
  // together. The last only where sums are to be added.
  double of_centered = 0;
  double of_known = 0;
  double of_both = 0;
  // Of the numbers in the buckets, in whichever group. The first is above the second if there are
  // none.
  double lowest = 1;
  double highest = 0;

  // 0 where no row has a number.
  double mean() const { return known > 0 ? sum / known : 0; }
  // How far the numbers are from the mean, squared, on average.
  double spread() const { return known > 0 ? std::max(0.0, squares / known - mean() * mean()) : 0; }
};

struct GroupSums {
  // By column.
  std::vector<Code> group;
  double rows = 0;
  double mixed_rows = 0;
  // By the models that each half of the buckets taught.
  std::array<double, 2> half_rows{};
  double variance = 0;
  // How many pairs of columns go with the first one by a model, and are taken to be independent of
  // each other given that: by mixing none.
  double unmodelled_pairs = 0;
  std::vector<MeasureSums> measures;
};

// Takes a number into the range.
void add_to_range(MeasureSums& sums, double number);

// Adds what other buckets say of the same group.
void add(GroupSums& sums, const GroupSums& others);

// How far models move the figures of a question's groups away from mixing, and how much of that the
// models of both halves of the buckets repeat.
struct Agreement {
  // The square of all that the model moves, and its products with what the halves' models move.
  double moved = 0;
  std::array<double, 2> halves{};

  void add(double mixed, double modelled, const std::array<double, 2>& by_half);
  // The share, 0 .. 1, of what the model moves that is to be believed: all where either half shows
  // half of it, as halves know less; none where one of them contradicts. Large buckets show nothing
  // of linkings within them, and a model of them follows chance: mixing is better then.
  double share() const;
};

// The agreement about the rows of all groups, and about the sums of each measure.
struct Agreements {
  Agreement rows;
  std::vector<Agreement> measures;

  void add(const GroupSums& sums);
};

// Estimates lie between mixing and the model, as far as the halves agree. A standard error is that
// of the linking, of the model's weights and, as no model is true, what the model makes of the
// estimate beyond mixing: that is one error, however many parts there are. Each pair of columns
// that no model links adds a share of a count or a sum, and to a mean that share of what a number
// is off the mean. `agreements` are those of all groups of a question, so that groups still add up.
GroupFigures figures_of(const GroupSums& sums, const Agreements& agreements);

}  // namespace microdata
