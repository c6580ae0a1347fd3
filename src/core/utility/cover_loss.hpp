#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// What one attribute of a release shows of the values of its source.
struct PublishedCovers {
  // The values that each distinct published value stands for.
  std::vector<CodeSet> of_label;
  std::vector<std::uint32_t> label_of_row;
  // Of the source's rows, below `values`.
  std::vector<Code> tuples;
  // Of a region: how many rows of the whole source have each value. Empty: `tuples` are all.
  std::vector<std::uint64_t> rows_of_values = {};
  Code values = 0;
};

// Loss by values or by entropy (LossMeasure), from what can be seen: the mean over the attributes
// and over the rows that are published or `left_out`, which show nothing. Rows of the source that
// are what they were when it was published give what generalization reported.
double cover_loss(std::span<const PublishedCovers> attributes, LossMeasure measure,
                  std::size_t left_out, const Progress& progress);

// The sum over rows of what they lose, and their number, attribute by attribute: those of regions
// add up.
struct LossOfRows {
  double lost = 0;
  double rows = 0;
};
std::vector<LossOfRows> cover_losses(std::span<const PublishedCovers> attributes,
                                     LossMeasure measure, const Progress& progress);
double mean_loss(std::span<const LossOfRows> attributes, std::size_t left_out);

}  // namespace microdata
