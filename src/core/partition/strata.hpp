#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// One sensitive attribute from the attacker's view. The attacker knows the quasi-identifier values
// q of its column and looks for s. A stratum is the set of tuples with one (q, s). The strata of
// one q are neighbours.
struct Strata {
  std::size_t attribute = 0;          // the sensitive attribute
  std::vector<std::uint32_t> of_row;  // stratum of every tuple
  std::vector<std::uint32_t> group;   // q of every stratum, ascending
  std::vector<Code> value;            // s of every stratum
  std::uint32_t groups = 0;           // number of q
  // 1 for every stratum of a harmless value, on which l sets no bound; empty if there is none.
  std::vector<std::uint8_t> harmless = {};

  std::uint32_t distinct() const { return static_cast<std::uint32_t>(group.size()); }
  bool is_bounded(std::uint32_t stratum) const {
    return harmless.empty() || harmless[stratum] == 0;
  }
};

// Returns the strata of an attribute. `known` gives every row's q, numbered densely.
Strata make_strata(const Microdata& data, std::size_t sensitive_attribute,
                   std::span<const std::uint32_t> known, std::uint32_t known_distinct,
                   const Progress& progress);

// Returns the strata for an attacker without knowledge: one group, whose strata are the attribute's
// values.
Strata ungrouped_strata(const Microdata& data, std::size_t sensitive_attribute);

// Returns the ungrouped strata of each sensitive attribute. Without sensitive attributes, returns
// the strata of one that has the same value throughout.
std::vector<Strata> all_ungrouped_strata(const Microdata& data, const AttributeSet& sensitive);

// The (q, s) that bounds l for some tuples. With n(q, s) tuples out of n(q), no l above n(q) / n(q,
// s) is feasible, for any division of the tuples.
struct TightestStratum {
  std::uint32_t stratum = 0;
  std::uint32_t count = 0;  // n(q, s)
  std::uint32_t total = 0;  // n(q)

  double largest_l() const { return static_cast<double>(total) / count; }
};

// Returns the tightest stratum, all zeros if no value of the rows is bounded.
TightestStratum tightest_stratum(const Strata& strata, std::span<const Row> rows,
                                 const Progress& progress);

// Returns the smallest number of tuples of each stratum to suppress so that the rest is feasible
// for l. In a group q of n tuples, the largest n' with sum over s of min(n(q, s), n'/l) >= n' is
// kept; all tuples with harmless values are.
std::vector<std::uint32_t> fewest_to_suppress(const Strata& strata, std::span<const Row> rows,
                                              double l, const Progress& progress);

}  // namespace microdata
