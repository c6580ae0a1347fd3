#pragma once

#include <cstddef>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// An attribute whose values are few enough for a sample to show what goes with them: numbers, dates
// and times of more than most_values_kept values by ten intervals of about as many rows each, as
// few outliers would leave intervals of equal width empty. All codes below `distinct` occur.
struct GroupedAttribute {
  std::vector<Code> codes;
  Code distinct = 0;
};

GroupedAttribute grouped_attribute(const Microdata& data, std::size_t attribute,
                                   const Progress& progress);

// The mutual information of two attributes of the same rows, in nats, less what independent ones of
// so many values have in a sample: the mean of their G statistic, (r - 1)(c - 1), and so many of
// its standard deviations, by twice the rows. Below 0 where there is less.
double told_information(const GroupedAttribute& a, const GroupedAttribute& b, double deviations,
                        const Progress& progress);

// In nats.
double entropy(const GroupedAttribute& attribute);

}  // namespace microdata
