#pragma once

#include <optional>

#include "core/utility/group_figures.hpp"

// Sizes for estimates of a table from a release that suppresses some of its rows. Estimates take
// suppressed rows to be like the published ones. Errors do not, because suppressed rows often have
// a frequent value. An error is that of the published figure plus the largest effect of the missing
// rows. If a published figure is no further from the truth than its error, the same holds for the
// table's figure.

namespace microdata {

struct MissingRows {
  double published = 0;
  // Number of suppressed rows, at least one.
  double left_out = 0;
  // Mean number of rows that share a row's person, weighted by rows, because the rows of one person
  // go together. 1 if rows are persons.
  double clustering = 1;

  double all() const { return published + left_out; }
};

// Sums over a group's published rows with a number.
struct GroupNumbers {
  double rows = 0;
  double sum = 0;
  double squares = 0;
  // Variance of the numbers in all groups.
  double variance_of_all = 0;
  // Lowest and highest number of all groups; the numbers of missing rows lie between them.
  double lowest = 0;
  double highest = 0;
};

// Figure of the published rows. An unknown standard error is replaced by that of rows drawn
// independently, which is larger than the error of linkings.
struct PublishedFigure {
  double estimate = 0;
  std::optional<double> standard_error;
};

// Returns the number of rows of a group in the table, given the published number. Any number of
// missing rows can belong to the group: the error is never 0.
Figure count_of_table(const PublishedFigure& count, const MissingRows& missing);

// Rows of published persons that were left out: their number at most, and the factor by which a
// person has more rows than published.
struct LeftOutRows {
  double most = 0;
  double factor = 1;
};

// Returns the number of persons of a group in the table; `missing` has numbers of persons. Left out
// rows are taken to be like published ones, independent of a person's other rows. Any of them can
// bring another person into the group, or none.
Figure persons_of_table(const PublishedFigure& persons, const MissingRows& missing,
                        const LeftOutRows& left_out);

Figure sum_of_table(const PublishedFigure& sum, const GroupNumbers& numbers,
                    const MissingRows& missing);

// Returns the mean unchanged, with the error for the table.
Figure mean_of_table(const PublishedFigure& mean, const GroupNumbers& numbers,
                     const MissingRows& missing);

}  // namespace microdata
