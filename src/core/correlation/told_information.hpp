#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// An attribute with few enough values for a sample to show their correlation. Numbers, dates and
// times of more than most_values_kept values are divided into ten intervals of about equal numbers
// of rows. With intervals of equal width, a few outliers would leave most intervals empty. All
// codes below `distinct` occur.
struct GroupedAttribute {
  std::vector<Code> codes;
  Code distinct = 0;
};

GroupedAttribute grouped_attribute(const Microdata& data, std::size_t attribute,
                                   const Progress& progress);

// Returns the mutual information of two attributes of the same rows, in nats, minus the amount that
// independent attributes would show by chance. That amount is the mean of their G statistic, (r -
// 1)(c - 1), plus `deviations` standard deviations, divided by twice the number of rows. The result
// is negative if the mutual information is below that amount.
double told_information(const GroupedAttribute& a, const GroupedAttribute& b, double deviations,
                        const Progress& progress);

// Returns the entropy in nats.
double entropy(const GroupedAttribute& attribute);

}  // namespace microdata
