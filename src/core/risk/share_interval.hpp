#pragma once

#include <cstddef>

namespace microdata {

struct ShareInterval {
  double low = 0;
  double high = 1;
};

// Wilson's interval of a share, of which `hits` of `trials` were seen: it has the share in 95% of
// all cases, about. From 0 to 1 without trials.
ShareInterval wilson_interval(std::size_t hits, std::size_t trials);

// The same of a share that need not be of a whole number of trials.
ShareInterval interval_of_share(double share, double trials);

}  // namespace microdata
