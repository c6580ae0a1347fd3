#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/group_figures.hpp"
#include "core/utility/group_sums.hpp"
#include "core/utility/row_features.hpp"

namespace microdata {

// What a question asks of the attributes of one column, whose values are linked within a row. A
// level is a combination of their values.
struct AskedColumn {
  // By row; without those of counterfeits, unless the column is that of the sensitive attribute.
  std::vector<Code> level_of;
  Code levels = 0;
  // By level: the part of the group that stands in this column.
  std::vector<Code> group;
  Code groups = 1;
  // shares[level * conjunctions + c]: how much of the level satisfies this column's part of the
  // c-th conjunction, 0 .. 1.
  std::vector<double> share;
  // For each measure the level's number, where its attribute stands in this column: NaN for NULL.
  std::vector<std::optional<std::vector<double>>> measure;
};

// A question about a release: what rows have one of several conjunctions true (without any: all
// rows), by groups, and of numeric attributes, each of which stands in one of the columns.
struct EstimateQuestion {
  std::span<const Code> bucket_of;
  Code buckets = 0;
  // The last so many rows are sensitive values that are nobody's. With them the first column is not
  // the sensitive attribute's.
  std::size_t counterfeits = 0;
  // For how many each row counts; empty: for one. With weights there is one column.
  std::span<const double> weights;
  // The first is the one that the others are linked to.
  std::vector<AskedColumn> columns;
  std::size_t conjunctions = 0;
  std::size_t measures = 0;
  // What is known of rows: attributes of the first column.
  std::vector<FeatureAttribute> features;
};

enum class LinkingMethod {
  // All linkings of a bucket are equally likely.
  mixed,
  // As the model that makes all buckets most probable says.
  likelihood
};

// More groups than this are refused (std::length_error).
inline constexpr std::size_t most_estimated_groups = 10'000;

// Rows that are linked to more levels of their buckets, or to more in one bucket, are refused: they
// take some hundred megabytes. Large buckets have the square of their rows.
inline constexpr std::size_t most_links = 40'000'000;
inline constexpr std::size_t most_links_of_bucket = 2'000'000;
class TooManyLinks : public std::length_error {
 public:
  TooManyLinks() : std::length_error("too many levels of rows") {}
};

// The figures of all groups that occur, by group. A standard error has four parts: that of which
// linking is true, given the model; that of the model's weights; since no model is true, what the
// model makes of it beyond mixing; and, of a count or a sum, a share for each pair of columns that
// no model links. By mixing, that of a count or a sum is exact where one column at most is linked
// to the first. It may be too large where several are, and that of a mean where linkings decide how
// many rows have a number.
std::vector<GroupFigures> estimate_groups(const EstimateQuestion& question, LinkingMethod method,
                                          const Progress& progress);

// The same before figures are made of it, by group. `parts`: the buckets are not all, and what
// others say will be added.
std::vector<GroupSums> sum_groups(const EstimateQuestion& question, LinkingMethod method,
                                  bool parts, const Progress& progress);

}  // namespace microdata
