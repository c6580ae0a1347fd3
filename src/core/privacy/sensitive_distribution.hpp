#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/hierarchy.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// How many tuples of a group have a sensitive value.
struct ValueCount {
  Code value = 0;
  std::uint32_t tuples = 0;
};

// How a sensitive attribute is distributed over a whole table, the adversary's prior belief: over
// the source, suppressed tuples included. Groups are measured against it.
class SensitiveDistribution {
 public:
  // counts[code]: tuples with the value; of the codes in their type's order.
  explicit SensitiveDistribution(std::vector<std::uint64_t> counts);

  double total() const { return total_; }
  double share(Code value) const { return static_cast<double>(counts_[value]) / total_; }
  // Values that occur.
  std::size_t distinct() const { return distinct_; }
  std::size_t domain() const { return counts_.size(); }

  // For the earth mover's distance on a hierarchy, which must cover the domain.
  void set_hierarchy(Hierarchy hierarchy) { hierarchy_ = std::move(hierarchy); }
  const std::optional<Hierarchy>& hierarchy() const { return hierarchy_; }

  // Values that models name.
  void name_value(const std::string& text, Code value) { named_[text] = value; }
  std::optional<Code> named_value(const std::string& text) const;

  // Share of the values up to a code, itself included; the sum of cumulative(0 .. codes - 1), and
  // the first code whose cumulative share is at least `share`. For ordered distances in less time
  // than the domain takes.
  double cumulative(Code value) const { return cumulative_[value]; }
  double sum_of_cumulative(std::size_t codes) const { return sums_[codes]; }
  std::size_t first_at_least(double share) const;

 private:
  std::vector<std::uint64_t> counts_;
  double total_ = 0;
  std::size_t distinct_ = 0;
  std::vector<double> cumulative_;
  std::vector<double> sums_;
  std::optional<Hierarchy> hierarchy_;
  std::map<std::string, Code> named_;
};

// The values of some tuples.
std::vector<ValueCount> count_values(const Microdata& data, std::size_t attribute,
                                     std::span<const Row> rows, const Progress& progress);

// Over all tuples of the table, of which the data may be a region (Attribute::table_counts), with
// the attribute's hierarchy and named values.
SensitiveDistribution sensitive_distribution(const Microdata& data, std::size_t attribute,
                                             const Progress& progress);

}  // namespace microdata
