#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"
#include "core/utility/value_set.hpp"

// Counts of every pair of attributes with noise, which is what a table differentially private would
// publish in place of rows (C. Dwork et al., "Calibrating noise to sensitivity in private data
// analysis", TCC 2006): a competitor, as simple as can be.

namespace microdata::experiment {

// How values are put together, and how likely each is among the others of its bin: decided by
// persons who are not published, so that it discloses nothing of who is.
struct Bins {
  // By attribute and code.
  std::vector<std::vector<std::uint32_t>> of_code;
  std::vector<std::vector<double>> share_in_bin;
  std::vector<std::uint32_t> number;
};

// At most `most` bins of numbers, with about as many of those rows each; of other attributes each
// value is one. `data` has all persons.
Bins make_bins(const Microdata& data, std::span<const Row> rows, std::uint32_t most);

// A person more or less changes one cell of every table by one. With delta = 0 the noise is
// Laplace's, else normal, by concentrated privacy (M. Bun, T. Steinke, TCC 2016, proposition 1.3).
struct NoiseBudget {
  double epsilon = 3;
  double delta = 0;
};

class NoisyTables {
 public:
  NoisyTables(const Microdata& data, std::span<const Row> rows, const Bins& bins,
              const NoiseBudget& budget, Random& random);

  // How many rows have values in all sets, of two or three attributes, ascending: of three by the
  // distribution that fits their three tables and says nothing else.
  double estimate(std::span<const ValueSet> predicate) const;

  // What is published: with noise, then moved to the nearest counts of which none is below 0 and
  // whose sum is that of all tables. Attributes in any order, by codes.
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
  // By the attributes, the first before the second; row by row of the first's bins.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> tables_;
};

}  // namespace microdata::experiment
