#pragma once

#include <optional>

#include "core/utility/group_figures.hpp"

// Estimates of a table from a release that leaves some of its rows out. Estimates take these to be
// like the published ones. Errors do not, as the rows that are left out are often those with a
// frequent value: an error is that of the published figure and the most that the missing rows can
// make of it. Where a published figure is no further from the truth than its error, neither is that
// of the table.

namespace microdata {

struct MissingRows {
  double published = 0;
  // At least one row.
  double left_out = 0;
  // The mean number of rows that share a row's person, weighted by rows: rows of one person go
  // together. 1: rows are persons.
  double clustering = 1;

  double all() const { return published + left_out; }
};

// Sums over a group's published rows that have a number.
struct GroupNumbers {
  double rows = 0;
  double sum = 0;
  double squares = 0;
  // The variance of the numbers in all groups.
  double variance_of_all = 0;
  // The lowest and highest number of all groups; those of missing rows lie between them.
  double lowest = 0;
  double highest = 0;
};

// A figure of the published rows whose standard error is not known is that of rows drawn
// independently of each other, which is more than linkings make of it.
struct PublishedFigure {
  double estimate = 0;
  std::optional<double> standard_error;
};

// How many rows of the table a group has, by how many are published. Any number of the missing rows
// can be of the group: the error is never 0.
Figure count_of_table(const PublishedFigure& count, const MissingRows& missing);

Figure sum_of_table(const PublishedFigure& sum, const GroupNumbers& numbers,
                    const MissingRows& missing);

// The mean stays what it is.
Figure mean_of_table(const PublishedFigure& mean, const GroupNumbers& numbers,
                     const MissingRows& missing);

}  // namespace microdata
