#pragma once

#include <cstddef>

namespace microdata {

struct ShareInterval {
  double low = 0;
  double high = 1;
};

// Returns Wilson's interval of a share, given `hits` of `trials`. It contains the share in about
// 95% of all cases. Without trials it is 0 to 1.
ShareInterval wilson_interval(std::size_t hits, std::size_t trials);

// Returns Wilson's interval of a share of trials that need not be whole numbers.
ShareInterval interval_of_share(double share, double trials);

}  // namespace microdata
