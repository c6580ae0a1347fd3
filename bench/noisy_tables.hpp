#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/value_set.hpp"

// Noisy counts of every pair of attributes, the release of a simple competitor. A differentially
// private system would publish such counts instead of rows (C. Dwork et al., "Calibrating noise to
// sensitivity in private data analysis", TCC 2006).

namespace microdata::experiment {

// Bins of values and the probability of each value within its bin. Bins depend only on people
// outside the release, so that bins disclose nothing about published people.
struct Bins {
  // Bin and share by attribute and code.
  std::vector<std::vector<std::uint32_t>> of_code;
  std::vector<std::vector<double>> share_in_bin;
  std::vector<std::uint32_t> number;
};

// Returns at most `most` bins for a number, each with about as many of `rows`, and one bin for each
// value of another attribute. `data` contains all people.
Bins make_bins(const Microdata& data, std::span<const Row> rows, std::uint32_t most);

// Privacy budget for tables in which one person changes one cell of every table by one. With delta
// = 0 the noise is Laplace's, else normal, by concentrated privacy (M. Bun, T. Steinke, TCC 2016,
// proposition 1.3).
struct NoiseBudget {
  double epsilon = 3;
  double delta = 0;
};

class NoisyTables {
 public:
  NoisyTables(const Microdata& data, std::span<const Row> rows, const Bins& bins,
              const NoiseBudget& budget, Random& random);

  // Returns the estimated number of rows with values in all sets, of two or three attributes in
  // ascending order. For three attributes, the estimate is from the maximum-entropy distribution
  // that fits their three tables.
  double estimate(std::span<const ValueSet> predicate) const;

  // Returns a published count: the noisy counts are moved to the nearest nonnegative counts with
  // the common sum of all tables. The attributes may be in any order.
  double cell(std::size_t a, std::size_t b, Code code_of_a, Code code_of_b) const;

  double standard_deviation() const { return deviation_; }

 private:
  std::vector<double> shares(const ValueSet& set) const;
  const std::vector<double>& table(std::size_t a, std::size_t b) const {
    return tables_.at({a, b});
  }
  double estimate_three(std::span<const ValueSet> predicate) const;

  const Bins* bins_;
  double deviation_ = 0;
  // Counts by pair of attributes, the lower attribute first; the bins of the first attribute are
  // the rows.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> tables_;
};

}  // namespace microdata::experiment
