#include "core/privacy/sensitive_distribution.hpp"

#include <algorithm>
#include <utility>

#include "core/microdata/table_counts.hpp"

namespace microdata {

SensitiveDistribution::SensitiveDistribution(std::vector<std::uint64_t> counts)
    : counts_(std::move(counts)) {
  for (const std::uint64_t count : counts_) {
    total_ += static_cast<double>(count);
    distinct_ += count > 0 ? 1 : 0;
  }
  cumulative_.reserve(counts_.size());
  sums_.reserve(counts_.size() + 1);
  sums_.push_back(0);
  double upto = 0;
  for (const std::uint64_t count : counts_) {
    upto += static_cast<double>(count);
    cumulative_.push_back(upto / total_);
    sums_.push_back(sums_.back() + cumulative_.back());
  }
}

void SensitiveDistribution::set_harmless(std::vector<std::uint8_t> harmless) {
  harmless_ = std::move(harmless);
  distinct_ = 0;
  for (Code value = 0; value < counts_.size(); ++value)
    distinct_ += counts_[value] > 0 && !is_harmless(value) ? 1 : 0;
}

std::optional<Code> SensitiveDistribution::named_value(const std::string& text) const {
  const auto found = named_.find(text);
  return found == named_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t SensitiveDistribution::first_at_least(double share) const {
  return static_cast<std::size_t>(std::lower_bound(cumulative_.begin(), cumulative_.end(), share) -
                                  cumulative_.begin());
}

std::vector<ValueCount> count_values(const Microdata& data, std::size_t attribute,
                                     std::span<const Row> rows, const Progress& progress) {
  std::vector<std::uint32_t> counts(data.attributes[attribute].distinct);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    counts[data.columns[attribute][rows[i]]] += data.times_of(rows[i]);
  }
  std::vector<ValueCount> values;
  for (Code value = 0; value < counts.size(); ++value) {
    if (counts[value] > 0) values.push_back({value, counts[value]});
  }
  return values;
}

SensitiveDistribution sensitive_distribution(const Microdata& data, std::size_t attribute,
                                             const Progress& progress) {
  const Attribute& a = data.attributes[attribute];
  SensitiveDistribution distribution(
      table_counts(a, data.columns[attribute], progress, data.times));
  if (a.hierarchy) distribution.set_hierarchy(*a.hierarchy);
  for (const auto& [text, value] : a.named_values)
    distribution.name_value(text, value);
  if (!a.harmless.empty()) distribution.set_harmless(a.harmless);
  return distribution;
}

}  // namespace microdata
