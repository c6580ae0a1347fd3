#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code_set.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Values that one attribute of a release shows, and those of its source.
struct PublishedCovers {
  // Source values that each distinct published value stands for.
  std::vector<CodeSet> of_label;
  std::vector<std::uint32_t> label_of_row;
  // Values of the source's rows, below `values`.
  std::vector<Code> tuples;
  // Number of rows of the whole source with each value, if `tuples` are those of a region;
  // otherwise empty.
  std::vector<std::uint64_t> rows_of_values = {};
  Code values = 0;
};

// Returns the mean loss, by values or by entropy (LossMeasure), over the attributes and over the
// rows, published or suppressed. Suppressed rows, `left_out`, show nothing. If the source's rows
// are unchanged since the publication, the result equals the loss that generalization reported.
double cover_loss(std::span<const PublishedCovers> attributes, LossMeasure measure,
                  std::size_t left_out, const Progress& progress);

// Sum over rows of their loss, and the number of rows, for one attribute. The sums of regions add
// up.
struct LossOfRows {
  double lost = 0;
  double rows = 0;
};
std::vector<LossOfRows> cover_losses(std::span<const PublishedCovers> attributes,
                                     LossMeasure measure, const Progress& progress);
double mean_loss(std::span<const LossOfRows> attributes, std::size_t left_out);

}  // namespace microdata
