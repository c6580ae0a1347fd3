#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"
#include "core/utility/group_figures.hpp"
#include "core/utility/group_sums.hpp"
#include "core/utility/row_features.hpp"

namespace microdata {

// Attributes of one column that a question names; a row links their values. A level is a
// combination of their values.
struct AskedColumn {
  // Level of each row. Counterfeit rows are included only in the column of the sensitive attribute.
  std::vector<Code> level_of;
  Code levels = 0;
  // Part of the group key that belongs to this column, by level.
  std::vector<Code> group;
  Code groups = 1;
  // shares[level * conjunctions + c] is the share, 0 to 1, of the level that satisfies this
  // column's part of the c-th conjunction.
  std::vector<double> share;
  // Number of each level, by measure; no vector if the measure's attribute is in another column.
  // NaN stands for NULL.
  std::vector<std::optional<std::vector<double>>> measure;
};

// Question about the rows of a release that satisfy at least one of several conjunctions, by
// groups, with numeric attributes. Without conjunctions all rows count. Each numeric attribute is
// in one of the columns.
struct EstimateQuestion {
  std::span<const Code> bucket_of;
  Code buckets = 0;
  // Number of rows at the end that are sensitive values of no person. With such rows the first
  // column is not the sensitive attribute's.
  std::size_t counterfeits = 0;
  // Weight of each row; empty if each row counts once. With weights there is one column.
  std::span<const double> weights;
  // Columns; the others are linked to the first.
  std::vector<AskedColumn> columns;
  std::size_t conjunctions = 0;
  std::size_t measures = 0;
  // Known attributes of rows: those of the first column.
  std::vector<FeatureAttribute> features;
};

enum class LinkingMethod {
  // All linkings of a bucket are equally likely.
  mixed,
  // Linkings are as likely as in the model that makes all buckets most probable.
  likelihood
};

// Limit on the number of groups; more groups raise std::length_error.
inline constexpr std::size_t most_estimated_groups = 10'000;

// Limits on the levels that rows are linked to, in all and in one bucket; more links raise
// TooManyLinks. So many links take some hundred megabytes. The number of links in a bucket can be
// the square of its number of rows.
inline constexpr std::size_t most_links = 40'000'000;
inline constexpr std::size_t most_links_of_bucket = 2'000'000;
class TooManyLinks : public std::length_error {
 public:
  TooManyLinks() : std::length_error("too many levels of rows") {}
};

// Returns the figures of all groups that occur, by group. A standard error has four parts:
//   - the error of the unknown linking, given the model;
//   - the error of the model's weights;
//   - the difference between the model's estimate and that of mixing, because no model is true;
//   - a share of each count or sum for each pair of columns that no model links.
// By mixing, the error of a count or a sum is exact if at most one column is linked to the first.
// With several linked columns it can be too large. The error of a mean can be too large if linkings
// decide how many rows have a number.
std::vector<GroupFigures> estimate_groups(const EstimateQuestion& question, LinkingMethod method,
                                          const Progress& progress);

// Returns the sums by group from which estimate_groups() makes figures. `parts` is true if
// `question` has only some of the buckets and sums of other buckets will be added.
std::vector<GroupSums> sum_groups(const EstimateQuestion& question, LinkingMethod method,
                                  bool parts, const Progress& progress);

}  // namespace microdata
