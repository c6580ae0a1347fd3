#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/hierarchy.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Number of tuples of a group with a sensitive value.
struct ValueCount {
  Code value = 0;
  std::uint32_t tuples = 0;
};

// Distribution of a sensitive attribute over the whole source, including suppressed tuples: the
// attacker's prior belief. Groups are compared with it.
class SensitiveDistribution {
 public:
  // Builds the distribution. counts[code] is the number of tuples with the value; codes are in
  // their type's order.
  explicit SensitiveDistribution(std::vector<std::uint64_t> counts);

  double total() const { return total_; }
  double share(Code value) const { return static_cast<double>(counts_[value]) / total_; }
  // Returns the number of values that occur and are not harmless.
  std::size_t distinct() const { return distinct_; }
  std::size_t domain() const { return counts_.size(); }

  // Sets the harmless values (Attribute::harmless).
  void set_harmless(std::vector<std::uint8_t> harmless);
  bool has_harmless() const { return !harmless_.empty(); }
  bool is_harmless(Code value) const { return !harmless_.empty() && harmless_[value] != 0; }

  // Sets the hierarchy for the earth mover's distance. The hierarchy must cover the domain.
  void set_hierarchy(Hierarchy hierarchy) { hierarchy_ = std::move(hierarchy); }
  const std::optional<Hierarchy>& hierarchy() const { return hierarchy_; }

  // Assigns the name by which models refer to a value.
  void name_value(const std::string& text, Code value) { named_[text] = value; }
  std::optional<Code> named_value(const std::string& text) const;

  // Functions for ordered distances in time below that of the domain. cumulative() is the share of
  // the values up to and including a code. sum_of_cumulative() is the sum of cumulative(0 .. codes
  // - 1). first_at_least() is the first code whose cumulative share is at least `share`.
  double cumulative(Code value) const { return cumulative_[value]; }
  double sum_of_cumulative(std::size_t codes) const { return sums_[codes]; }
  std::size_t first_at_least(double share) const;

 private:
  std::vector<std::uint64_t> counts_;
  double total_ = 0;
  std::size_t distinct_ = 0;
  std::vector<double> cumulative_;
  std::vector<double> sums_;
  std::vector<std::uint8_t> harmless_;
  std::optional<Hierarchy> hierarchy_;
  std::map<std::string, Code> named_;
};

// Returns the values of some tuples, with their counts.
std::vector<ValueCount> count_values(const Microdata& data, std::size_t attribute,
                                     std::span<const Row> rows, const Progress& progress);

// Returns the distribution over all tuples of the table, with the attribute's hierarchy, named
// values and harmless values. The data can be a region of the table (Attribute::table_counts).
SensitiveDistribution sensitive_distribution(const Microdata& data, std::size_t attribute,
                                             const Progress& progress);

}  // namespace microdata
